import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { QuestionAnswer, CallQuestion } from '#core/link/messages.ts';
import { isCovered, type TrustLevel } from '#core/link/policy.ts';

/** Number of unanswered questions listed; older ones are dropped. */
const maxMissed = 3;

/** The worker may report the end this long before the deadline, by this page's clock. */
const clockToleranceMs = 500;

/** The worker identifies agents by their name and the origin of their calls. */
type Requester = Pick<CallQuestion, 'agent' | 'from'>;

/** What an agent may do without a question, and since when. */
interface Trust {
  readonly level: TrustLevel;
  readonly sinceEpochMs: number;
}

type TrustedRequester = Requester & Trust;

/** A question that ended without an answer. */
interface MissedQuestion {
  readonly question: CallQuestion;
  /** Its deadline passed, or the agent cancelled its call. */
  readonly reason: 'expired' | 'withdrawn';
}

/** The questions of agents to the user, and how they ended. */
export class QuestionsState {
  /** The questions that wait for an answer, the oldest first. */
  readonly waiting = $derived.by(() =>
    this.#questions.filter(({ id }) => !this.#answeredIds.includes(id)),
  );
  /** Questions that ended without an answer, the last first. */
  missed = $state.raw<readonly MissedQuestion[]>([]);
  /** Why the last answer could not be sent. */
  error = $state.raw<WireError | null>(null);

  readonly #link: WorkerLink;
  readonly #isPaused: () => boolean;
  #questions = $state.raw<readonly CallQuestion[]>([]);
  #answeredIds = $state.raw<readonly number[]>([]);
  /** The agents that the user allowed to look or to act without further questions. */
  #trustedRequesters = $state.raw<readonly TrustedRequester[]>([]);

  constructor(link: WorkerLink, isPaused: () => boolean) {
    this.#link = link;
    this.#isPaused = isPaused;
    link.on('questions', (questions) => this.#onQuestions(questions));
  }

  /** Whether this call waits for an answer of the user, itself or with a step of its own. */
  holds(callId: number): boolean {
    return this.waiting.some(({ callIds }) => callIds.includes(callId));
  }

  /** Answers a question, which is removed from `waiting`; with a no, `reason` is told to the agent. */
  async answer(question: CallQuestion, decision: QuestionAnswer, reason: string): Promise<void> {
    const { id, grants } = question;
    this.error = null;
    this.#answeredIds = [...this.#answeredIds, id];
    const trustedBefore = this.#trustedRequesters;
    // Before the reply: the worker also accepts this agent's other questions.
    if (decision === 'agent' && grants !== null) this.#addTrusted(question, grants);
    try {
      await this.#link.call('answerQuestion', { id, answer: decision, reason });
    } catch (error) {
      this.#trustedRequesters = trustedBefore;
      this.error = toWire(error);
      this.#answeredIds = this.#answeredIds.filter((each) => each !== id);
    }
  }

  /**
   * Call it when a rule has changed, or a bridge was joined: the worker then asks about every agent
   * again.
   */
  clearTrust(): void {
    this.#trustedRequesters = [];
  }

  /**
   * Call it when the worker was replaced: the new one numbers questions from 1 and trusts no agent.
   */
  reset(): void {
    this.#answeredIds = [];
    this.clearTrust();
  }

  /** The agents that look or act without being asked about. */
  get trusted(): readonly TrustedRequester[] {
    return this.#trustedRequesters;
  }

  /** Asks about this agent again. */
  async revokeTrust({ agent, from }: Requester): Promise<void> {
    this.error = null;
    try {
      await this.#link.call('revokeTrust', { agent, from });
      this.#trustedRequesters = this.#trustedRequesters.filter(
        (each) => each.agent !== agent || each.from !== from,
      );
    } catch (error) {
      this.error = toWire(error);
    }
  }

  /** What this agent does without being asked about; undefined for nothing. */
  trustIn({ agent, from }: Requester): Trust | undefined {
    return this.#trustedRequesters.find((each) => each.agent === agent && each.from === from);
  }

  #addTrusted({ agent, from }: Requester, level: TrustLevel): void {
    const trust = this.trustIn({ agent, from });
    if (isCovered(trust?.level, level)) return;
    this.#trustedRequesters = [
      ...this.#trustedRequesters.filter((each) => each !== trust),
      { agent, from, level, sinceEpochMs: Date.now() },
    ];
  }

  #onQuestions(questions: readonly CallQuestion[]): void {
    const ended = this.waiting.filter(({ id }) => !questions.some((each) => each.id === id));
    const trustIn = (agent: Requester): TrustLevel | undefined => this.trustIn(agent)?.level;
    // Pausing ends questions, too; the user knows of that.
    const missed = missedQuestions(ended, trustIn, Date.now()).filter(
      ({ reason }) => reason === 'expired' || !this.#isPaused(),
    );
    this.missed = [...missed, ...this.missed].slice(0, maxMissed);
    this.#questions = questions;
  }
}

/**
 * How questions without an answer ended, the last asked first; without those that the worker answered
 * yes because trust in the agent covers them.
 */
export function missedQuestions(
  ended: readonly CallQuestion[],
  trustIn: (agent: Requester) => TrustLevel | undefined,
  nowEpochMs: number,
): MissedQuestion[] {
  return ended
    .filter(
      (question) => question.grants === null || !isCovered(trustIn(question), question.grants),
    )
    .map((question): MissedQuestion => ({
      question,
      reason: nowEpochMs >= question.deadlineEpochMs - clockToleranceMs ? 'expired' : 'withdrawn',
    }))
    .reverse();
}
