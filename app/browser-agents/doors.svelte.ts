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

/** Another origin that wants to use the phone; several of its windows may wait for the same answer. */
interface DoorQuestion {
  readonly origin: string;
  readonly askers: readonly Asker[];
}

/** The connection of an agent in this browser, over a MessagePort. */
interface OpenDoor {
  readonly origin: string;
  readonly agent: string;
  readonly asker: Asker;
  close(): void;
}

/** More than anyone needs; limits the load from a misbehaving page. */
const mostDoors = 32;
const mostAskers = 8;
/** Keeps one origin from taking all the requests. */
const mostAskersOfOrigin = 2;

/** Interval of the check for closed windows, whose connections and requests are removed. */
const lookAgainMs = 2_000;

/**
 * The connections of agents in other pages of this browser. Pages of our own origin connect freely;
 * any other origin needs the person's consent, which is stored. The port then links agent and worker
 * directly: this page sees no call.
 */
export class Doors {
  /** Oldest first. */
  questions = $state.raw<readonly DoorQuestion[]>([]);
  /** The person's stored answers for other origins. */
  answers = $state.raw(keptAnswers());
  open = $state.raw<readonly OpenDoor[]>([]);

  readonly #link: WorkerLink;
  readonly #names = new AgentNames(location.origin);

  constructor(link: WorkerLink) {
    this.#link = link;
  }

  /** Starts listening for agents. */
  listen(): void {
    hearAskers(handsetVersion, (type, asker) => {
      if (type === 'handset:connect') this.#take(asker);
      else this.#withdraw(asker);
    });
    window.addEventListener('pagehide', () => this.#leave());
    setInterval(() => this.#clearAbandoned(), lookAgainMs);
    // Answers given or forgotten in another tab hold here too.
    onAnsweredElsewhere((answers) => this.#follow(answers));
  }

  /** Stores the person's answer for an origin. */
  answer(origin: string, isYes: boolean): void {
    const { allowed, refused } = this.#answersWithout(origin);
    if (isYes) this.#keep({ allowed: [...allowed, origin], refused });
    else this.#keep({ allowed, refused: [...refused, origin] });
  }

  /** Forgets the person's answer for an origin and closes its connections. */
  forget(origin: string): void {
    this.#keep(this.#answersWithout(origin));
  }

  #take(asker: Asker): void {
    const { origin } = asker;
    // Sent twice: the request is waiting or already connected.
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

  /** Ends this request unanswered, unless it was withdrawn; a repeated request has its own timeout. */
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

  /** Removes the question of an origin and returns the requesters that waited for its answer. */
  #settle(origin: string): readonly Asker[] {
    const question = this.questions.find((each) => each.origin === origin);
    this.questions = this.questions.filter((each) => each !== question);
    return question?.askers ?? [];
  }

  /** Called when the page unloads: a MessagePort does not notify agents that its other end is gone. */
  #leave(): void {
    for (const door of this.open) {
      reply(door.asker, { type: 'handset:closed', id: door.asker.id });
      door.close();
    }
  }

  /** Closes the connections and drops the requests of windows that were closed. */
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
    // If two tabs answered at the same time, "allow" wins.
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
    // Resolves when the connection has ended; the port queues messages until the worker listens.
    const served = this.#link.call('openDoor', { agent, port: port1 }, closing.signal);
    const end = (): void => {
      this.open = this.open.filter((each) => each !== door);
      // A terminated worker sent nothing over the port.
      reply(asker, { type: 'handset:closed', id });
    };
    served.then(end, end);
    reply(asker, { type: 'handset:connected', id, agent }, port2);
  }
}

function isSame(one: Asker, other: Asker): boolean {
  return one.id === other.id && one.window === other.window && one.origin === other.origin;
}
