import { HandsetError, type WireError } from '#core/errors.ts';
import { linkToWorker, type ReplaceableLink, type WorkerLink } from '#core/link/link.ts';
import type { ActiveCallInfo } from '#core/link/messages.ts';
import { workerStrings } from './strings.ts';

/** Interval between pings. */
const pingIntervalMs = 500;
/** A worker may block for a second at a time; the user must learn within three that it hangs. */
const unresponsiveAfterMs = 2_000;
/** Limit for a new worker, which must be downloaded first. */
const loadingLimitMs = 20_000;

/** How to ping the worker and report a change. */
interface LivenessOptions {
  /** Makes the worker send any message. */
  ping(): void;
  /** Called when the worker stops answering, and when it answers again. */
  onChange(isUnresponsive: boolean): void;
}

/**
 * Watches that a worker answers, while the page is visible: browsers throttle the timers of hidden
 * pages, and a page that slept must first wait for a new answer.
 */
export class Liveness {
  readonly #options: LivenessOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWatching = false;
  #isPageVisible = true;
  #isUnresponsive = false;
  #silenceLimitMs = loadingLimitMs;
  #lastMessageAtMs = 0;
  #nextCheckAtMs = 0;

  constructor(options: LivenessOptions) {
    this.#options = options;
  }

  /** Starts watching a new worker. */
  start(): void {
    this.#isWatching = true;
    this.#silenceLimitMs = loadingLimitMs;
    this.#setUnresponsive(false);
    this.#restartTimer();
  }

  /** Stops watching. */
  stop(): void {
    this.#isWatching = false;
    clearTimeout(this.#timer);
    this.#setUnresponsive(false);
  }

  /** Call it for every message from the worker. */
  onMessage(): void {
    this.#lastMessageAtMs = performance.now();
    this.#silenceLimitMs = unresponsiveAfterMs;
    this.#setUnresponsive(false);
  }

  /** Call it when the page is hidden or shown. */
  setPageVisible(isVisible: boolean): void {
    this.#isPageVisible = isVisible;
    if (isVisible) this.#restartTimer();
    else clearTimeout(this.#timer);
  }

  #restartTimer(): void {
    clearTimeout(this.#timer);
    if (!this.#isPageVisible || !this.#isWatching) return;
    this.#lastMessageAtMs = performance.now();
    this.#nextCheckAtMs = this.#lastMessageAtMs;
    this.#checkAndPing();
  }

  #checkAndPing(): void {
    const nowMs = performance.now();
    // A ping this late means that the page slept or was busy; answers may be unread still.
    if (nowMs - this.#nextCheckAtMs > 2 * pingIntervalMs) this.#lastMessageAtMs = nowMs;
    if (nowMs - this.#lastMessageAtMs >= this.#silenceLimitMs) this.#setUnresponsive(true);
    this.#options.ping();
    this.#nextCheckAtMs = nowMs + pingIntervalMs;
    this.#timer = setTimeout(() => this.#checkAndPing(), pingIntervalMs);
  }

  #setUnresponsive(isUnresponsive: boolean): void {
    if (isUnresponsive === this.#isUnresponsive) return;
    this.#isUnresponsive = isUnresponsive;
    this.#options.onChange(isUnresponsive);
  }
}

/** How long a worker may send nothing at all after it was asked to stop. */
const stopSilenceMs = 2_000;
/** How much longer a responding worker may take to report that everything has ended. */
const stopGraceMs = 500;
/** A worker that fails again within this time is not restarted: it would fail for ever. */
const repeatedFailureMs = 30_000;

/** Whether the worker responds. */
type WorkerStatus =
  | { readonly state: 'working' }
  /** It does not answer pings. */
  | { readonly state: 'unresponsive' }
  /** There is no worker: it could not be loaded, or failed twice in a row. */
  | { readonly state: 'ended'; readonly error: WireError };

/** Why the worker was replaced. */
interface WorkerFailure {
  readonly error: WireError;
  /** The calls that this interrupted. */
  readonly interrupted: readonly ActiveCallInfo[];
}

/**
 * The console's worker, for the life of the page. Detects an unresponsive or failed worker and replaces
 * it, keeping the same link.
 */
export class ConsoleWorker {
  status = $state.raw<WorkerStatus>({ state: 'working' });
  /** Why it was replaced last, unless by Stop; null before that, and once dismissed. */
  failure = $state.raw<WorkerFailure | null>(null);
  readonly isAnswering = $derived(this.status.state === 'working');
  readonly link: WorkerLink;

  readonly #link: ReplaceableLink;
  readonly #createWorker: () => Worker;
  readonly #onReplaced: (() => void)[] = [];
  readonly #liveness = new Liveness({
    ping: () => this.#ping(),
    onChange: (isUnresponsive) => {
      if (this.status.state !== 'ended')
        this.status = { state: isUnresponsive ? 'unresponsive' : 'working' };
    },
  });
  #worker: Worker;
  #isPingPending = false;
  #messagesBefore = 0;
  #lastFailureAtMs = -Infinity;
  #running: readonly ActiveCallInfo[] = [];
  #isBridgeJoined = false;
  #stopping: Promise<readonly ActiveCallInfo[] | null> | null = null;

  /** `createWorker` returns a worker that has not sent anything yet. */
  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
    this.#worker = createWorker();
    this.#link = linkToWorker(this.#worker);
    this.link = this.#link;
    this.#liveness.setPageVisible(!document.hidden);
    this.#watchWorker(this.#worker);
    this.#link.on('activeCalls', (running) => (this.#running = running));
    this.#link.on('bridge', ({ state }) => {
      this.#isBridgeJoined = state === 'connected' || state === 'retrying';
    });
    document.addEventListener('visibilitychange', () => {
      this.#liveness.setPageVisible(!document.hidden);
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
  stop(): Promise<readonly ActiveCallInfo[] | null> {
    this.#stopping ??= this.#stop().finally(() => (this.#stopping = null));
    return this.#stopping;
  }

  async #stop(): Promise<readonly ActiveCallInfo[] | null> {
    return this.isAnswering && (await this.#endCalls()) ? null : this.restart();
  }

  /** Resolves with whether the worker has ended all calls in time. */
  async #endCalls(): Promise<boolean> {
    const ended = this.#link.call('stopEverything', null).then(
      () => true,
      () => false,
    );
    const messagesBefore = this.#messagesBefore;
    this.#ping();
    const endedSoon = await Promise.race([ended, resolveAfter(stopSilenceMs)]);
    if (endedSoon !== null) return endedSoon;
    return (
      this.#messagesBefore > messagesBefore &&
      (await Promise.race([ended, resolveAfter(stopGraceMs)])) === true
    );
  }

  /** Replaces the worker, or starts one after it ended; returns the calls that this interrupted. */
  restart(): readonly ActiveCallInfo[] {
    const interrupted = this.#running;
    this.#worker.terminate();
    this.#worker = this.#createWorker();
    this.#link.switchWorker(this.#worker, workerEndedError());
    this.#resetState();
    this.status = { state: 'working' };
    this.failure = null;
    this.#watchWorker(this.#worker);
    for (const listener of this.#onReplaced) listener();
    return interrupted;
  }

  #watchWorker(worker: Worker): void {
    worker.addEventListener('message', () => {
      if (worker !== this.#worker) return;
      this.#messagesBefore++;
      this.#liveness.onMessage();
    });
    worker.addEventListener('error', (event) => {
      if (worker === this.#worker) this.#onWorkerError(event.message);
    });
    this.#liveness.start();
  }

  #ping(): void {
    if (this.#isPingPending) return;
    this.#isPingPending = true;
    const answered = (): boolean => (this.#isPingPending = false);
    this.#link.call('ping', null).then(answered, answered);
  }

  /**
   * Replaces the worker: an exception may have left it in any state. `reason` is empty where it
   * could not be loaded.
   */
  #onWorkerError(reason: string): void {
    const code = 'internal';
    const { notLoaded, notLoadedHelp, failed, failedAgain, failedAgainHelp } = workerStrings;
    if (reason === '') {
      return this.#endWorker({ code, message: notLoaded, hint: notLoadedHelp });
    }
    // The browser puts `Uncaught HandsetError: ` before the message.
    const details = workerStrings.failureDetails(reason.replace(/^Uncaught (?:\w*Error: )?/, ''));
    const now = performance.now();
    const isAgain = now - this.#lastFailureAtMs < repeatedFailureMs;
    this.#lastFailureAtMs = now;
    if (isAgain) {
      return this.#endWorker({ code, message: failedAgain, hint: `${failedAgainHelp} ${details}` });
    }
    const interrupted = this.restart();
    this.failure = { error: { code, message: failed, hint: details }, interrupted };
  }

  #endWorker(error: WireError): void {
    this.#worker.terminate();
    this.#liveness.stop();
    this.failure = null;
    this.#link.switchWorker(null, workerEndedError());
    this.#resetState();
    this.#link.emit('phone', { state: 'none' });
    this.status = { state: 'ended', error };
  }

  /** Emits the final events that the old worker can no longer send. */
  #resetState(): void {
    const link = this.#link;
    link.emit('activeCalls', []);
    link.emit('questions', []);
    link.emit('consoles', []);
    link.emit('live', { state: 'off' });
    link.emit('liveMotion', { moving: false, changedAtEpochMs: 0, largeChangeAtEpochMs: 0 });
    link.emit('inputBackend', { backend: null, scrcpyProblem: null });
    link.emit('reading', null);
    if (this.#isBridgeJoined) link.emit('bridge', { state: 'connecting' });
  }
}

function workerEndedError(): HandsetError {
  return new HandsetError(
    'console-lost',
    'Handset’s background worker was stopped during this call.',
    {
      hint: 'The call may or may not have run; look at the screen before you repeat it.',
    },
  );
}

/** Resolves with null. */
function resolveAfter(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
