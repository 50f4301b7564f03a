import type { WorkerLink } from '#core/link/link.ts';
import { handsetVersion } from '#core/version.ts';
import {
  answerTimeoutMs,
  parseAgentMessage,
  type AgentMessage,
  type ConsoleMessage,
  type RefusalReason,
} from './handshake.ts';
import {
  AgentNames,
  onAnswersChanged,
  scriptedAgentName,
  storeAnswers,
  storedAnswers,
  type OriginAnswers,
} from './origins.ts';

/** A window or frame that requests a connection; `sendToRequester` reaches it while it shows the same origin. */
interface PortRequester {
  /** From `MessageEvent.origin`, so the browser vouches for it. */
  readonly origin: string;
  readonly window: Window;
  /** Chosen by the agent to distinguish its requests. */
  readonly id: string;
}

const refusalMessages: Readonly<Record<RefusalReason, string>> = {
  refused: 'The user denied access. They can change that in the Agents panel of Handset.',
  unanswered: 'Nobody answered in Handset. Ask again when the user is there.',
  'no-origin':
    'A page with no origin (a sandboxed frame, a local file) can’t be identified. Serve it over http or https.',
  'too-many': 'Too many agents in this browser are connected or waiting for an answer. Close some.',
};

/** Sends the requester a message and transfers the port, if given. Never throws, even if the window is gone. */
function sendToRequester(
  requester: Omit<PortRequester, 'id'>,
  message: ConsoleMessage,
  port?: MessagePort,
): void {
  if (requester.origin === 'null' && port !== undefined) return;
  // An opaque origin cannot be a postMessage target; messages to it hold no secret.
  const targetOrigin = requester.origin === 'null' ? '*' : requester.origin;
  try {
    requester.window.postMessage(message, targetOrigin, port === undefined ? [] : [port]);
  } catch {
    // The origin is not valid as a postMessage target.
  }
}

/** Refuses the request with this reason. */
function refuseRequest(requester: PortRequester, reason: RefusalReason): void {
  sendToRequester(requester, {
    type: 'handset:refused',
    id: requester.id,
    reason,
    message: refusalMessages[reason],
  });
}

/**
 * Listens for agents' messages as long as the page lives, and answers pings. Announces `handset:ready`
 * to the window that embeds or opened this page.
 */
function listenForRequesters(
  onRequest: (
    type: Exclude<AgentMessage['type'], 'handset:ping'>,
    requester: PortRequester,
  ) => void,
): void {
  const readyMessage = (isNew: boolean): ConsoleMessage => ({
    type: 'handset:ready',
    version: handsetVersion,
    isNew,
  });
  window.addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    const message = parseAgentMessage(data);
    // Only windows post messages to a window; workers and ports have their own targets.
    const sender = { origin, window: source as Window | null };
    if (message === null || sender.window === null) return;
    const requester = { origin, window: sender.window };
    if (message.type === 'handset:ping') sendToRequester(requester, readyMessage(false));
    else onRequest(message.type, { ...requester, id: message.id });
  });
  // The message reveals no more than the page's address, so any origin may receive it.
  if (window.parent !== window) window.parent.postMessage(readyMessage(true), '*');
  const opener = window.opener as Window | null; // The DOM's type is any.
  opener?.postMessage(readyMessage(true), '*');
}

/** Another origin that wants to use the phone; several of its windows may wait for the same answer. */
interface ConnectionQuestion {
  readonly origin: string;
  readonly requesters: readonly PortRequester[];
}

/** The connection of an agent in this browser, over a MessagePort. */
interface PortConnection {
  readonly origin: string;
  readonly agent: string;
  readonly requester: PortRequester;
  close(): void;
}

/** More than anyone needs; limits the load from a misbehaving page. */
const maxConnections = 32;
const maxRequesters = 8;
/** Keeps one origin from taking all the requests. */
const maxRequestersPerOrigin = 2;

/** Interval of the check for closed windows, whose connections and requests are removed. */
const closedCheckMs = 2_000;

/**
 * The connections of agents in other pages of this browser. Pages of our own origin connect freely;
 * any other origin needs the user's consent, which is stored. The port then links agent and worker
 * directly: this page sees no call.
 */
export class PortConnections {
  /** Oldest first. */
  questions = $state.raw<readonly ConnectionQuestion[]>([]);
  /** The user's stored answers for other origins. */
  answers = $state.raw(storedAnswers());
  open = $state.raw<readonly PortConnection[]>([]);

  readonly #link: WorkerLink;
  readonly #names = new AgentNames(location.origin);

  constructor(link: WorkerLink) {
    this.#link = link;
  }

  /** Starts listening for agents. */
  listen(): void {
    listenForRequesters((type, requester) => {
      if (type === 'handset:connect') this.#handleRequest(requester);
      else this.#withdraw(requester);
    });
    window.addEventListener('pagehide', () => this.#closeAll());
    setInterval(() => this.#clearAbandoned(), closedCheckMs);
    // Answers given or forgotten in another tab hold here too.
    onAnswersChanged((answers) => this.#applyAnswers(answers));
  }

  /** Stores the user's answer for an origin. */
  answer(origin: string, isAccepted: boolean): void {
    const { allowed, refused } = this.#answersWithout(origin);
    if (isAccepted) this.#saveAnswers({ allowed: [...allowed, origin], refused });
    else this.#saveAnswers({ allowed, refused: [...refused, origin] });
  }

  /** Forgets the user's answer for an origin and closes its connections. */
  forgetOrigin(origin: string): void {
    this.#saveAnswers(this.#answersWithout(origin));
  }

  #handleRequest(requester: PortRequester): void {
    const { origin } = requester;
    // Sent twice: the request is waiting or already connected.
    if (this.#isKnown(requester)) return;
    if (origin === 'null' || origin === '') refuseRequest(requester, 'no-origin');
    else if (this.open.length >= maxConnections) refuseRequest(requester, 'too-many');
    else if (this.#isAllowed(origin)) this.#open(requester);
    else if (this.#isAnswered(origin)) refuseRequest(requester, 'refused');
    else this.#askUser(requester);
  }

  #isAllowed(origin: string): boolean {
    return origin === location.origin || this.answers.allowed.includes(origin);
  }

  #isAnswered(origin: string): boolean {
    return this.#isAllowed(origin) || this.answers.refused.includes(origin);
  }

  #askUser(requester: PortRequester): void {
    const { origin, id } = requester;
    const waiting = this.questions.flatMap(({ requesters }) => requesters).length;
    const existing = this.questions.find((each) => each.origin === origin);
    if (waiting >= maxRequesters || (existing?.requesters.length ?? 0) >= maxRequestersPerOrigin) {
      refuseRequest(requester, 'too-many');
      return;
    }
    const question = { origin, requesters: [...(existing?.requesters ?? []), requester] };
    this.questions = existing
      ? this.questions.map((each) => (each === existing ? question : each))
      : [...this.questions, question];
    sendToRequester(requester, { type: 'handset:asking', id });
    setTimeout(() => this.#expireRequest(requester), answerTimeoutMs);
  }

  #isKnown(requester: PortRequester): boolean {
    const waiting = this.questions.flatMap(({ requesters }) => requesters);
    const connected = this.open.map((connection) => connection.requester);
    return [...waiting, ...connected].some((each) => isSameRequester(each, requester));
  }

  /** Ends this request unanswered, unless it was withdrawn; a repeated request has its own timeout. */
  #expireRequest(requester: PortRequester): void {
    if (!this.questions.some(({ requesters }) => requesters.includes(requester))) return;
    this.#withdraw(requester);
    refuseRequest(requester, 'unanswered');
  }

  #withdraw(requester: PortRequester): void {
    this.questions = this.questions
      .map((each) => ({
        ...each,
        requesters: each.requesters.filter((other) => !isSameRequester(other, requester)),
      }))
      .filter(({ requesters }) => requesters.length > 0);
  }

  /** Removes the question of an origin and returns the requesters that waited for its answer. */
  #removeQuestion(origin: string): readonly PortRequester[] {
    const question = this.questions.find((each) => each.origin === origin);
    this.questions = this.questions.filter((each) => each !== question);
    return question?.requesters ?? [];
  }

  /** Called when the page unloads: a MessagePort does not notify agents that its other end is gone. */
  #closeAll(): void {
    for (const connection of this.open) {
      sendToRequester(connection.requester, {
        type: 'handset:closed',
        id: connection.requester.id,
      });
      connection.close();
    }
  }

  /** Closes the connections and drops the requests of windows that were closed. */
  #clearAbandoned(): void {
    for (const { requester, close } of this.open) if (requester.window.closed) close();
    const waiting = this.questions.flatMap(({ requesters }) => requesters);
    for (const requester of waiting) if (requester.window.closed) this.#withdraw(requester);
  }

  #answersWithout(origin: string): OriginAnswers {
    const others = (origins: readonly string[]): readonly string[] =>
      origins.filter((each) => each !== origin);
    return { allowed: others(this.answers.allowed), refused: others(this.answers.refused) };
  }

  #saveAnswers(answers: OriginAnswers): void {
    storeAnswers(answers);
    this.#applyAnswers(answers);
  }

  #applyAnswers({ allowed, refused }: OriginAnswers): void {
    // If two tabs answered at the same time, "allow" wins.
    this.answers = { allowed, refused: refused.filter((each) => !allowed.includes(each)) };
    for (const connection of this.open) if (!this.#isAllowed(connection.origin)) connection.close();
    const answered = this.questions.filter(({ origin }) => this.#isAnswered(origin));
    for (const { origin } of answered) {
      for (const requester of this.#removeQuestion(origin)) this.#handleRequest(requester);
    }
  }

  #open(requester: PortRequester): void {
    const { origin, id } = requester;
    const agent = requester.window === window ? scriptedAgentName : this.#names.nameFor(origin);
    const { port1, port2 } = new MessageChannel();
    const controller = new AbortController();
    const connection: PortConnection = {
      origin,
      agent,
      requester,
      close: () => controller.abort(),
    };
    this.open = [...this.open, connection];
    // Resolves when the connection has ended; the port queues messages until the worker listens.
    const ended = this.#link.call('serveAgentPort', { agent, port: port1 }, controller.signal);
    const onEnd = (): void => {
      this.open = this.open.filter((each) => each !== connection);
      // A terminated worker sent nothing over the port.
      sendToRequester(requester, { type: 'handset:closed', id });
    };
    ended.then(onEnd, onEnd);
    sendToRequester(requester, { type: 'handset:connected', id, agent }, port2);
  }
}

function isSameRequester(one: PortRequester, other: PortRequester): boolean {
  return one.id === other.id && one.window === other.window && one.origin === other.origin;
}
