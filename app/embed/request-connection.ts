import {
  answerTimeoutMs,
  parseConsoleMessage,
  type AgentMessage,
} from '../browser-agents/handshake.ts';
import { ConnectionError, toError } from './connection-error.ts';

/** The window or frame that shows the console, as seen from the agent's page. */
export interface ConsoleWindow {
  readonly window: Window;
  /** Whether it was open before; a console that is still loading announces itself when it listens. */
  readonly wasOpen: boolean;
  /** Whether the window was closed or the frame removed. */
  isClosed(): boolean;
  /** Removes the frame or window if it was opened for the agent. */
  remove(): void;
}

/** An element to append a frame to, a frame or window that shows the console, or a new window. */
export type ConsoleTarget = HTMLElement | Window | 'window';

/** Opens the console there, or uses the one that is there. Throws `window-blocked`. */
export function openConsoleWindow(console: string, target: ConsoleTarget): ConsoleWindow {
  if (target === 'window') return openNewWindow(console);
  if (target instanceof HTMLIFrameElement) return windowOfFrame(target);
  return target instanceof HTMLElement ? embedFrame(console, target) : existingWindow(target);
}

function openNewWindow(console: string): ConsoleWindow {
  const opened = window.open(console, 'handset');
  if (opened === null) {
    const message =
      'The browser blocked the window of the Handset console. Connect in response to a click, or put the console in a frame.';
    throw new ConnectionError('window-blocked', message);
  }
  const remove = (): void => opened.close();
  return { window: opened, wasOpen: false, isClosed: () => opened.closed, remove };
}

function embedFrame(console: string, parent: HTMLElement): ConsoleWindow {
  const frame = document.createElement('iframe');
  frame.title = 'Handset';
  frame.allow = 'usb; local-network-access; loopback-network; clipboard-write';
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' });
  frame.src = console;
  parent.append(frame);
  return { ...windowOfFrame(frame), wasOpen: false, remove: () => frame.remove() };
}

function windowOfFrame(frame: HTMLIFrameElement): ConsoleWindow {
  const { contentWindow } = frame;
  if (contentWindow === null) {
    throw new ConnectionError(
      'no-answer',
      'The frame for the Handset console is not in the document.',
    );
  }
  return { ...existingWindow(contentWindow), isClosed: () => !frame.isConnected };
}

function existingWindow(target: Window): ConsoleWindow {
  return {
    window: target,
    wasOpen: true,
    isClosed: () => target.closed,
    remove: () => undefined,
  };
}

/** Options of `requestConnection`. */
interface RequestConnectionOptions {
  readonly origin: string;
  /** Time for the console's first answer; the user then has a timeout of their own. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called when the console asks the user. */
  onAsking?(): void;
}

/** Interval for pinging a console that was already open and for checking that its window is not closed. */
const pollMs = 500;
/** The console's own timeout for the user's answer may fire up to a minute late while its page is hidden. */
const timerSlackMs = 65_000;

/** The port that the console granted, and the id of the request. */
interface GrantedPort {
  readonly id: string;
  readonly port: MessagePort;
}

/**
 * Requests a port from the console. Rejects with a `ConnectionError` when there will be none, or with
 * the signal's reason.
 */
export function requestConnection(
  consoleWindow: ConsoleWindow,
  options: RequestConnectionOptions,
): Promise<GrantedPort> {
  return new Promise((resolve, reject) => {
    const { signal } = options;
    const request = new ConnectionRequest(consoleWindow, options, (outcome) => {
      signal?.removeEventListener('abort', abort);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    });
    const abort = (): void => request.abandon(toError(signal?.reason));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    else request.start();
  });
}

class ConnectionRequest {
  readonly #consoleWindow: ConsoleWindow;
  readonly #options: RequestConnectionOptions;
  readonly #onEnd: (outcome: GrantedPort | Error) => void;
  /** Empty before the first request. */
  #id = '';
  #pollTimer: number | undefined;
  #deadline: number | undefined;

  constructor(
    consoleWindow: ConsoleWindow,
    options: RequestConnectionOptions,
    onEnd: (outcome: GrantedPort | Error) => void,
  ) {
    this.#consoleWindow = consoleWindow;
    this.#options = options;
    this.#onEnd = onEnd;
  }

  start(): void {
    const { origin, timeoutMs } = this.#options;
    addEventListener('message', this.#onMessage);
    this.#checkWindow();
    this.#pollTimer = window.setInterval(() => this.#checkWindow(), pollMs);
    this.#failAfter(timeoutMs, () => noAnswerError(origin, timeoutMs));
  }

  /** Withdraws the request, so that the console stops asking the user. */
  abandon(reason: Error): void {
    if (this.#id !== '') this.#sendMessage({ type: 'handset:withdraw', id: this.#id });
    this.#finish(reason);
  }

  #checkWindow(): void {
    if (this.#consoleWindow.isClosed()) this.#finish(windowClosedError());
    else if (this.#consoleWindow.wasOpen && this.#id === '')
      this.#sendMessage({ type: 'handset:ping' });
  }

  readonly #onMessage = ({ data, origin, source, ports }: MessageEvent<unknown>): void => {
    if (source !== this.#consoleWindow.window || origin !== this.#options.origin) return;
    const reply = parseConsoleMessage(data);
    if (reply === null) return;
    if (reply.type === 'handset:ready') {
      // A reloaded console does not know the earlier request.
      if (reply.isNew || this.#id === '') this.#requestPort();
      return;
    }
    const [port] = ports;
    // An answer to a withdrawn request.
    if (reply.id !== this.#id) port?.close();
    else if (reply.type === 'handset:asking') this.#waitForUser();
    else if (reply.type === 'handset:refused')
      this.#finish(new ConnectionError(reply.reason, reply.message));
    else if (port !== undefined) this.#finish({ id: reply.id, port });
  };

  #requestPort(): void {
    if (this.#id !== '') this.#sendMessage({ type: 'handset:withdraw', id: this.#id });
    this.#id = crypto.randomUUID();
    this.#sendMessage({ type: 'handset:connect', id: this.#id });
  }

  #waitForUser(): void {
    const waitMs = answerTimeoutMs + timerSlackMs;
    const message = 'Nobody answered in Handset. Ask again when the user is there.';
    this.#failAfter(waitMs, () => new ConnectionError('unanswered', message));
    this.#options.onAsking?.();
  }

  #failAfter(ms: number, error: () => Error): void {
    clearTimeout(this.#deadline);
    this.#deadline = window.setTimeout(() => this.abandon(error()), ms);
  }

  #sendMessage(message: AgentMessage): void {
    this.#consoleWindow.window.postMessage(message, this.#options.origin);
  }

  #finish(outcome: GrantedPort | Error): void {
    removeEventListener('message', this.#onMessage);
    clearInterval(this.#pollTimer);
    clearTimeout(this.#deadline);
    this.#onEnd(outcome);
  }
}

function noAnswerError(origin: string, timeoutMs: number): ConnectionError {
  const seconds = Math.round(timeoutMs / 1000);
  return new ConnectionError(
    'no-answer',
    `No Handset console at ${origin} answered within ${seconds} s. Does the console load there? ` +
      `For a console on this computer, Chrome must let ${location.origin} reach the local network. ` +
      `A bridge lets other sites frame its console only when started with --allow-origin ${location.origin}. ` +
      'If the console is older than this script, update it.',
  );
}

function windowClosedError(): ConnectionError {
  return new ConnectionError(
    'window-closed',
    'The window of the Handset console was closed, or its server separates it from the page that opened it, ' +
      'as the bridge does (Cross-Origin-Opener-Policy). Put the console in a frame instead.',
  );
}
