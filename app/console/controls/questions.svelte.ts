import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { Question, Say } from '../../../core/link/messages.ts';

/** Lines about questions that went unanswered; older ones are dropped. */
const keptLines = 3;

/** The worker's timer and its message may come a little before the deadline as this page's clock tells it. */
const toleranceMs = 500;

/** The worker tells agents apart by their name and the way they come. */
type Asker = Pick<Question, 'agent' | 'from'>;

interface Trusted extends Asker {
  readonly sinceEpochMs: number;
}

/** A question that ended without an answer. */
interface Missed {
  readonly question: Question;
  readonly atEpochMs: number;
  /** Its time ran out, or the agent waits for it no longer. */
  readonly why: 'expired' | 'withdrawn';
}

/** What agents ask of the person, and what became of it. */
export class QuestionsState {
  /** Those that wait for an answer, the oldest first. */
  readonly waiting = $derived.by(() =>
    this.#asked.filter(({ id }) => !this.#answered.includes(id)),
  );
  /** The question whose place the phone's picture shows. */
  markedId = $state.raw<number | null>(null);
  /** Questions that ended without an answer, the last first. */
  missed = $state.raw<readonly Missed[]>([]);
  /** Why an answer did not arrive. */
  error = $state.raw<WireError | null>(null);

  readonly #link: WorkerLink;
  #asked = $state.raw<readonly Question[]>([]);
  #answered = $state.raw<readonly number[]>([]);
  /** The agents that the person allowed to act without being asked each time. */
  #trusted = $state.raw<readonly Trusted[]>([]);

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('questions', (questions) => this.#become(questions));
  }

  /** Answers a question; it stands no longer among those that wait. */
  async answer({ id, ...asker }: Question, say: Say): Promise<void> {
    this.error = null;
    this.#answered = [...this.#answered, id];
    const before = this.#trusted;
    // At once: what else this agent asks for goes ahead with this answer.
    if (say === 'agent') this.#trust(asker);
    try {
      await this.#link.call('answerQuestion', { id, say });
    } catch (error) {
      this.#trusted = before;
      this.error = toWire(error);
      this.#answered = this.#answered.filter((each) => each !== id);
    }
  }

  /** Takes the lines away. */
  dismiss(): void {
    this.missed = [];
    this.error = null;
  }

  /**
   * To be called when asking was turned on or off, or a bridge is joined: the worker then asks
   * about every agent again.
   */
  forgetTrust(): void {
    this.#trusted = [];
  }

  /** To be called when another worker counts the questions from one again, and trusts nobody. */
  begin(): void {
    this.#answered = [];
    this.forgetTrust();
  }

  /** Since when this agent acts unasked; undefined where it does not. */
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

/** What became of questions that went without an answer, the last asked first. */
export function missedAmong(gone: readonly Question[], nowEpochMs: number): Missed[] {
  return gone
    .map((question): Missed => ({
      question,
      atEpochMs: nowEpochMs,
      why: nowEpochMs >= question.deadlineEpochMs - toleranceMs ? 'expired' : 'withdrawn',
    }))
    .reverse();
}
