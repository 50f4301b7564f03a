import { HandsetError } from '../../core/errors.ts';
import type { Aim } from '../../core/link/aim.ts';
import type { CallerWay } from '../../core/link/call.ts';
import type { Question, Say } from '../../core/link/messages.ts';
import type { AnyTool, Progress } from '../../core/tools/contract/tool.ts';
import { answerDeadlineMs, gaveUpAsking, nobodyAnswered, saidNo } from './refusals.ts';

/** A client that asked for progress may take silence for the end. */
const reportEveryMs = 5_000;

/** A call of an agent, before it runs. */
export interface AskingCall {
  /** Tells the agent from all others, also from one of the same name that comes another way. */
  readonly who: string;
  /** Its name as the person sees it. */
  readonly agent: string;
  readonly from: CallerWay;
  readonly tool: AnyTool;
  /** As they were when the call came. */
  readonly argumentsJson: string;
  readonly aim: Aim | null;
  /** Tells of other aims from now on; returns the way to stop. */
  followAim(onAim: (aim: Aim | null) => void): () => void;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
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
export class Questions {
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
  async ask(call: AskingCall): Promise<Yes> {
    if (call.signal.aborted) throw gaveUpAsking();
    const stopReporting = reportWaiting(call);
    try {
      return await this.#answered(call);
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

  #answered({ who, tool, signal, ...call }: AskingCall): Promise<Yes> {
    const { agent, from, argumentsJson, aim, followAim } = call;
    const id = ++this.#lastId;
    const deadlineEpochMs = Date.now() + answerDeadlineMs;
    const about = { agent, from, tool: tool.name, argumentsJson, aim };
    const question = { id, ...about, deadlineEpochMs };
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
      this.#open.set(id, { question, who, tool, settle });
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
function reportWaiting({ onProgress }: AskingCall): () => void {
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
