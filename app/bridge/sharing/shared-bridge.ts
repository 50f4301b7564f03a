import { setTimeout as delay } from 'node:timers/promises';
import { describeThrown } from '../../../core/errors.ts';
import { agentPath } from '../../../core/mcp/agent.ts';
import { IPV4 } from '../http/listen.ts';
import { WAITS } from '../limits.ts';
import type { BridgeOptions, RunningBridge } from '../server/bridge.ts';
import { type BridgeHealth, type SharedBridgeConnection, startOrConnect } from './meet-bridge.ts';

/** The error for an agent whose bridge stopped during a call. */
export function callLostError(cause: unknown): Error {
  return new Error(
    'The bridge stopped during the call, which may or may not have run; look at the screen before you repeat it.',
    { cause },
  );
}

/** Options of `SharedBridge`. */
interface SharedBridgeOptions {
  readonly bridge: BridgeOptions;
  /** The agent's name. */
  readonly agent: string;
  /** Called when this process has become the bridge. */
  onStarted(bridge: RunningBridge): void;
  /** Called when this process uses a bridge that already runs. */
  onJoined(health: BridgeHealth): void;
  /** Called with the reason when no bridge could be started or found; the next message tries again. */
  onLost(reason: string): void;
}

/**
 * One bridge for all stdio processes of a port: the first process becomes the bridge, the others use
 * it as HTTP clients, and when it ends one of them replaces it at once. The console reconnects by
 * itself, since the secrets are stored.
 */
export class SharedBridge {
  readonly #options: SharedBridgeOptions;
  #own: RunningBridge | null = null;
  #shared: SharedBridgeConnection | null = null;
  #ready: Promise<void> | null = null;
  readonly #ending = new AbortController();
  /** The requested port; if that was 0, the one that the system assigned. */
  #port: number;

  constructor(options: SharedBridgeOptions) {
    this.#options = options;
    this.#port = options.bridge.port;
  }

  /** Starts or finds the bridge. Rejects with `CliError` when another program has the port. */
  ready(): Promise<void> {
    if (this.#ready !== null) return this.#ready;
    const ready = this.#startOrJoin();
    this.#ready = ready;
    // After a failure the next message tries again: the port may be free by then.
    ready.catch(() => this.#clearReady(ready));
    return ready;
  }

  /** Sends one MCP message. If the bridge has ended, it is replaced first. */
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
      if (!isConnectionRefused(error)) throw callLostError(error);
      // The connection was refused, so nothing was sent and repeating it is safe.
      this.#clearReady(ready);
      await this.ready();
      return this.#send(body, headers, signal);
    }
  }

  /** Disconnects, and stops the bridge if this process runs it. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#shared?.close();
    await this.#own?.close();
  }

  /** Makes `ready` start again, unless another message already did. */
  #clearReady(ready: Promise<void> | null): void {
    if (this.#ready === ready) this.#ready = null;
  }

  #send(body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    return fetch(`http://${IPV4}:${this.#port}${agentPath(this.#options.agent)}`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${this.#options.bridge.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        // On a reused connection it would be unclear whether the bridge stopped before or after the request.
        connection: 'close',
      },
      body,
      signal,
    });
  }

  async #startOrJoin(): Promise<void> {
    this.#shared?.close();
    this.#shared = null;
    const { own, shared } = await startOrConnect({ ...this.#options.bridge, port: this.#port });
    if (this.#ending.signal.aborted) {
      shared?.close();
      await own?.close();
    } else if (own !== null) {
      this.#own = own;
      this.#port = own.port;
      this.#options.onStarted(own);
    } else {
      this.#shared = shared;
      this.#options.onJoined(shared.health);
      void shared.closed.then(() => this.#takeOver(shared));
    }
  }

  /** Replaces the lost bridge at once: until the agent's next message the console would find none. */
  async #takeOver(lostBridge: SharedBridgeConnection): Promise<void> {
    if (this.#ending.signal.aborted || this.#shared !== lostBridge) return;
    this.#clearReady(this.#ready);
    const { signal } = this.#ending;
    const pause = delay(WAITS.takeOverPauseMs, true, { signal }).catch(() => false);
    if (!(await pause)) return;
    await this.ready().catch((error: unknown) => this.#options.onLost(describeThrown(error)));
  }
}

function isConnectionRefused(error: unknown): boolean {
  return causeCode(error) === 'ECONNREFUSED';
}

function causeCode(error: unknown): unknown {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return undefined;
  return 'code' in error.cause ? error.cause.code : undefined;
}
