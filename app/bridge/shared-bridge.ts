import { Agent, request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describeThrown } from '#core/errors.ts';
import { agentPath } from '#core/mcp/agent-path.ts';
import { startBridge, type BridgeOptions, type RunningBridge } from './bridge.ts';
import { CliError, PortInUseError, errorCode } from './errors.ts';
import { createProof, isValidProof, newChallenge, type SharedSecrets } from './guard/secrets.ts';
import { IPV4, readBody } from './http/server.ts';
import { MAX_FIND_ATTEMPTS, MAX_HEALTH_BYTES, WAITS } from './limits.ts';

/** The response of a bridge's `/healthz`. */
export interface BridgeHealth {
  readonly version: string;
  readonly toolPrefix: string;
  readonly allTools: boolean;
  readonly screenReader: boolean;
  /** Exact origins of hosted consoles that may connect to it. */
  readonly allowedOrigins: readonly string[];
  /** Whether those may use the adb server, too. */
  readonly allowAdb: boolean;
  /** Whether it has a folder for files. */
  readonly files: boolean;
  readonly startedAtEpochMs: number;
  readonly hasConsole: boolean;
}

/** A connection to a running bridge with the same secrets. */
export interface SharedBridgeConnection {
  readonly health: BridgeHealth;
  /** Resolves when the connection has ended, also by `close`. */
  readonly closed: Promise<void>;
  /** Closes the connection. */
  close(): void;
}

/**
 * Connects to the bridge on a port and keeps the connection open. The bridge has to prove that it
 * knows the secrets; it is not sent them. `unverified`: a bridge with other secrets, or a program that
 * imitates one. `no-answer`: a program that accepts the connection and does not answer in time.
 * `no-bridge`: nothing listens, or it is not a bridge.
 */
export async function connectToBridge(
  port: number,
  secrets: SharedSecrets,
  limitMs: number = WAITS.bridgeAnswerMs,
): Promise<SharedBridgeConnection | 'unverified' | 'no-answer' | 'no-bridge'> {
  const connection = new HealthConnection(port);
  const challenge = newChallenge();
  try {
    const { body, socket } = await connection.get(`/healthz?challenge=${challenge}`, limitMs);
    const { health, proof } = parseHealth(body);
    if (isValidProof(proof, createProof(secrets, port, challenge)))
      return keepConnection(connection, socket, health);
    connection.close();
    return 'unverified';
  } catch (error) {
    connection.close();
    return error instanceof NoAnswerError ? 'no-answer' : 'no-bridge';
  }
}

/** Parses the body of `/healthz`. Throws where it is not a bridge's. */
function parseHealth(body: string): { readonly health: BridgeHealth; readonly proof: string } {
  const json: unknown = JSON.parse(body);
  if (typeof json !== 'object' || json === null) throw new Error('Not an object.');
  // An object that came out of JSON has string keys.
  const { name, version, toolPrefix, allTools, allowedOrigins, ...rest } = json as Record<
    string,
    unknown
  >;
  const { screenReader, allowAdb, files, startedAtEpochMs, console, proof } = rest;
  if (name !== 'handset' || typeof version !== 'string') throw new Error('Not a bridge.');
  return {
    health: {
      version,
      toolPrefix: typeof toolPrefix === 'string' ? toolPrefix : '',
      allTools: allTools === true,
      screenReader: screenReader === true,
      allowedOrigins: Array.isArray(allowedOrigins) ? allowedOrigins.map(String) : [],
      allowAdb: allowAdb === true,
      files: files === true,
      startedAtEpochMs: Number(startedAtEpochMs),
      hasConsole: console === true,
    },
    proof: typeof proof === 'string' ? proof : '',
  };
}

function keepConnection(
  connection: HealthConnection,
  socket: Socket,
  health: BridgeHealth,
): SharedBridgeConnection {
  // Failed requests are ignored: the end of the connection shows that the bridge is gone.
  const pingTimer = setInterval(
    () => void connection.get('/healthz').catch(() => undefined),
    WAITS.bridgePingMs,
  );
  const closed = new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
  void closed.then(() => clearInterval(pingTimer));
  return { health, closed, close: () => connection.close() };
}

/** No response arrived in time. */
class NoAnswerError extends Error {}

/** One connection, kept open between requests. */
class HealthConnection {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number) {
    this.#port = port;
  }

  /** Requests a path. Rejects with `NoAnswerError` after `WAITS.bridgeAnswerMs` or `limitMs`, whichever is shorter. */
  get(
    path: string,
    limitMs: number = WAITS.bridgeAnswerMs,
  ): Promise<{ readonly body: string; readonly socket: Socket }> {
    const clientRequest = request({ host: IPV4, port: this.#port, path, agent: this.#agent });
    const waitMs = Math.min(limitMs, WAITS.bridgeAnswerMs);
    const timer = setTimeout(() => clientRequest.destroy(new NoAnswerError()), waitMs);
    return new Promise<{ body: string; socket: Socket }>((resolve, reject) => {
      clientRequest.once('error', reject);
      clientRequest.once('response', (response: IncomingMessage) => {
        const { socket } = response;
        readBody(response, MAX_HEALTH_BYTES).then(
          (body) => resolve({ body: body ?? '', socket }),
          reject,
        );
      });
      clientRequest.end();
    }).finally(() => clearTimeout(timer));
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The bridge started by this process, or the connection to the one that already has the port. */
type OwnOrSharedBridge =
  | { readonly own: RunningBridge; readonly shared: null }
  | { readonly own: null; readonly shared: SharedBridgeConnection };

/** Starts a bridge, or connects to the one that runs. Rejects with `CliError` when another program has the port or the bridge has other secrets. */
export async function startOrConnect(options: BridgeOptions): Promise<OwnOrSharedBridge> {
  const { port } = options;
  const endsAtMs = performance.now() + WAITS.findBridgeMs;
  for (let attempt = 1; ; attempt += 1) {
    const own = await startBridge(options).catch(onlyPortInUse);
    if (!(own instanceof PortInUseError)) return { own, shared: null };
    const leftMs = Math.max(WAITS.findPauseMs, endsAtMs - performance.now());
    const connected = await connectToBridge(port, options, leftMs);
    if (connected === 'unverified') {
      throw new CliError(
        1,
        `The bridge on port ${port} uses a different token or configuration folder. Start both with the same token and HANDSET_CONFIG_DIR, or choose another port with --port.`,
      );
    }
    if (typeof connected !== 'string') return { own: null, shared: connected };
    if (attempt === MAX_FIND_ATTEMPTS || performance.now() + WAITS.findPauseMs > endsAtMs) {
      const holder =
        connected === 'no-answer'
          ? 'a program that accepts connections but does not respond'
          : 'another program';
      throw new CliError(1, `${own.message} by ${holder}. Free it, or choose another with --port.`);
    }
    await delay(WAITS.findPauseMs);
  }
}

function onlyPortInUse(error: unknown): PortInUseError {
  if (error instanceof PortInUseError) return error;
  throw error;
}

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
  /** The agent's own token; null to send the shared one. */
  readonly agentToken: string | null;
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

  /** Sends one MCP message of an agent. If the bridge has ended, it is replaced first. */
  async post(
    agent: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const ready = this.ready();
    await ready;
    try {
      return await this.#send(agent, body, headers, signal);
    } catch (error) {
      if (!isConnectionRefused(error)) throw callLostError(error);
      // The connection was refused, so nothing was sent and repeating it is safe.
      this.#clearReady(ready);
      await this.ready();
      return this.#send(agent, body, headers, signal);
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

  #send(
    agent: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) {
    const { agentToken, bridge } = this.#options;
    return fetch(`http://${IPV4}:${this.#port}${agentPath(agent)}`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${agentToken ?? bridge.token}`,
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
  return error instanceof Error && errorCode(error.cause) === 'ECONNREFUSED';
}
