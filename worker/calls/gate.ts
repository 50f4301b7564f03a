import type { Caller } from '../../core/caller.ts';
import { HandsetError } from '../../core/errors.ts';
import type { Aim } from '../../core/link/aim.ts';
import type { Controls, Question, Say } from '../../core/link/messages.ts';
import type { AnyTool } from '../../core/tools/shared/tool.ts';
import { type ActiveCall, whoCalls } from './running-calls.ts';

/** The policy until the page has sent the person's: agents may do nothing before that. */
const notToldYet: Controls = { paused: true, readOnly: false, askFirst: false, switchedOff: [] };

/** The tools under the policy, and the listeners. */
interface GateParts {
  /** All tools. */
  readonly tools: readonly AnyTool[];
  /** Called at every change of the open questions, the oldest first. */
  onQuestions(questions: readonly Question[]): void;
  /** Called when the set of listed tools has changed. */
  onOffered(): void;
}

/** Enforces the person's policy for agents; checked before each of their calls. */
export class Gate {
  readonly #parts: GateParts;
  readonly #questions: Questions;
  #controls = notToldYet;
  /** Agents that may act without a question. */
  readonly #trusted = new Set<string>();

  constructor(parts: GateParts) {
    this.#parts = parts;
    this.#questions = new Questions((questions) => parts.onQuestions(questions));
  }

  get controls(): Controls {
    return this.#controls;
  }

  /** Takes effect at once, also for calls that wait for their turn or for an answer. */
  set(controls: Controls): void {
    const before = this.#offered();
    if (controls.askFirst !== this.#controls.askFirst) this.forgetTrust();
    this.#controls = controls;
    this.#questions.refuseWhere((tool) => this.#refusal(tool));
    if (this.#offered() !== before) this.#parts.onOffered();
  }

  /** Whether the tool is listed for agents. */
  isOffered(name: string): boolean {
    const tool = this.#parts.tools.find((candidate) => candidate.name === name);
    return tool !== undefined && this.#switchedOff(tool) === null;
  }

  /** Throws `paused` or `switched-off` when the tool may not be used now. */
  check(tool: AnyTool): void {
    const refusal = this.#refusal(tool);
    if (refusal !== null) throw refusal;
  }

  /**
   * Resolves when the call may run: at once, or after the person's yes where the policy is to ask.
   * Rejects with `not-allowed`, `cancelled`, `paused`, `switched-off`.
   */
  async ask(call: ActiveCall, about: AskedAbout): Promise<void> {
    this.check(about.tool);
    if (!this.mustAsk(call, about.tool)) return;
    if ((await this.#questions.ask(call, about)) === 'agent') this.#trust(whoCalls(call));
  }

  /** Whether the person must be asked before this call runs. */
  mustAsk(caller: Caller, tool: AnyTool): boolean {
    const mayBeAsked = this.#controls.askFirst && tool.effect === 'act';
    return mayBeAsked && !this.#trusted.has(whoCalls(caller));
  }

  /** Drops all given trust: another bridge may give its agents the same names. */
  forgetTrust(): void {
    this.#trusted.clear();
  }

  /** Applies the person's answer to an open question. */
  answer(id: number, say: Say): void {
    this.#questions.answer(id, say);
  }

  #trust(who: string): void {
    this.#trusted.add(who);
    this.#questions.allow(who);
  }

  #refusal(tool: AnyTool): HandsetError | null {
    // Phone directory tools are always allowed: they reach no phone.
    return this.#controls.paused && tool.at !== 'desk' ? paused() : this.#switchedOff(tool);
  }

  #switchedOff({ name, effect }: AnyTool): HandsetError | null {
    if (this.#controls.switchedOff.includes(name)) return switchedOff(name);
    return this.#controls.readOnly && effect === 'act' ? readOnly(name) : null;
  }

  #offered(): string {
    const { tools } = this.#parts;
    return tools.flatMap(({ name }) => (this.isOffered(name) ? [name] : [])).join();
  }
}

/** How long a call waits for the person's yes: MCP clients time out after 60 s, and the call itself takes time too. */
export const answerDeadlineMs = 45_000;

const nothing = 'Nothing was done.';
const onlyThePerson = 'Only the person can allow it again: ask them, or do without.';

/** The person has paused all agents. */
function paused(): HandsetError {
  const message = `The person has paused agents in the Handset console. ${nothing}`;
  return new HandsetError('paused', message, {
    hint: 'Only the person can go on: wait, and ask them before you call again.',
  });
}

/** The person has switched this tool off. */
function switchedOff(tool: string): HandsetError {
  const message = `The person has switched the tool \`${tool}\` off in the Handset console. ${nothing}`;
  return new HandsetError('switched-off', message, { hint: onlyThePerson });
}

/** The person lets agents only read, and this tool acts. */
function readOnly(tool: string): HandsetError {
  const message = `The person has set the Handset console to read-only, and the tool \`${tool}\` acts on the phone. ${nothing}`;
  return new HandsetError('switched-off', message, { hint: onlyThePerson });
}

/** The person was asked and said no. */
function saidNo(tool: string): HandsetError {
  const message = `The person said no to \`${tool}\` in the Handset console. ${nothing}`;
  return new HandsetError('not-allowed', message, {
    hint: 'Do not repeat it; ask them what they want instead.',
  });
}

/** The person was asked and did not answer. */
function nobodyAnswered(tool: string): HandsetError {
  const seconds = answerDeadlineMs / 1000;
  const message = `Nobody answered in ${seconds} s whether \`${tool}\` may run. ${nothing}`;
  return new HandsetError('not-allowed', message, {
    hint: 'Ask the person to look at the Handset console, then call again.',
  });
}

/** Whether the error is a refusal by the person or by their policy. */
export function isRefusal({ code }: HandsetError): boolean {
  return code === 'paused' || code === 'switched-off' || code === 'not-allowed';
}

/** The caller cancelled while the person was asked. */
function gaveUpAsking(): HandsetError {
  const message = `The call was cancelled while it waited for the person's yes. ${nothing}`;
  return new HandsetError('cancelled', message);
}

/** The person stopped everything. `doubt` says what can't be known of this call; by default nothing was done. */
export function stopped(doubt = nothing): HandsetError {
  const message = `The person stopped everything in the Handset console. ${doubt}`;
  return new HandsetError('cancelled', message.trimEnd(), {
    hint: 'Ask them before you go on.',
  });
}

/** How often progress is reported: a client that asked for it may treat silence as the end. */
const reportEveryMs = 5_000;

/** What the question is about: the tool, and where it will touch, if known. */
interface AskedAbout {
  readonly tool: AnyTool;
  readonly aim: Aim | null;
  /** Calls back when the touch preview changes; returns a function that stops it. */
  followAim(onAim: (aim: Aim | null) => void): () => void;
}

/** The answers that mean yes. */
type Yes = Exclude<Say, 'no'>;

interface OpenQuestion {
  readonly question: Question;
  readonly who: string;
  readonly tool: AnyTool;
  /** Lets the call go on, or rejects it. */
  settle(answer: Yes | HandsetError): void;
}

/** The calls that wait for the person's yes. */
class Questions {
  readonly #onChange: (questions: readonly Question[]) => void;
  readonly #open = new Map<number, OpenQuestion>();
  #lastId = 0;

  /** `onChange` gets all open questions, the oldest first. */
  constructor(onChange: (questions: readonly Question[]) => void) {
    this.#onChange = onChange;
  }

  /**
   * The person's yes. Rejects with `not-allowed` for a no and for no answer within
   * `answerDeadlineMs`, with `cancelled`, and with the errors of `rejectWhere`.
   */
  async ask(call: ActiveCall, about: AskedAbout): Promise<Yes> {
    if (call.signal.aborted) throw gaveUpAsking();
    const stopReporting = reportWaiting(call);
    try {
      return await this.#answered(call, about);
    } finally {
      stopReporting();
    }
  }

  /** Applies the person's answer; ignored when the question is no longer open. */
  answer(id: number, say: Say): void {
    const asked = this.#open.get(id);
    asked?.settle(say === 'no' ? saidNo(asked.question.tool) : say);
  }

  /** Answers yes to all open questions of this agent. */
  allow(who: string): void {
    for (const asked of [...this.#open.values()]) {
      if (asked.who === who) asked.settle('once');
    }
  }

  /** Rejects the waiting calls for which `refusal` now returns an error. */
  refuseWhere(refusal: (tool: AnyTool) => HandsetError | null): void {
    for (const { tool, settle } of [...this.#open.values()]) {
      const error = refusal(tool);
      if (error !== null) settle(error);
    }
  }

  #answered(call: ActiveCall, { tool, aim, followAim }: AskedAbout): Promise<Yes> {
    const { shownAgent: agent, from, argumentsJson, signal } = call;
    const id = ++this.#lastId;
    const deadlineEpochMs = Date.now() + answerDeadlineMs;
    const question = { id, agent, from, tool: tool.name, argumentsJson, aim, deadlineEpochMs };
    return new Promise((resolve, reject) => {
      const settle = (answer: Yes | HandsetError): void => {
        clearTimeout(timer);
        stopFollowing();
        signal.removeEventListener('abort', giveUp);
        this.#open.delete(id);
        this.#tell();
        if (answer instanceof HandsetError) reject(answer);
        else resolve(answer);
      };
      const stopFollowing = followAim((other) => this.#aimAnew(id, other));
      const giveUp = (): void => settle(gaveUpAsking());
      const timer = setTimeout(() => settle(nobodyAnswered(tool.name)), answerDeadlineMs);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#open.set(id, { question, who: whoCalls(call), tool, settle });
      this.#tell();
    });
  }

  #aimAnew(id: number, aim: Aim | null): void {
    const asked = this.#open.get(id);
    if (asked === undefined || JSON.stringify(asked.question.aim) === JSON.stringify(aim)) return;
    // Replacing the value under its id keeps the order of the map.
    this.#open.set(id, { ...asked, question: { ...asked.question, aim } });
    this.#tell();
  }

  #tell(): void {
    this.#onChange([...this.#open.values()].map(({ question }) => question));
  }
}

/** Reports to the agent, at once and repeatedly, what its call waits for; returns a function that stops it. */
function reportWaiting({ onProgress }: ActiveCall): () => void {
  let waitedMs = 0;
  const report = (): void => {
    const message = "Waiting for the person's yes in the Handset console";
    onProgress({ done: waitedMs, total: answerDeadlineMs, message });
    waitedMs += reportEveryMs;
  };
  report();
  const timer = setInterval(report, reportEveryMs);
  return () => clearInterval(timer);
}
