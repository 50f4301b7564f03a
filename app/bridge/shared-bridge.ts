import { setTimeout as delay } from 'node:timers/promises';
import { pathOfAgent } from '../../core/mcp/agent.ts';
import { type BridgeOptions, PortInUse, type RunningBridge, startBridge } from './http.ts';
import { Stop } from './stop.ts';

/** Times to look for the bridge that holds the port: it may be just starting, or just stopping. */
const TRIES = 5;

/** What a stdio process needs of the bridge. */
export interface SharedBridgeOptions {
  readonly bridge: BridgeOptions;
  /** The agent's name. */
  readonly agent: string;
  /** Hears when this process has become the bridge. */
  onStarted(bridge: RunningBridge): void;
}

/**
 * One bridge for all stdio processes of a port: the first becomes it, the others use it as
 * plain HTTP clients, and when it ends one of them takes its place. The console comes back
 * by itself, since the secrets are the stored ones.
 */
export class SharedBridge {
  readonly #options: SharedBridgeOptions;
  #own: RunningBridge | null = null;
  #ready: Promise<void> | null = null;
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
      if (!wasRefused(error)) throw asLost(error);
      // Nobody listened, so nothing was sent and sending it again is safe.
      this.#forget(ready);
      await this.ready();
      return this.#send(body, headers, signal);
    }
  }

  /** Stops the bridge where it is ours. */
  async close(): Promise<void> {
    await this.#own?.close();
  }

  /** Another message may have noticed before, and the new bridge must not be forgotten. */
  #forget(ready: Promise<void>): void {
    if (this.#ready === ready) this.#ready = null;
  }

  #send(body: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) {
    return fetch(`http://127.0.0.1:${this.#port}${pathOfAgent(this.#options.agent)}`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${this.#options.bridge.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body,
      signal,
    });
  }

  async #startOrJoin(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#own = await startBridge({ ...this.#options.bridge, port: this.#port });
        this.#port = this.#own.port;
        this.#options.onStarted(this.#own);
        return;
      } catch (error) {
        if (!(error instanceof PortInUse)) throw error;
      }
      if (await isOurBridge(this.#port, this.#options.bridge.token)) return;
      if (tries === TRIES) throw new Stop(1, foreignPort(this.#port));
      await delay(200);
    }
  }
}

/** Whether a bridge listens there that takes our token. Throws `Stop` when it is one that does not. */
async function isOurBridge(port: number, token: string): Promise<boolean> {
  try {
    const health: unknown = await (await ask(port, '/healthz')).json();
    const isHandset = typeof health === 'object' && health !== null && 'name' in health;
    if (!isHandset || health.name !== 'handset') return false;
    // A GET gets past the token to a 405, and changes nothing.
    const probe = await ask(port, '/mcp', { authorization: `Bearer ${token}` });
    if (probe.status !== 401) return true;
  } catch {
    return false;
  }
  throw new Stop(
    1,
    `The bridge on port ${port} takes another token; start both with the same one.`,
  );
}

function ask(port: number, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: AbortSignal.timeout(2_000) });
}

function foreignPort(port: number): string {
  return `Port ${port} is in use by another program. Free it, or choose another with --port.`;
}

function wasRefused(error: unknown): boolean {
  return causeCode(error) === 'ECONNREFUSED';
}

function causeCode(error: unknown): unknown {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return undefined;
  return 'code' in error.cause ? error.cause.code : undefined;
}

function asLost(error: unknown): Error {
  return new Error(
    'The bridge stopped during the call, which may or may not have run; look at the screen before you repeat it.',
    { cause: error },
  );
}
