import { type Ask, answerDeadlineMs, readTell } from '../browser-agents/handshake.ts';
import { DoorError, asError } from './door-error.ts';
import type { Place } from './place.ts';

/** Options of `requestConnection`. */
interface KnockOptions {
  readonly origin: string;
  /** Time for the console's first answer; the person then has a timeout of their own. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called when the console asks the person. */
  onAsking?(): void;
}

/** Interval for pinging a console that was already open and for checking that its window is not closed. */
const lookAgainMs = 500;
/** The console's own timeout for the person's answer may fire up to a minute late while its page is hidden. */
const slackMs = 65_000;

/** The port that the console granted, and the id of the request. */
interface Opened {
  readonly id: string;
  readonly port: MessagePort;
}

/**
 * Requests a port from the console. Rejects with a `ConnectionError` when there will be none, or with
 * the signal's reason.
 */
export function knock(place: Place, options: KnockOptions): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    const knocking = new Knocking(place, options, (outcome) => {
      signal?.removeEventListener('abort', abort);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    });
    const abort = (): void => knocking.giveUp(asError(signal?.reason));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    else knocking.start();
  });
}

class Knocking {
  readonly #place: Place;
  readonly #options: KnockOptions;
  readonly #onEnd: (outcome: Opened | Error) => void;
  /** Empty before the first request. */
  #id = '';
  #looking: number | undefined;
  #deadline: number | undefined;

  constructor(place: Place, options: KnockOptions, onEnd: (outcome: Opened | Error) => void) {
    this.#place = place;
    this.#options = options;
    this.#onEnd = onEnd;
  }

  start(): void {
    const { origin, timeoutMs } = this.#options;
    addEventListener('message', this.#hear);
    this.#look();
    this.#looking = window.setInterval(() => this.#look(), lookAgainMs);
    this.#failAfter(timeoutMs, () => noAnswer(origin, timeoutMs));
  }

  /** Withdraws the request, so that the console stops asking the person. */
  giveUp(reason: Error): void {
    if (this.#id !== '') this.#say({ type: 'handset:withdraw', id: this.#id });
    this.#end(reason);
  }

  #look(): void {
    if (this.#place.isGone()) this.#end(gone());
    else if (this.#place.wasThere && this.#id === '') this.#say({ type: 'handset:ping' });
  }

  readonly #hear = ({ data, origin, source, ports }: MessageEvent<unknown>): void => {
    if (source !== this.#place.window || origin !== this.#options.origin) return;
    const told = readTell(data);
    if (told === null) return;
    if (told.type === 'handset:ready') {
      // A reloaded console does not know the earlier request.
      if (told.isNew || this.#id === '') this.#ask();
      return;
    }
    const [port] = ports;
    // An answer to a withdrawn request.
    if (told.id !== this.#id) port?.close();
    else if (told.type === 'handset:asking') this.#waitForPerson();
    else if (told.type === 'handset:refused') this.#end(new DoorError(told.reason, told.message));
    else if (port !== undefined) this.#end({ id: told.id, port });
  };

  #ask(): void {
    if (this.#id !== '') this.#say({ type: 'handset:withdraw', id: this.#id });
    this.#id = crypto.randomUUID();
    this.#say({ type: 'handset:connect', id: this.#id });
  }

  #waitForPerson(): void {
    const waitMs = answerDeadlineMs + slackMs;
    const message = 'Nobody answered in Handset. Ask again when the person is there.';
    this.#failAfter(waitMs, () => new DoorError('unanswered', message));
    this.#options.onAsking?.();
  }

  #failAfter(ms: number, error: () => Error): void {
    clearTimeout(this.#deadline);
    this.#deadline = window.setTimeout(() => this.giveUp(error()), ms);
  }

  #say(ask: Ask): void {
    this.#place.window.postMessage(ask, this.#options.origin);
  }

  #end(outcome: Opened | Error): void {
    removeEventListener('message', this.#hear);
    clearInterval(this.#looking);
    clearTimeout(this.#deadline);
    this.#onEnd(outcome);
  }
}

function noAnswer(origin: string, timeoutMs: number): DoorError {
  const seconds = Math.round(timeoutMs / 1000);
  return new DoorError(
    'no-answer',
    `Nothing at ${origin} answered as Handset within ${seconds} s. Does the console load there? ` +
      `For a console on this computer, Chrome must let ${location.origin} reach the local network. ` +
      `A bridge lets other sites frame its console only when started with --allow-origin ${location.origin}. ` +
      'A console older than this script has no door for agents: update it.',
  );
}

function gone(): DoorError {
  return new DoorError(
    'window-closed',
    'The window of the Handset console was closed, or its host cuts it off from the page that opened it ' +
      '(Cross-Origin-Opener-Policy; the bridge does). Put the console into a frame instead.',
  );
}
