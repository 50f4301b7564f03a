/** Tool calls while they run or wait, and the identity of their callers. */
import type { Caller, Client } from '#core/caller.ts';
import { HandsetError } from '#core/errors.ts';
import type { CallTouch } from '#core/call.ts';
import type { PictureData, ActiveCallInfo } from '#core/link/messages.ts';
import type { ToolCall } from '#core/mcp/server.ts';
import type { Element, Hierarchy } from '#core/screen/screen.ts';
import { CallSecrets, type CallProgress } from '#core/tools/shared/tool.ts';
import { stepsIn } from '#core/tools/steps.ts';
import { tools } from '#core/tools/registry.ts';
import { pause } from '../waits/deadline.ts';
import type { TurnOwner } from '../waits/turn-queue.ts';

/** A call from its start to its end. */
export interface ActiveCall extends ToolCall {
  readonly id: number;
  /** The agent’s name as the user sees it. */
  readonly shownAgent: string;
  readonly startedAtEpochMs: number;
  readonly argumentsJson: string;
  /** Aborts when the caller cancels, and when the user stops everything. */
  readonly signal: AbortSignal;
  /** Aborts only when the user stops everything. */
  readonly stopped: AbortSignal;
  /** Starts the next stage of the call, whose progress counts from zero again. */
  beginStage(): void;
  /** The phone and the element for which the user allowed this call; null before that. */
  allowed: (ShownElement & { readonly serial: string }) | null;
  /** Whether the user allowed the call before, for another element. */
  isAskedAgain: boolean;
  /** How long the call has waited for the user's answers. */
  askedMs: number;
  /** Set when the tool itself starts; until then the call can't have had an effect. */
  hasStarted: boolean;
  /** Secret texts in the arguments and the answer. */
  readonly secrets: CallSecrets;
  /** The screen when the tool started, or when the user was asked; null before. Never rejects. */
  before: Promise<PictureData | null>;
  /** What the user wrote to the agent when they refused the call, empty if nothing; null if they did not refuse it. */
  refusalNote: string | null;
  /** Where the call touched, or would have touched if it had not been refused; null if it has touched nothing so far. */
  touch: CallTouch | null;
}

/** The element that a question shows; null for a point without an element. */
export interface ShownElement {
  readonly element: Element | null;
  /** The reading that it comes from; null if there was none. */
  readonly hierarchy: Hierarchy | null;
}

/** A caller's name and origin; other origins may use the same name. */
export type NamedCaller = Pick<Caller, 'agent' | 'from' | 'limits'>;

/**
 * Identifies a caller by name and origin, because other origins may use the same name. A name is never that
 * of an agent with a token of its own, not even after that was revoked.
 */
export function callerKey({ agent, from, limits }: NamedCaller): string {
  return `${limits ? 'token' : from} ${agent}`;
}

/** Who takes a turn. Agents with the shared token take one together, and rotate in it: each may have many names. */
export function turnOwner(call: Caller): TurnOwner {
  const agent = callerKey(call);
  return sharesToken(call) ? { agent: 'shared token', port: agent } : { agent, port: call.port };
}

function sharesToken({ from, limits }: NamedCaller): boolean {
  return from === 'bridge' && !limits;
}

/** The client that makes a call. */
export function clientOf({ shownAgent, from, agent, port, session }: ActiveCall): Client {
  return { agent: shownAgent, id: JSON.stringify([from, agent, port, session]) };
}

/** The user, for their own calls and for their input in the live picture. */
export const userCaller = { agent: 'you', from: 'person' } as const;
/** The user, for running steps. */
export const stepsCaller = { agent: 'steps', from: 'person' } as const;

/** The agent's name as shown to the user. `you` and `steps` are reserved for the user. */
export function displayName({ agent, from }: NamedCaller): string {
  const own: readonly string[] = [userCaller.agent, stepsCaller.agent];
  const isPosing = from !== 'person' && own.includes(agent.toLowerCase());
  return isPosing ? `${agent} (an agent)` : agent;
}

/** The most calls that one agent name, or one MessagePort, may have running or waiting; the bridge has the same limit for requests. */
export const maxCalls = 64;
/**
 * The most agents that may have calls running or waiting, besides those with a token of their own. They
 * choose their names freely: one program with many names would keep the others waiting.
 */
export const maxAgents = 8;
/** How long a refused agent keeps its place after its last attempt; agents try again after some seconds. */
const keepsPlaceMs = 20_000;
/** The most refused agents to remember. */
const maxRefusedAgents = 64;
/** The limit for all ports of one name together: one port at its limit leaves room for the others. */
const maxCallsOfPorts = 256;

/**
 * How long to wait for calls to end: a phone may not answer, or may continue a swipe of its own
 * `input`. The page then terminates this worker, within the 3 s that Stop may take.
 */
const stopDeadlineMs = 2_000;

/** A listed call. */
interface ActiveCallEntry {
  readonly call: ToolCall;
  /** The call as the page lists it. */
  listed: ActiveCallInfo;
  /** Resolves when the work has settled. */
  ended: Promise<void>;
  /** Aborted when the client cancels it by a message. */
  readonly cancelled: AbortController;
}

/** All calls of this console that run or wait. */
export class ActiveCalls {
  readonly #onChange: (calls: readonly ActiveCallInfo[]) => void;
  readonly #calls = new Map<number, ActiveCallEntry>();
  #stopAll = new AbortController();
  /** When each refused agent last tried, in the order of the first refusals. */
  readonly #refusedAgents = new Map<string, number>();
  /** Starts above the ids of an earlier worker: the page keeps the calls of both. */
  #lastId = Math.floor(performance.timeOrigin);

  /** `onChange` gets all calls, in the order of their start. */
  constructor(onChange: (calls: readonly ActiveCallInfo[]) => void) {
    this.#onChange = onChange;
  }

  /** An id above all earlier ones. */
  nextId(): number {
    return ++this.#lastId;
  }

  /**
   * Runs a call's work and lists the call until it settles. Rejects with `too-many-calls`, without
   * starting or listing it, if the caller is at its limit.
   */
  async runCall<Result>(
    call: ToolCall,
    work: (active: ActiveCall) => Promise<Result>,
  ): Promise<Result> {
    this.#refuseTooMany(call);
    const id = this.nextId();
    const cancelled = new AbortController();
    const active = this.#activeCall(call, id, cancelled.signal);
    const { shownAgent: agent, from, name: tool, startedAtEpochMs } = active;
    const listed = { id, agent, from, tool, startedAtEpochMs };
    const working = work(active);
    const end = (): void => {
      this.#calls.delete(id);
      this.#notifyChange();
    };
    const ended = working.then(end, end);
    this.#calls.set(id, { call, listed, ended, cancelled });
    this.#notifyChange();
    await ended;
    return await working;
  }

  /**
   * Aborts the call that a client names in a cancellation message. Clients of one agent without a
   * session can't be told apart, and all count their ids from zero: if two calls have the same id,
   * neither is aborted.
   */
  cancel(caller: Caller, requestId: string | number): void {
    const { port, session = null } = caller;
    const [match, ...otherMatches] = [...this.#calls.values()].filter(({ call }) => {
      const isCaller = callerKey(call) === callerKey(caller) && call.port === port;
      return isCaller && call.requestId === requestId && (call.session ?? null) === session;
    });
    if (otherMatches.length === 0) match?.cancelled.abort();
  }

  /** Aborts all calls and waits until they have ended; rejects with `timeout` if some have not ended after 2 s. */
  async stopAll(): Promise<void> {
    const stopping = [...this.#calls.values()];
    const stopSignal = this.#stopAll;
    // Later calls are not stopped.
    this.#stopAll = new AbortController();
    stopSignal.abort();
    const settled = new AbortController();
    const ended = Promise.all(stopping.map((call) => call.ended));
    await Promise.race([ended, pause(stopDeadlineMs, settled.signal)]);
    settled.abort();
    const unfinished = stopping.filter(({ listed }) => this.#calls.has(listed.id));
    if (unfinished.length > 0) throw notEnded(unfinished.map(({ listed }) => listed));
  }

  #activeCall(call: ToolCall, id: number, cancelled: AbortSignal): ActiveCall {
    const stopped = this.#stopAll.signal;
    const stages = new ProgressStages((progress) => {
      this.#report(id, progress);
      call.onProgress(progress);
    });
    return {
      ...call,
      id,
      shownAgent: displayName(call),
      startedAtEpochMs: Date.now(),
      argumentsJson: JSON.stringify(call.arguments ?? {}),
      signal: AbortSignal.any([call.signal, cancelled, stopped]),
      stopped,
      onProgress: (progress) => stages.report(progress),
      beginStage: () => stages.next(),
      allowed: null,
      isAskedAgain: false,
      askedMs: 0,
      refusalNote: null,
      hasStarted: false,
      secrets: secretsOf(call.name, call.arguments),
      before: Promise.resolve(null),
      touch: null,
    };
  }

  /** Lists the progress of a call; ignored if the call has ended. */
  #report(id: number, progress: CallProgress): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.listed = { ...call.listed, progress };
    this.#notifyChange();
  }

  #notifyChange(): void {
    this.#onChange([...this.#calls.values()].map(({ listed }) => listed));
  }

  /**
   * Whether one more agent may have calls. The agent that was refused first takes precedence, so that eight
   * agents that call without a pause can't keep it out.
   */
  #admitAgent(key: string, agentsWithCalls: number): boolean {
    const now = performance.now();
    for (const [refused, triedAtMs] of this.#refusedAgents)
      if (now > triedAtMs + keepsPlaceMs) this.#refusedAgents.delete(refused);
    const [first = key] = this.#refusedAgents.keys();
    if (agentsWithCalls + (first === key ? 0 : 1) < maxAgents) {
      this.#refusedAgents.delete(key);
      return true;
    }
    if (this.#refusedAgents.has(key) || this.#refusedAgents.size < maxRefusedAgents)
      this.#refusedAgents.set(key, now);
    return false;
  }

  #refuseTooMany(call: ToolCall): void {
    const calls = [...this.#calls.values()].map((each) => each.call);
    const ofName = calls.filter((each) => callerKey(each) === callerKey(call));
    const isCounted = ({ from, limits }: ToolCall): boolean => from !== 'person' && !limits;
    const agents = new Set(calls.filter(isCounted).map(callerKey));
    const isNew = isCounted(call) && ofName.length === 0;
    if (isNew && !this.#admitAgent(callerKey(call), agents.size)) {
      const message = `${maxAgents} other agents have calls running or waiting, the most allowed at once. Nothing was done.`;
      throw new HandsetError('too-many-calls', message, { hint: 'Try again in a moment.' });
    }
    if (call.port === undefined) {
      if (ofName.length >= maxCalls) throw tooManyCalls(maxCalls, 'This agent has');
      return;
    }
    const ofPort = ofName.filter(({ port }) => port === call.port);
    if (ofPort.length >= maxCalls) throw tooManyCalls(maxCalls, 'This agent has');
    if (ofName.length >= maxCallsOfPorts) {
      throw tooManyCalls(maxCallsOfPorts, 'All connections of this agent together have');
    }
  }
}

/** The secrets of a call that has not run, including those of its steps. */
function secretsOf(name: string, args: unknown): CallSecrets {
  const tool = tools.find((each) => each.name === name);
  if (tool?.at !== 'calls') return new CallSecrets(tool, args);
  const steps = stepsIn(args).map((step) => secretsOf(step.tool, step.arguments));
  return new CallSecrets(tool, args, steps);
}

/** Joins the progress of several stages, each of which counts from zero, into one increasing progress. */
class ProgressStages {
  readonly #onProgress: (progress: CallProgress) => void;
  #base = 0;
  #last: number | null = null;

  constructor(onProgress: (progress: CallProgress) => void) {
    this.#onProgress = onProgress;
  }

  /** Reports progress of the current stage. */
  report({ done, total, message }: CallProgress): void {
    this.#last = this.#base + done;
    const joined = { done: this.#last, message };
    this.#onProgress(total === undefined ? joined : { ...joined, total: this.#base + total });
  }

  /** Starts the next stage: MCP requires its first value to be above the last one sent. */
  next(): void {
    if (this.#last !== null) this.#base = this.#last + 1;
  }
}

function tooManyCalls(limit: number, subject: string): HandsetError {
  const message = `${subject} ${limit} calls running or waiting, the most allowed at once. Nothing was done.`;
  return new HandsetError('too-many-calls', message, {
    hint: 'Wait for their replies before you call again.',
  });
}

function notEnded(calls: readonly ActiveCallInfo[]): HandsetError {
  const which = calls.map(({ agent, tool }) => `${tool} of ${agent}`).join(', ');
  const message = `Not everything ended within ${stopDeadlineMs / 1000} s: ${which}.`;
  return new HandsetError('timeout', message);
}
