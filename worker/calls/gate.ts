import type { Caller } from '../../core/caller.ts';
import { HandsetError } from '../../core/errors.ts';
import type { Aim } from '../../core/link/aim.ts';
import type { Controls, Question, Say } from '../../core/link/messages.ts';
import type { AnyTool } from '../../core/tools/shared/tool.ts';
import { type ActiveCall, whoCalls } from './running-calls.ts';

/** What holds until the page has told the person's wishes: no agent is to come before that. */
const notToldYet: Controls = { paused: true, readOnly: false, askFirst: false, switchedOff: [] };

/** What there is to be let through, and who hears of changes. */
interface GateParts {
  /** Every tool that there is. */
  readonly tools: readonly AnyTool[];
  /** Hears every change of what the person is asked, the oldest question first. */
  onQuestions(questions: readonly Question[]): void;
  /** Hears that other tools are offered than before. */
  onOffered(): void;
}

/** What the person lets agents do, asked before every call of theirs. */
export class Gate {
  readonly #parts: GateParts;
  readonly #questions: Questions;
  #controls = notToldYet;
  /** Those who may act without being asked about. */
  readonly #trusted = new Set<string>();

  constructor(parts: GateParts) {
    this.#parts = parts;
    this.#questions = new Questions((questions) => parts.onQuestions(questions));
  }

  get controls(): Controls {
    return this.#controls;
  }

  /** In force at once, also for calls that wait for their turn or for an answer. */
  set(controls: Controls): void {
    const before = this.#offered();
    if (controls.askFirst !== this.#controls.askFirst) this.forgetTrust();
    this.#controls = controls;
    this.#questions.refuseWhere((tool) => this.#refusal(tool));
    if (this.#offered() !== before) this.#parts.onOffered();
  }

  /** Whether agents are told of this tool. */
  isOffered(name: string): boolean {
    const tool = this.#parts.tools.find((candidate) => candidate.name === name);
    return tool !== undefined && this.#switchedOff(tool) === null;
  }

  /** Throws `paused` or `switched-off` where the tool may not be used now. */
  check(tool: AnyTool): void {
    const refusal = this.#refusal(tool);
    if (refusal !== null) throw refusal;
  }

  /**
   * Resolves when the call may run: at once, or when the person has said yes where they want to be
   * asked. Rejects with `not-allowed`, `cancelled`, `paused`, `switched-off`.
   */
  async ask(call: ActiveCall, about: AskedAbout): Promise<void> {
    this.check(about.tool);
    if (!this.mustAsk(call, about.tool)) return;
    if ((await this.#questions.ask(call, about)) === 'agent') this.#trust(whoCalls(call));
  }

  /** Whether the person wants to be asked before such a call runs. */
  mustAsk(caller: Caller, tool: AnyTool): boolean {
    const mayBeAsked = this.#controls.askFirst && tool.effect === 'act';
    return mayBeAsked && !this.#trusted.has(whoCalls(caller));
  }

  /** Asks about every agent again: another bridge may give its agents the same names. */
  forgetTrust(): void {
    this.#trusted.clear();
  }

  /** Takes the person's answer to an open question. */
  answer(id: number, say: Say): void {
    this.#questions.answer(id, say);
  }

  #trust(who: string): void {
    this.#trusted.add(who);
    this.#questions.allow(who);
  }

  #refusal(tool: AnyTool): HandsetError | null {
    // Which phones there are may be asked at any time: that reaches none of them.
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

/** How long a call waits for the person's yes: MCP clients give up after 60 s, and the call itself takes time too. */
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

/** The person lets agents look at the phone, and this tool acts on it. */
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

/** Whether the person, or a rule of theirs, said no. */
export function isRefusal({ code }: HandsetError): boolean {
  return code === 'paused' || code === 'switched-off' || code === 'not-allowed';
}

/** The caller gave up, or went away, while the person was asked. */
function gaveUpAsking(): HandsetError {
  const message = `The call was cancelled while it waited for the person's yes. ${nothing}`;
  return new HandsetError('cancelled', message);
}

/** The person ended everything. `doubt` says what can't be known of this call; without it nothing had begun. */
export function stopped(doubt = nothing): HandsetError {
  const message = `The person stopped everything in the Handset console. ${doubt}`;
  return new HandsetError('cancelled', message.trimEnd(), {
    hint: 'Ask them before you go on.',
  });
}

/** A client that asked for progress may take silence for the end. */
const reportEveryMs = 5_000;

/** What a call is going to do: with which tool, and where it touches, as far as anybody can tell. */
interface AskedAbout {
  readonly tool: AnyTool;
  readonly aim: Aim | null;
  /** Tells of other aims from now on; returns the way to stop. */
  followAim(onAim: (aim: Aim | null) => void): () => void;
}

/** What the person may answer when they say yes. */
type Yes = Exclude<Say, 'no'>;

interface OpenQuestion {
  readonly question: Question;
  readonly who: string;
  readonly tool: AnyTool;
  /** Lets the call go on, or ends it. */
  settle(answer: Yes | HandsetError): void;
}

/** The calls that wait for the person's yes. */
class Questions {
  readonly #onChange: (questions: readonly Question[]) => void;
  readonly #open = new Map<number, OpenQuestion>();
  #lastId = 0;

  /** `onChange` hears all that are open, the oldest first. */
  constructor(onChange: (questions: readonly Question[]) => void) {
    this.#onChange = onChange;
  }

  /**
   * The person's yes. Rejects with `not-allowed` for a no and for no answer within
   * `answerDeadlineMs`, with `cancelled`, and with what `refuseWhere` gives.
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

  /** Takes the person's answer; one to a question that is no longer open is nothing. */
  answer(id: number, say: Say): void {
    const asked = this.#open.get(id);
    asked?.settle(say === 'no' ? saidNo(asked.question.tool) : say);
  }

  /** Says yes to all that this agent asks now. */
  allow(who: string): void {
    for (const asked of [...this.#open.values()]) {
      if (asked.who === who) asked.settle('once');
    }
  }

  /** Ends the calls that wait and for which there is an error now. */
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
    // Set under its own id, it keeps its place among them.
    this.#open.set(id, { ...asked, question: { ...asked.question, aim } });
    this.#tell();
  }

  #tell(): void {
    this.#onChange([...this.#open.values()].map(({ question }) => question));
  }
}

/** Tells the agent at once, and again and again, what its call waits for; returns the way to end that. */
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
