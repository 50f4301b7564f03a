import { HandsetError, type WireError } from '../../../core/errors.ts';
import { type ReplaceableLink, type WorkerLink, linkToWorker } from '../../../core/link/link.ts';
import type { RunningCall } from '../../../core/link/messages.ts';
import { workerWords } from './strings.ts';
import { Liveness } from './liveness.ts';

/** How long a worker that is asked to stop may say nothing at all. */
const stopSilenceMs = 2_000;
/** How long after that one that answers may take to say that everything has ended. */
const stopRestMs = 500;
/** One that fails again within this time would do so for ever. */
const failsOftenMs = 30_000;

/** How the worker is. */
type WorkerStatus =
  | { readonly state: 'working' }
  /** It says nothing, though it was asked. */
  | { readonly state: 'silent' }
  /** There is none: it could not be loaded, or failed twice in a row. */
  | { readonly state: 'ended'; readonly error: WireError };

/** A worker that failed and was replaced. */
interface Failure {
  readonly error: WireError;
  /** What it was at. */
  readonly cut: readonly RunningCall[];
}

/**
 * The worker of this console, for as long as the page lives: notices one that is silent or failed,
 * and puts another in its place, with the same link to it.
 */
export class ConsoleWorker {
  status = $state.raw<WorkerStatus>({ state: 'working' });
  /** Why it was replaced last, unless by Stop; null before that, and when the person has seen it. */
  failure = $state.raw<Failure | null>(null);
  readonly isAnswering = $derived(this.status.state === 'working');
  readonly link: WorkerLink;

  readonly #link: ReplaceableLink;
  readonly #open: () => Worker;
  readonly #onReplaced: (() => void)[] = [];
  readonly #liveness = new Liveness({
    ping: () => this.#ping(),
    onChange: (silent) => {
      if (this.status.state !== 'ended') this.status = { state: silent ? 'silent' : 'working' };
    },
  });
  #worker: Worker;
  #isPinging = false;
  #heard = 0;
  #failedAtMs = -Infinity;
  #running: readonly RunningCall[] = [];
  #isJoined = false;
  #stopping: Promise<readonly RunningCall[] | null> | null = null;

  /** `open` makes a worker; it must not have said anything yet. */
  constructor(open: () => Worker) {
    this.#open = open;
    this.#worker = open();
    this.#link = linkToWorker(this.#worker);
    this.link = this.#link;
    this.#liveness.setSeen(!document.hidden);
    this.#watch(this.#worker);
    this.#link.on('running', (running) => (this.#running = running));
    this.#link.on('bridge', ({ state }) => {
      this.#isJoined = state === 'connected' || state === 'retrying';
    });
    document.addEventListener('visibilitychange', () => {
      this.#liveness.setSeen(!document.hidden);
    });
  }

  /** Calls back when another worker has taken the place of the one before, which knows nothing of it. */
  onReplaced(listener: () => void): void {
    this.#onReplaced.push(listener);
  }

  /**
   * Ends every call of everybody and lifts all fingers, within 3 s: a worker that does not answer, or
   * can't end them all, is replaced, and the result is what that cut off; else null. Never rejects.
   * Who asks while that is under way waits for the same.
   */
  stop(): Promise<readonly RunningCall[] | null> {
    this.#stopping ??= this.#stop().finally(() => (this.#stopping = null));
    return this.#stopping;
  }

  async #stop(): Promise<readonly RunningCall[] | null> {
    return this.isAnswering && (await this.#endCalls()) ? null : this.startAgain();
  }

  /** Whether the worker has ended all calls. */
  async #endCalls(): Promise<boolean> {
    const ended = this.#link.call('stopEverything', null).then(
      () => true,
      () => false,
    );
    const heard = this.#heard;
    this.#ping();
    const soon = await Promise.race([ended, after(stopSilenceMs)]);
    if (soon !== null) return soon;
    return this.#heard > heard && (await Promise.race([ended, after(stopRestMs)])) === true;
  }

  /** Puts another worker in the place of this one, or of one that ended; the result is what that cut off. */
  startAgain(): readonly RunningCall[] {
    const cut = this.#running;
    this.#worker.terminate();
    this.#worker = this.#open();
    this.#link.moveTo(this.#worker, cutOff());
    this.#forget();
    this.status = { state: 'working' };
    this.failure = null;
    this.#watch(this.#worker);
    for (const listener of this.#onReplaced) listener();
    return cut;
  }

  #watch(worker: Worker): void {
    worker.addEventListener('message', () => {
      if (worker !== this.#worker) return;
      this.#heard++;
      this.#liveness.heard();
    });
    worker.addEventListener('error', (event) => {
      if (worker === this.#worker) this.#fail(event.message);
    });
    this.#liveness.start();
  }

  #ping(): void {
    if (this.#isPinging) return;
    this.#isPinging = true;
    const answered = (): boolean => (this.#isPinging = false);
    this.#link.call('ping', null).then(answered, answered);
  }

  /** Nobody knows what an exception leaves behind. Of a worker that can't be loaded there is no word why. */
  #fail(why: string): void {
    const code = 'internal';
    const { notLoaded: message, notLoadedHelp, failed, failedAgain, startedAgain } = workerWords;
    if (why === '') return this.#end({ code, message, hint: notLoadedHelp });
    const error = { code, message: failed(why.replace(/\.$/, '')) } as const;
    const now = performance.now();
    const isAgain = now - this.#failedAtMs < failsOftenMs;
    this.#failedAtMs = now;
    if (isAgain) return this.#end({ ...error, hint: failedAgain });
    const cut = this.startAgain();
    this.failure = { error: { ...error, hint: startedAgain }, cut };
  }

  #end(error: WireError): void {
    this.#worker.terminate();
    this.#liveness.stop();
    this.failure = null;
    this.#link.moveTo(null, cutOff());
    this.#forget();
    this.#link.tell('phone', { state: 'none' });
    this.status = { state: 'ended', error };
  }

  /** Tells what the worker that is gone would have told as its last. */
  #forget(): void {
    const link = this.#link;
    link.tell('running', []);
    link.tell('questions', []);
    link.tell('consoles', []);
    link.tell('live', { state: 'off' });
    link.tell('motion', { moving: false, changedAtEpochMs: 0 });
    link.tell('acting', { way: null, whyNotScrcpy: null });
    if (this.#isJoined) link.tell('bridge', { state: 'connecting' });
  }
}

function cutOff(): HandsetError {
  return new HandsetError('console-lost', "Handset's worker was ended during this.", {
    hint: 'It may or may not have happened; look at the screen before you repeat it.',
  });
}

/** Resolves with null. */
function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
