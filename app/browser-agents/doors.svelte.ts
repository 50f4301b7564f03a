import type { WorkerLink } from '../../core/link/link.ts';
import { handsetVersion } from '../../core/version.ts';
import { AgentNames } from './agent-names.ts';
import { type Asker, hearAskers, refuse, reply } from './asker.ts';
import { answerDeadlineMs } from './handshake.ts';
import {
  type OriginAnswers,
  keepAnswers,
  keptAnswers,
  onAnsweredElsewhere,
} from './origin-answers.ts';

/** Another origin that wants to use the phone; several of its windows may wait for the one answer. */
interface DoorQuestion {
  readonly origin: string;
  readonly askers: readonly Asker[];
}

/** An agent of this browser that is connected. */
interface OpenDoor {
  readonly origin: string;
  readonly agent: string;
  readonly asker: Asker;
  close(): void;
}

/** Nobody needs more; it only bounds what a page gone wild costs. */
const mostDoors = 32;
const mostAskers = 8;
/** One origin leaves places to others. */
const mostAskersOfOrigin = 2;

/** How often it is seen to that windows that have gone leave nothing behind. */
const lookAgainMs = 2_000;

/**
 * The doors to agents in this browser. Pages of our own origin come in; any other is let in or
 * refused by the person, once and for all visits. The port then joins agent and worker: the page hears no call.
 */
export class Doors {
  /** The oldest first. */
  questions = $state.raw<readonly DoorQuestion[]>([]);
  /** What the person said of other origins; they are asked about again when it is forgotten. */
  answers = $state.raw(keptAnswers());
  open = $state.raw<readonly OpenDoor[]>([]);

  readonly #link: WorkerLink;
  readonly #names = new AgentNames(location.origin);

  constructor(link: WorkerLink) {
    this.#link = link;
  }

  /** Begins to hear askers. */
  listen(): void {
    hearAskers(handsetVersion, (type, asker) => {
      if (type === 'handset:connect') this.#take(asker);
      else this.#withdraw(asker);
    });
    window.addEventListener('pagehide', () => this.#leave());
    setInterval(() => this.#clearAbandoned(), lookAgainMs);
    // Another tab answers and forgets for this one, too.
    onAnsweredElsewhere((answers) => this.#follow(answers));
  }

  /** The person's answer for an origin. */
  answer(origin: string, isYes: boolean): void {
    const { allowed, refused } = this.#answersWithout(origin);
    if (isYes) this.#keep({ allowed: [...allowed, origin], refused });
    else this.#keep({ allowed, refused: [...refused, origin] });
  }

  /** Takes back what the person said of an origin: it is asked about again, and its doors close. */
  forget(origin: string): void {
    this.#keep(this.#answersWithout(origin));
  }

  #take(asker: Asker): void {
    const { origin } = asker;
    // Said twice; it waits, or has come in.
    if (this.#knows(asker)) return;
    if (origin === 'null' || origin === '') refuse(asker, 'no-origin');
    else if (this.open.length >= mostDoors) refuse(asker, 'too-many');
    else if (this.#isAllowed(origin)) this.#open(asker);
    else if (this.#isAnswered(origin)) refuse(asker, 'refused');
    else this.#ask(asker);
  }

  #isAllowed(origin: string): boolean {
    return origin === location.origin || this.answers.allowed.includes(origin);
  }

  #isAnswered(origin: string): boolean {
    return this.#isAllowed(origin) || this.answers.refused.includes(origin);
  }

  #ask(asker: Asker): void {
    const { origin, id } = asker;
    const waiting = this.questions.flatMap(({ askers }) => askers).length;
    const same = this.questions.find((each) => each.origin === origin);
    if (waiting >= mostAskers || (same?.askers.length ?? 0) >= mostAskersOfOrigin) {
      refuse(asker, 'too-many');
      return;
    }
    const question = { origin, askers: [...(same?.askers ?? []), asker] };
    this.questions = same
      ? this.questions.map((each) => (each === same ? question : each))
      : [...this.questions, question];
    reply(asker, { type: 'handset:asking', id });
    setTimeout(() => this.#giveUp(asker), answerDeadlineMs);
  }

  #knows(asker: Asker): boolean {
    const waiting = this.questions.flatMap(({ askers }) => askers);
    const inside = this.open.map((door) => door.asker);
    return [...waiting, ...inside].some((each) => isSame(each, asker));
  }

  /** Ends this request; one that was withdrawn and made anew has a time of its own. */
  #giveUp(asker: Asker): void {
    if (!this.questions.some(({ askers }) => askers.includes(asker))) return;
    this.#withdraw(asker);
    refuse(asker, 'unanswered');
  }

  #withdraw(asker: Asker): void {
    this.questions = this.questions
      .map((each) => ({ ...each, askers: each.askers.filter((other) => !isSame(other, asker)) }))
      .filter(({ askers }) => askers.length > 0);
  }

  /** Ends the question of an origin; the result is who waited for its answer. */
  #settle(origin: string): readonly Asker[] {
    const question = this.questions.find((each) => each.origin === origin);
    this.questions = this.questions.filter((each) => each !== question);
    return question?.askers ?? [];
  }

  /** The page goes. Agents can't see that their port leads nowhere any more. */
  #leave(): void {
    for (const door of this.open) {
      reply(door.asker, { type: 'handset:closed', id: door.asker.id });
      door.close();
    }
  }

  /** A window that goes says so over its port, if it can. */
  #clearAbandoned(): void {
    for (const { asker, close } of this.open) if (asker.window.closed) close();
    const asking = this.questions.flatMap(({ askers }) => askers);
    for (const asker of asking) if (asker.window.closed) this.#withdraw(asker);
  }

  #answersWithout(origin: string): OriginAnswers {
    const others = (origins: readonly string[]): readonly string[] =>
      origins.filter((each) => each !== origin);
    return { allowed: others(this.answers.allowed), refused: others(this.answers.refused) };
  }

  #keep(answers: OriginAnswers): void {
    keepAnswers(answers);
    this.#follow(answers);
  }

  #follow({ allowed, refused }: OriginAnswers): void {
    // Of two tabs that answered at once, the yes counts.
    this.answers = { allowed, refused: refused.filter((each) => !allowed.includes(each)) };
    for (const door of this.open) if (!this.#isAllowed(door.origin)) door.close();
    const answered = this.questions.filter(({ origin }) => this.#isAnswered(origin));
    for (const { origin } of answered) {
      for (const asker of this.#settle(origin)) this.#take(asker);
    }
  }

  #open(asker: Asker): void {
    const { origin, id } = asker;
    const agent = this.#names.of(origin);
    const { port1, port2 } = new MessageChannel();
    const closing = new AbortController();
    const door: OpenDoor = {
      origin,
      agent,
      asker,
      close: () => closing.abort(),
    };
    this.open = [...this.open, door];
    // The worker answers when the door has closed; what comes before it listens waits in the port.
    const served = this.#link.call('openDoor', { agent, port: port1 }, closing.signal);
    const end = (): void => {
      this.open = this.open.filter((each) => each !== door);
      // A worker that was ended has said nothing into the port.
      reply(asker, { type: 'handset:closed', id });
    };
    served.then(end, end);
    reply(asker, { type: 'handset:connected', id, agent }, port2);
  }
}

function isSame(one: Asker, other: Asker): boolean {
  return one.id === other.id && one.window === other.window && one.origin === other.origin;
}
