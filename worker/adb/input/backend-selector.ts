import type { InputBackend } from '#core/phone/input-backends.ts';
import { cancelTouch } from '#core/commands/input.ts';
import { toHandsetError } from '#core/errors.ts';
import type { AdbConnection } from '../transport/connection.ts';
import { pause, withLimits } from '../../waits/deadline.ts';
import { runCommand } from '../transport/run-command.ts';
import type { PhoneInput } from './phone-input.ts';
import { ScrcpyInput } from './scrcpy-input.ts';
import { ScrcpySession } from '../scrcpy/session.ts';
import type { ProgramLoader } from '../transport/program-files.ts';
import { ShellInput } from './shell-input.ts';

/** How long input waits for the server to start before the shell does it. */
const inputWaitTimeoutMs = 8_000;
/** A server that could not run is tried again after this. */
const retryMs = 60_000;
/** A server that ends twice within this time is expected to end again. */
const repeatedEndMs = 60_000;

/** How long the message that ends a starting server takes to reach the phone. */
const stopMessageMs = 50;

/** The input backend of a phone. */
export interface InputStatus {
  /** Null while the server is still starting for the first time. */
  readonly backend: InputBackend | null;
  /** One sentence; null when the scrcpy server runs or is being started. */
  readonly scrcpyProblem: string | null;
}

/**
 * Chooses the input backend of one phone for the life of its connection: starts the scrcpy server
 * in the background, and uses the phone's shell where that server can't run.
 */
export class BackendSelector {
  readonly #connection: AdbConnection;
  readonly #loadServer: ProgramLoader;
  #input: PhoneInput | null = null;
  #scrcpyProblem: string | null = null;
  #selecting: Promise<void> | null = null;
  readonly #disposed = new AbortController();
  /** Resolves when no finger of an earlier connection is left on the screen. */
  readonly #strayTouchesCancelled: Promise<void>;
  #retryAtMs = 0;
  #lastEndMs = -Infinity;
  readonly #listeners = new Set<() => void>();

  constructor(connection: AdbConnection, loadServer: ProgramLoader) {
    this.#connection = connection;
    this.#loadServer = loadServer;
    connection.onBeforeClose(() => this.#dispose());
    this.#strayTouchesCancelled = this.#cancelStrayTouches();
    void this.#select();
  }

  get status(): InputStatus {
    return { backend: this.#input?.backend ?? null, scrcpyProblem: this.#scrcpyProblem };
  }

  /** Calls back when the backend may have changed; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The input backend to use now; waits some seconds at most for a server that is starting. Rejects
   * with `phone-lost`, `cancelled`.
   */
  async input(signal: AbortSignal): Promise<PhoneInput> {
    if (this.#input?.backend === 'shell' && performance.now() >= this.#retryAtMs)
      void this.#select();
    return this.#input ?? (await this.#waitForInput(signal));
  }

  /** The backend when the server has started, or the shell when the wait is over. */
  async #waitForInput(signal: AbortSignal): Promise<PhoneInput> {
    const selecting = this.#select();
    const { lost } = this.#connection;
    const limits = {
      signal,
      lost,
      deadlineMs: 2 * inputWaitTimeoutMs,
      purpose: 'preparing for input',
    };
    await withLimits(limits, (ended) =>
      Promise.race([selecting, pause(inputWaitTimeoutMs, ended)]),
    );
    return (
      this.#input ??
      new ShellInput(this.#connection, 'it is still starting, call again in a moment.')
    );
  }

  /** Starts the server unless it is starting already. Never rejects. */
  #select(): Promise<void> {
    this.#selecting ??= this.#startServer().finally(() => {
      this.#selecting = null;
    });
    return this.#selecting;
  }

  async #startServer(): Promise<void> {
    const ended = AbortSignal.any([this.#connection.lost, this.#disposed.signal]);
    try {
      const jar = await this.#loadServer(ended);
      const session = await ScrcpySession.start(this.#connection, jar, ended);
      await this.#strayTouchesCancelled;
      const input = new ScrcpyInput(session, async (text, signal) => {
        await (await this.input(signal)).writeClipboard(text, signal);
      });
      this.#setInput(input, null);
      const onEnded = (): void => this.#onEnded(session);
      if (session.ended.aborted) onEnded();
      else session.ended.addEventListener('abort', onEnded, { once: true });
    } catch (thrown) {
      await this.#strayTouchesCancelled;
      this.#useShell(toHandsetError(thrown).message);
    }
  }

  /**
   * Cancels the gesture of an earlier connection that ended in the middle of it: Android leaves its
   * fingers on the screen. Never rejects: phones before Android 10 can't do this, and drop the gesture
   * when the next one begins.
   */
  async #cancelStrayTouches(): Promise<void> {
    const origin = { x: 0, y: 0 };
    const command = runCommand(this.#connection, cancelTouch(origin), this.#disposed.signal);
    await command.catch(() => undefined);
  }

  /** The next input starts the server again; one that ends again soon is replaced by the shell for a while. */
  #onEnded(session: ScrcpySession): void {
    if (this.#connection.lost.aborted) return;
    const now = performance.now();
    const endedAgain = now - this.#lastEndMs < repeatedEndMs;
    this.#lastEndMs = now;
    this.#setInput(null, null);
    if (endedAgain) this.#useShell(toHandsetError(session.ended.reason).message);
  }

  #useShell(scrcpyProblem: string): void {
    this.#setInput(new ShellInput(this.#connection, scrcpyProblem), scrcpyProblem);
    this.#retryAtMs = performance.now() + retryMs;
  }

  #setInput(input: PhoneInput | null, scrcpyProblem: string | null): void {
    this.#input = input;
    this.#scrcpyProblem = scrcpyProblem;
    for (const listener of this.#listeners) listener();
  }

  /** Ends what runs on the phone. */
  async #dispose(): Promise<void> {
    this.#disposed.abort();
    if (this.#input instanceof ScrcpyInput) await this.#input.session.close();
    if (!this.#selecting) return;
    await this.#selecting;
    await pause(stopMessageMs, this.#connection.lost);
  }
}
