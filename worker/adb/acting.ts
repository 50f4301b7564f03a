import type { Way } from '../../core/acting/ways.ts';
import { cancelTouch } from '../../core/commands/input.ts';
import { toHandsetError } from '../../core/errors.ts';
import type { AdbConnection } from './connection.ts';
import { pause, withLimits } from '../waits/deadline.ts';
import { runCommand } from './run-command.ts';
import type { Actor } from './actor.ts';
import { ScrcpyActor } from './scrcpy-actor.ts';
import { ScrcpySession } from './scrcpy-session.ts';
import type { ServerLoader } from './server-file.ts';
import { ShellActor } from './shell-actor.ts';

/** How long input waits for the server to start before the shell does it. */
const patienceMs = 8_000;
/** A server that could not run is tried again after this. */
const retryMs = 60_000;
/** A server that ends twice within this time is expected to end again. */
const diesOftenMs = 60_000;

/** How long the message that ends a starting server takes to reach the phone. */
const leavingMs = 50;

/** The input backend of a phone. */
export interface WayTaken {
  /** Null while the server is still starting for the first time. */
  readonly way: Way | null;
  /** One sentence; null when the scrcpy server runs or is being started. */
  readonly whyNotScrcpy: string | null;
}

/**
 * Chooses the input backend of one phone for the life of its connection: starts the scrcpy server
 * in the background, and uses the phone's shell where that server can't run.
 */
export class Acting {
  readonly #connection: AdbConnection;
  readonly #loadServer: ServerLoader;
  #actor: Actor | null = null;
  #whyNotScrcpy: string | null = null;
  #choosing: Promise<void> | null = null;
  readonly #givenBack = new AbortController();
  /** Resolves when no finger of an earlier connection is left on the screen. */
  readonly #lifted: Promise<void>;
  #retryAtMs = 0;
  #lastEndMs = -Infinity;
  readonly #listeners = new Set<() => void>();

  constructor(connection: AdbConnection, loadServer: ServerLoader) {
    this.#connection = connection;
    this.#loadServer = loadServer;
    connection.beforeClosing(() => this.#giveBack());
    this.#lifted = this.#liftLeft();
    void this.#choose();
  }

  get taken(): WayTaken {
    return { way: this.#actor?.way ?? null, whyNotScrcpy: this.#whyNotScrcpy };
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
  async actor(signal: AbortSignal): Promise<Actor> {
    if (this.#actor?.way === 'shell' && performance.now() >= this.#retryAtMs) void this.#choose();
    return this.#actor ?? (await this.#chosen(signal));
  }

  /** The backend when the server has started, or the shell when the wait is over. */
  async #chosen(signal: AbortSignal): Promise<Actor> {
    const choosing = this.#choose();
    const { lost } = this.#connection;
    const limits = { signal, lost, deadlineMs: 2 * patienceMs, purpose: 'starting to act' };
    await withLimits(limits, (ended) => Promise.race([choosing, pause(patienceMs, ended)]));
    return (
      this.#actor ??
      new ShellActor(this.#connection, 'it is still starting, call again in a moment.')
    );
  }

  /** Starts the server unless it is starting already. Never rejects. */
  #choose(): Promise<void> {
    this.#choosing ??= this.#startServer().finally(() => {
      this.#choosing = null;
    });
    return this.#choosing;
  }

  async #startServer(): Promise<void> {
    const ended = AbortSignal.any([this.#connection.lost, this.#givenBack.signal]);
    try {
      const jar = await this.#loadServer(ended);
      const session = await ScrcpySession.start(this.#connection, jar, ended);
      await this.#lifted;
      const actor = new ScrcpyActor(session, async (text, signal) => {
        await (await this.actor(signal)).writeClipboard(text, signal);
      });
      this.#take(actor, null);
      const onEnded = (): void => this.#onEnded(session);
      if (session.ended.aborted) onEnded();
      else session.ended.addEventListener('abort', onEnded, { once: true });
    } catch (thrown) {
      await this.#lifted;
      this.#takeShell(toHandsetError(thrown).message);
    }
  }

  /**
   * Cancels the gesture of an earlier connection that ended in the middle of it: Android leaves its
   * fingers on the screen. Never rejects: phones before Android 10 can't do this, and drop the gesture
   * when the next one begins.
   */
  async #liftLeft(): Promise<void> {
    const anywhere = { x: 0, y: 0 };
    const command = runCommand(this.#connection, cancelTouch(anywhere), this.#givenBack.signal);
    await command.catch(() => undefined);
  }

  /** The next input starts the server again; one that ends again soon is replaced by the shell for a while. */
  #onEnded(session: ScrcpySession): void {
    if (this.#connection.lost.aborted) return;
    const now = performance.now();
    const again = now - this.#lastEndMs < diesOftenMs;
    this.#lastEndMs = now;
    this.#take(null, null);
    if (again) this.#takeShell(toHandsetError(session.ended.reason).message);
  }

  #takeShell(whyNotScrcpy: string): void {
    this.#take(new ShellActor(this.#connection, whyNotScrcpy), whyNotScrcpy);
    this.#retryAtMs = performance.now() + retryMs;
  }

  #take(actor: Actor | null, whyNotScrcpy: string | null): void {
    this.#actor = actor;
    this.#whyNotScrcpy = whyNotScrcpy;
    for (const listener of this.#listeners) listener();
  }

  /** Ends what runs on the phone. */
  async #giveBack(): Promise<void> {
    this.#givenBack.abort();
    if (this.#actor instanceof ScrcpyActor) await this.#actor.session.close();
    if (!this.#choosing) return;
    await this.#choosing;
    await pause(leavingMs, this.#connection.lost);
  }
}
