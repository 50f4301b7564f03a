import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { Question, Say } from '../../../core/link/messages.ts';

/** Number of unanswered questions listed; older ones are dropped. */
const keptLines = 3;

/** The worker may report the end this long before the deadline, by this page's clock. */
const toleranceMs = 500;

/** The worker identifies agents by their name and the origin of their calls. */
type Asker = Pick<Question, 'agent' | 'from'>;

interface Trusted extends Asker {
  readonly sinceEpochMs: number;
}

/** A question that ended without an answer. */
interface Missed {
  readonly question: Question;
  readonly atEpochMs: number;
  /** Its deadline passed, or the agent cancelled its call. */
  readonly why: 'expired' | 'withdrawn';
}

/** The questions of agents to the user, and how they ended. */
export class QuestionsState {
  /** The questions that wait for an answer, the oldest first. */
  readonly waiting = $derived.by(() =>
    this.#asked.filter(({ id }) => !this.#answered.includes(id)),
  );
  /** The question whose touch preview the picture shows. */
  markedId = $state.raw<number | null>(null);
  /** Questions that ended without an answer, the last first. */
  missed = $state.raw<readonly Missed[]>([]);
  /** Why the last answer could not be sent. */
  error = $state.raw<WireError | null>(null);

  readonly #link: WorkerLink;
  #asked = $state.raw<readonly Question[]>([]);
  #answered = $state.raw<readonly number[]>([]);
  /** The agents that the user allowed to act without further questions. */
  #trusted = $state.raw<readonly Trusted[]>([]);

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('questions', (questions) => this.#become(questions));
  }

  /** Answers a question, which is removed from `waiting`. */
  async answer({ id, ...asker }: Question, say: Say): Promise<void> {
    this.error = null;
    this.#answered = [...this.#answered, id];
    const before = this.#trusted;
    // Before the reply: the worker also accepts this agent's other questions.
    if (say === 'agent') this.#trust(asker);
    try {
      await this.#link.call('answerQuestion', { id, say });
    } catch (error) {
      this.#trusted = before;
      this.error = toWire(error);
      this.#answered = this.#answered.filter((each) => each !== id);
    }
  }

  /** Clears the missed questions and the error. */
  dismiss(): void {
    this.missed = [];
    this.error = null;
  }

  /**
   * Call it when asking first was turned on or off, or a bridge was joined: the worker then asks
   * about every agent again.
   */
  forgetTrust(): void {
    this.#trusted = [];
  }

  /**
   * Call it when the worker was replaced: the new one numbers questions from 1 and trusts no agent.
   */
  begin(): void {
    this.#answered = [];
    this.forgetTrust();
  }

  /** Since when this agent acts without being asked about; undefined where it does not. */
  trustedSince({ agent, from }: Asker): number | undefined {
    const isMeant = (each: Asker): boolean => each.agent === agent && each.from === from;
    return this.#trusted.find(isMeant)?.sinceEpochMs;
  }

  #trust({ agent, from }: Asker): void {
    if (this.trustedSince({ agent, from }) !== undefined) return;
    this.#trusted = [...this.#trusted, { agent, from, sinceEpochMs: Date.now() }];
  }

  #become(questions: readonly Question[]): void {
    const gone = this.waiting.filter(({ id }) => !questions.some((each) => each.id === id));
    const unanswered = gone.filter((question) => this.trustedSince(question) === undefined);
    this.missed = [...missedAmong(unanswered, Date.now()), ...this.missed].slice(0, keptLines);
    this.#asked = questions;
  }
}

/** How questions without an answer ended, the last asked first. */
export function missedAmong(gone: readonly Question[], nowEpochMs: number): Missed[] {
  return gone
    .map((question): Missed => ({
      question,
      atEpochMs: nowEpochMs,
      why: nowEpochMs >= question.deadlineEpochMs - toleranceMs ? 'expired' : 'withdrawn',
    }))
    .reverse();
}
