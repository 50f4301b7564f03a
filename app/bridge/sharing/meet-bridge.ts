import { type IncomingMessage, Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { type SharedSecrets, isProof, newChallenge, proofOf } from '../guard/secrets.ts';
import { IPV4, PortInUse } from '../http/listen.ts';
import { readBody } from '../http/messages.ts';
import { MAX_HEALTH_BYTES, MAX_MEETINGS, WAITS } from '../limits.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { type BridgeOptions, type RunningBridge, startBridge } from '../server/bridge.ts';
import { Stop } from '../stop.ts';

/** The response of a bridge's `/healthz`. */
export interface Health {
  readonly version: string;
  readonly toolPrefix: string;
  /** Exact origins of hosted consoles that may connect to it. */
  readonly allowedOrigins: readonly string[];
  readonly startedAtEpochMs: number;
  readonly hasConsole: boolean;
}

/** A connection to a running bridge with the same secrets. */
export interface MetBridge {
  readonly health: Health;
  /** Resolves when the connection has ended, also by `close`. */
  readonly gone: Promise<void>;
  /** Closes the connection. */
  close(): void;
}

/**
 * Connects to the bridge on a port and keeps the connection open. The bridge has to prove that it
 * knows the secrets; it is not sent them. `stranger`: a bridge with other secrets, or a program that
 * imitates one. `silent`: a program that accepts the connection and does not answer in time.
 * `nobody`: nothing listens, or it is not a bridge.
 */
export async function meetBridge(
  port: number,
  secrets: SharedSecrets,
  limitMs: number = WAITS.bridgeAnswerMs,
): Promise<MetBridge | 'stranger' | 'silent' | 'nobody'> {
  const line = new Line(port);
  const challenge = newChallenge();
  try {
    const { body, socket } = await line.ask(`/healthz?challenge=${challenge}`, limitMs);
    const { health, proof } = parseHealth(body);
    if (isProof(proof, proofOf(secrets, port, challenge))) return hold(line, socket, health);
    line.close();
    return 'stranger';
  } catch (error) {
    line.close();
    return error instanceof NoAnswer ? 'silent' : 'nobody';
  }
}

/** Parses the body of `/healthz`. Throws where it is not a bridge's. */
function parseHealth(body: string): { readonly health: Health; readonly proof: string } {
  const said: unknown = JSON.parse(body);
  if (typeof said !== 'object' || said === null) throw new Error('No object.');
  // An object that came out of JSON has string keys.
  const { name, version, toolPrefix, allowedOrigins, ...more } = said as Record<string, unknown>;
  const { startedAtEpochMs, console, proof } = more;
  if (name !== 'handset' || typeof version !== 'string') throw new Error('No bridge.');
  return {
    health: {
      version,
      toolPrefix: typeof toolPrefix === 'string' ? toolPrefix : '',
      allowedOrigins: Array.isArray(allowedOrigins) ? allowedOrigins.map(String) : [],
      startedAtEpochMs: Number(startedAtEpochMs),
      hasConsole: console === true,
    },
    proof: typeof proof === 'string' ? proof : '',
  };
}

function hold(line: Line, socket: Socket, health: Health): MetBridge {
  // Failed requests are ignored: the end of the connection shows that the bridge is gone.
  const keep = setInterval(
    () => void line.ask('/healthz').catch(() => undefined),
    WAITS.bridgeKeepMs,
  );
  const gone = new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
  void gone.then(() => clearInterval(keep));
  return { health, gone, close: () => line.close() };
}

/** No response arrived in time. */
class NoAnswer extends Error {}

/** One connection, kept open between requests. */
class Line {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number) {
    this.#port = port;
  }

  /** Requests a path. Rejects with `NoAnswerError` after `WAITS.bridgeAnswerMs` or `limitMs`, whichever is shorter. */
  ask(
    path: string,
    limitMs: number = WAITS.bridgeAnswerMs,
  ): Promise<{ readonly body: string; readonly socket: Socket }> {
    const asked = request({ host: IPV4, port: this.#port, path, agent: this.#agent });
    const waitMs = Math.min(limitMs, WAITS.bridgeAnswerMs);
    const late = setTimeout(() => asked.destroy(new NoAnswer()), waitMs);
    return new Promise<{ body: string; socket: Socket }>((resolve, reject) => {
      asked.once('error', reject);
      asked.once('response', (response: IncomingMessage) => {
        const { socket } = response;
        readBody(response, MAX_HEALTH_BYTES).then(
          (body) => resolve({ body: body ?? '', socket }),
          reject,
        );
      });
      asked.end();
    }).finally(() => clearTimeout(late));
  }

  close(): void {
    this.#agent.destroy();
  }
}

const SILENT = 'a program that takes connections and says nothing';

/** The bridge started by this process, or the connection to the one that already has the port. */
type Found =
  | { readonly own: RunningBridge; readonly met: null }
  | { readonly own: null; readonly met: MetBridge };

/** Starts a bridge, or connects to the one that runs. Rejects with `CliError` when another program has the port or the bridge has other secrets. */
export async function startOrMeet(options: BridgeOptions): Promise<Found> {
  const { port } = options;
  const endsAtMs = performance.now() + WAITS.meetMs;
  for (let tries = 1; ; tries += 1) {
    const own = await startBridge(options).catch(keepPortInUse);
    if (!(own instanceof PortInUse)) return { own, met: null };
    const leftMs = Math.max(WAITS.meetPauseMs, endsAtMs - performance.now());
    const met = await meetBridge(port, options, leftMs);
    if (met === 'stranger') {
      throw new Stop(
        1,
        `The bridge on port ${port} goes by other secrets: give both the same token, and the same HANDSET_CONFIG_DIR if any; or choose another port with --port.`,
      );
    }
    if (typeof met !== 'string') return { own: null, met };
    if (tries === MAX_MEETINGS || performance.now() + WAITS.meetPauseMs > endsAtMs) {
      const holder = met === 'silent' ? SILENT : 'another program';
      throw new Stop(1, `${own.message} by ${holder}. Free it, or choose another with --port.`);
    }
    await delay(WAITS.meetPauseMs);
  }
}

function keepPortInUse(error: unknown): PortInUse {
  if (error instanceof PortInUse) return error;
  throw error;
}
