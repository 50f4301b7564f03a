import { HandsetError } from '../../core/errors.ts';
import type { CallerWay, Question, Say } from '../../core/link/messages.ts';
import type { AnyTool, Progress } from '../../core/tools/tool.ts';
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
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** The person's yes. */
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

  #answered({ who, agent, from, tool, argumentsJson, signal }: AskingCall): Promise<Yes> {
    const id = ++this.#lastId;
    const deadlineEpochMs = Date.now() + answerDeadlineMs;
    const question = { id, agent, from, tool: tool.name, argumentsJson, deadlineEpochMs };
    return new Promise((resolve, reject) => {
      const settle = (answer: Yes | HandsetError): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#open.delete(id);
        this.#tell();
        if (answer instanceof HandsetError) reject(answer);
        else resolve(answer);
      };
      const giveUp = (): void => settle(gaveUpAsking());
      const timer = setTimeout(() => settle(nobodyAnswered(tool.name)), answerDeadlineMs);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#open.set(id, { question, who, tool, settle });
      this.#tell();
    });
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
