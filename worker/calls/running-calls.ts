/** A call of a tool while it is under way, and the names of those who call. */
import type { Caller } from '../../core/caller.ts';
import { HandsetError } from '../../core/errors.ts';
import type { PictureData, RunningCall } from '../../core/link/messages.ts';
import type { ToolCall } from '../../core/mcp/call.ts';
import { CallSecrets } from '../../core/tools/shared/secrets.ts';
import type { Progress } from '../../core/tools/shared/tool.ts';
import { tools } from '../../core/tools/registry.ts';
import { pause } from '../waits/deadline.ts';

/** A call between its beginning and its end. */
export interface ActiveCall extends ToolCall {
  readonly id: number;
  /** The agent’s name as the person sees it. */
  readonly shownAgent: string;
  readonly startedAtEpochMs: number;
  readonly argumentsJson: string;
  /** Aborts when the caller gives up, and when the person stops everything. */
  readonly signal: AbortSignal;
  /** Aborts only when the person stops everything. */
  readonly stopped: AbortSignal;
  /** The next of its stages begins, whose progress counts from nought again. */
  beginStage(): void;
  /** The serial number of the phone for which the person said yes to this call. */
  yesFor: string | null;
  /** Set when the tool itself begins; until then nothing can have happened. */
  began: boolean;
  /** Texts of the arguments and the answer that are not for everybody. */
  readonly secrets: CallSecrets;
  /** The screen when the tool began; null until then. Never rejects. */
  before: Promise<PictureData | null>;
}

type NamedCaller = Pick<Caller, 'agent' | 'from'>;

/** Tells callers apart: names are free, and the same one may come by another way. */
export function whoCalls({ agent, from }: NamedCaller): string {
  return `${from} ${agent}`;
}

/** The person, in their own calls and with their hands on the live picture. */
export const person = { agent: 'you', from: 'person' } as const;

/** The agent's name as the person sees it: `you` is the person's own, which the page writes `You`. */
function shownName({ agent, from }: NamedCaller): string {
  const isPosing = from !== 'person' && agent.toLowerCase() === 'you';
  return isPosing ? `${agent} (an agent)` : agent;
}

/** Calls that one agent name, or one MessagePort, may have running or waiting: as many as the bridge lets an agent have requests open. */
export const maxCalls = 64;
/** The same of all ports of one name: one that calls too much leaves room for the others. */
const maxCallsOfPorts = 256;

/**
 * How long it is waited for calls to end: a phone may be silent, or go on with a swipe of its own
 * `input`. The page then ends this worker, within the 3 s that Stop may take.
 */
const stopDeadlineMs = 2_000;

/** A call of the list. */
interface Entry {
  readonly call: ToolCall;
  /** What the page is shown of it. */
  shown: RunningCall;
  /** Resolves when its work has settled. */
  ended: Promise<void>;
  /** Aborted when its client cancels it by a message. */
  readonly cancelled: AbortController;
}

/** The calls of everybody that run or wait: all that there are of a console. */
export class RunningCalls {
  readonly #onChange: (calls: readonly RunningCall[]) => void;
  readonly #calls = new Map<number, Entry>();
  #stop = new AbortController();
  /** Above the ids of a worker whose place this one took: the page keeps the calls of both. */
  #lastId = Math.floor(performance.timeOrigin);

  /** `onChange` hears all of them, the last begun last. */
  constructor(onChange: (calls: readonly RunningCall[]) => void) {
    this.#onChange = onChange;
  }

  /**
   * Does a call's work, which is listed until it settles. Rejects with `too-many-calls`, the work not
   * begun and nothing told, where the caller has its most already.
   */
  async run<Result>(
    call: ToolCall,
    work: (active: ActiveCall) => Promise<Result>,
  ): Promise<Result> {
    this.#refuseTooMany(call);
    const id = ++this.#lastId;
    const cancelled = new AbortController();
    const active = this.#activeCall(call, id, cancelled.signal);
    const { shownAgent: agent, from, name: tool, startedAtEpochMs } = active;
    const shown = { id, agent, from, tool, startedAtEpochMs };
    const working = work(active);
    const end = (): void => {
      this.#calls.delete(id);
      this.#tell();
    };
    const ended = working.then(end, end);
    this.#calls.set(id, { call, shown, ended, cancelled });
    this.#tell();
    await ended;
    return await working;
  }

  /**
   * Aborts the call that a client means by a message of its own. Clients of one agent without a
   * session can't be told apart, and all count their ids from nought: where two run the same id,
   * nothing happens.
   */
  cancel(caller: Caller, requestId: string | number): void {
    const { port, session = null } = caller;
    const [meant, ...others] = [...this.#calls.values()].filter(({ call }) => {
      const isCaller = whoCalls(call) === whoCalls(caller) && call.port === port;
      return isCaller && call.requestId === requestId && (call.session ?? null) === session;
    });
    if (others.length === 0) meant?.cancelled.abort();
  }

  /** Aborts all of them and waits until they have ended; rejects with `timeout` when some have not after 2 s. */
  async stop(): Promise<void> {
    const stopping = [...this.#calls.values()];
    const stop = this.#stop;
    // Calls that come from now on are none of those.
    this.#stop = new AbortController();
    stop.abort();
    const settled = new AbortController();
    const ended = Promise.all(stopping.map((call) => call.ended));
    await Promise.race([ended, pause(stopDeadlineMs, settled.signal)]);
    settled.abort();
    const left = stopping.filter(({ shown }) => this.#calls.has(shown.id));
    if (left.length > 0) throw notEnded(left.map(({ shown }) => shown));
  }

  #activeCall(call: ToolCall, id: number, cancelled: AbortSignal): ActiveCall {
    const stopped = this.#stop.signal;
    const stages = new Stages((progress) => {
      this.#report(id, progress);
      call.onProgress(progress);
    });
    return {
      ...call,
      id,
      shownAgent: shownName(call),
      startedAtEpochMs: Date.now(),
      argumentsJson: JSON.stringify(call.arguments ?? {}),
      signal: AbortSignal.any([call.signal, cancelled, stopped]),
      stopped,
      onProgress: (progress) => stages.report(progress),
      beginStage: () => stages.next(),
      yesFor: null,
      began: false,
      secrets: new CallSecrets(
        tools.find(({ name }) => name === call.name),
        call.arguments,
      ),
      before: Promise.resolve(null),
    };
  }

  /** Lists how far a call has come; one that has ended is not listed any more. */
  #report(id: number, progress: Progress): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.shown = { ...call.shown, progress };
    this.#tell();
  }

  #tell(): void {
    this.#onChange([...this.#calls.values()].map(({ shown }) => shown));
  }

  #refuseTooMany(call: ToolCall): void {
    const ofName = [...this.#calls.values()]
      .map((each) => each.call)
      .filter((each) => whoCalls(each) === whoCalls(call));
    if (call.port === undefined) {
      if (ofName.length >= maxCalls) throw tooMany(maxCalls, 'This agent has');
      return;
    }
    const ofPort = ofName.filter(({ port }) => port === call.port);
    if (ofPort.length >= maxCalls) throw tooMany(maxCalls, 'This agent has');
    if (ofName.length >= maxCallsOfPorts) {
      throw tooMany(maxCallsOfPorts, 'The ports of this agent have');
    }
  }
}

/** Makes of the progress of several stages, which all count from nought, one progress that grows. */
class Stages {
  readonly #tell: (progress: Progress) => void;
  #base = 0;
  #last: number | null = null;

  constructor(tell: (progress: Progress) => void) {
    this.#tell = tell;
  }

  /** Takes a report of the stage that goes on. */
  report({ done, total, message }: Progress): void {
    this.#last = this.#base + done;
    const at = { done: this.#last, message };
    this.#tell(total === undefined ? at : { ...at, total: this.#base + total });
  }

  /** The next stage begins: MCP wants its first value above the last one that was told. */
  next(): void {
    if (this.#last !== null) this.#base = this.#last + 1;
  }
}

function tooMany(most: number, whose: string): HandsetError {
  const message = `${whose} ${most} calls running or waiting already, the most that are allowed at once. Nothing was done.`;
  return new HandsetError('too-many-calls', message, {
    hint: 'Wait for their answers before you call again.',
  });
}

function notEnded(calls: readonly RunningCall[]): HandsetError {
  const which = calls.map(({ agent, tool }) => `${tool} of ${agent}`).join(', ');
  const message = `Not everything ended within ${stopDeadlineMs / 1000} s: ${which}.`;
  return new HandsetError('timeout', message);
}
