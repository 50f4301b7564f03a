import { HandsetError, type WireError } from '../../../core/errors.ts';
import { type ReplaceableLink, type WorkerLink, linkToWorker } from '../../../core/link/link.ts';
import type { RunningCall } from '../../../core/link/messages.ts';
import { workerWords } from './strings.ts';
import { Liveness } from './liveness.ts';

/** How long a worker may send nothing at all after it was asked to stop. */
const stopSilenceMs = 2_000;
/** How much longer a responding worker may take to report that everything has ended. */
const stopRestMs = 500;
/** A worker that fails again within this time is not restarted: it would fail for ever. */
const failsOftenMs = 30_000;

/** Whether the worker responds. */
type WorkerStatus =
  | { readonly state: 'working' }
  /** It does not answer pings. */
  | { readonly state: 'silent' }
  /** There is no worker: it could not be loaded, or failed twice in a row. */
  | { readonly state: 'ended'; readonly error: WireError };

/** Why the worker was replaced. */
interface Failure {
  readonly error: WireError;
  /** The calls that this interrupted. */
  readonly cut: readonly RunningCall[];
}

/**
 * The console's worker, for the life of the page. Detects a silent or failed worker and replaces
 * it, keeping the same link.
 */
export class ConsoleWorker {
  status = $state.raw<WorkerStatus>({ state: 'working' });
  /** Why it was replaced last, unless by Stop; null before that, and once dismissed. */
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

  /** `open` creates a worker; it must not have sent anything yet. */
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

  /** Calls back when the worker was replaced; the new one has none of the old one's state. */
  onReplaced(listener: () => void): void {
    this.#onReplaced.push(listener);
  }

  /**
   * Ends every call and lifts all fingers, within 3 s. A worker that does not answer, or can't end
   * them all, is replaced; the result is then the interrupted calls, else null. Never rejects.
   * Concurrent calls share one result.
   */
  stop(): Promise<readonly RunningCall[] | null> {
    this.#stopping ??= this.#stop().finally(() => (this.#stopping = null));
    return this.#stopping;
  }

  async #stop(): Promise<readonly RunningCall[] | null> {
    return this.isAnswering && (await this.#endCalls()) ? null : this.startAgain();
  }

  /** Resolves with whether the worker has ended all calls in time. */
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

  /** Replaces the worker, or starts one after it ended; returns the calls that this interrupted. */
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

  /**
   * Replaces the worker: an exception may have left it in any state. `why` is empty where it could
   * not be loaded.
   */
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

  /** Emits the final events that the old worker can no longer send. */
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
