import { setTimeout as delay } from 'node:timers/promises';
import { describeThrown } from '../../../core/errors.ts';
import { pathOfAgent } from '../../../core/mcp/agent.ts';
import { IPV4 } from '../http/listen.ts';
import { WAITS } from '../limits.ts';
import type { BridgeOptions, RunningBridge } from '../server/bridge.ts';
import { type Health, type MetBridge, startOrMeet } from './meet-bridge.ts';

/** What an agent is told when its bridge went away under a message. */
export function callLost(cause: unknown): Error {
  return new Error(
    'The bridge stopped during the call, which may or may not have run; look at the screen before you repeat it.',
    { cause },
  );
}

/** What a stdio process needs of the bridge. */
interface SharedBridgeOptions {
  readonly bridge: BridgeOptions;
  /** The agent's name. */
  readonly agent: string;
  /** Hears when this process has become the bridge. */
  onStarted(bridge: RunningBridge): void;
  /** Hears when this process uses a bridge that runs already. */
  onJoined(health: Health): void;
  /** Hears why there is no bridge any more; the next message tries again. */
  onLost(reason: string): void;
}

/**
 * One bridge for all stdio processes of a port: the first becomes it, the others use it as
 * plain HTTP clients, and when it ends one of them takes its place at once. The console comes
 * back by itself, since the secrets are the stored ones.
 */
export class SharedBridge {
  readonly #options: SharedBridgeOptions;
  #own: RunningBridge | null = null;
  #met: MetBridge | null = null;
  #ready: Promise<void> | null = null;
  readonly #ending = new AbortController();
  /** The one asked for; with 0, the one that was given. */
  #port: number;

  constructor(options: SharedBridgeOptions) {
    this.#options = options;
    this.#port = options.bridge.port;
  }

  /** Starts or finds the bridge. Rejects with `Stop` when the port is another program's. */
  ready(): Promise<void> {
    if (this.#ready !== null) return this.#ready;
    const ready = this.#startOrJoin();
    this.#ready = ready;
    // A port that was taken once may be free at the next message.
    ready.catch(() => this.#forget(ready));
    return ready;
  }

  /** Sends one MCP message. A bridge that has ended is replaced, and the message then sent. */
  async post(
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const ready = this.ready();
    await ready;
    try {
      return await this.#send(body, headers, signal);
    } catch (error) {
      if (!wasRefused(error)) throw callLost(error);
      // Nobody listened, so nothing was sent and sending it again is safe.
      this.#forget(ready);
      await this.ready();
      return this.#send(body, headers, signal);
    }
  }

  /** Stops the bridge where it is ours. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#met?.close();
    await this.#own?.close();
  }

  /** Another message may have noticed before, and the new bridge must not be forgotten. */
  #forget(ready: Promise<void> | null): void {
    if (this.#ready === ready) this.#ready = null;
  }

  #send(body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    return fetch(`http://${IPV4}:${this.#port}${pathOfAgent(this.#options.agent)}`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${this.#options.bridge.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        // On a kept connection, a bridge that stopped before could not be told from one that stops now.
        connection: 'close',
      },
      body,
      signal,
    });
  }

  async #startOrJoin(): Promise<void> {
    this.#met?.close();
    this.#met = null;
    const { own, met } = await startOrMeet({ ...this.#options.bridge, port: this.#port });
    if (this.#ending.signal.aborted) {
      met?.close();
      await own?.close();
    } else if (own !== null) {
      this.#own = own;
      this.#port = own.port;
      this.#options.onStarted(own);
    } else {
      this.#met = met;
      this.#options.onJoined(met.health);
      void met.gone.then(() => this.#takeOver(met));
    }
  }

  /** The console finds no bridge now, so waiting for the agent's next message would leave it alone. */
  async #takeOver(lost: MetBridge): Promise<void> {
    if (this.#ending.signal.aborted || this.#met !== lost) return;
    this.#forget(this.#ready);
    const { signal } = this.#ending;
    const pause = delay(WAITS.takeOverPauseMs, true, { signal }).catch(() => false);
    if (!(await pause)) return;
    await this.ready().catch((error: unknown) => this.#options.onLost(describeThrown(error)));
  }
}

function wasRefused(error: unknown): boolean {
  return causeCode(error) === 'ECONNREFUSED';
}

function causeCode(error: unknown): unknown {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return undefined;
  return 'code' in error.cause ? error.cause.code : undefined;
}
