import { type IncomingMessage, Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { type SharedSecrets, isProof, newChallenge, proofOf } from '../guard/secrets.ts';
import { IPV4, PortInUse } from '../http/listen.ts';
import { readBody } from '../http/messages.ts';
import { MAX_HEALTH_BYTES, MAX_MEETINGS, WAITS } from '../limits.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { type BridgeOptions, type RunningBridge, startBridge } from '../server/bridge.ts';
import { Stop } from '../stop.ts';

/** What a bridge says of itself at `/healthz`. */
export interface Health {
  readonly version: string;
  readonly toolPrefix: string;
  /** Exact origins of hosted consoles that may connect to it. */
  readonly allowedOrigins: readonly string[];
  readonly startedAtEpochMs: number;
  readonly hasConsole: boolean;
}

/** A bridge of ours, for as long as it is held. */
export interface MetBridge {
  readonly health: Health;
  /** Resolves when the connection to it has ended, by `close` too: it is gone, or starting again. */
  readonly gone: Promise<void>;
  /** Lets go of it. */
  close(): void;
}

/**
 * Meets the bridge on a port, over a connection that stays open. It has to prove that it
 * knows the secrets, and is not shown them. `stranger`: a bridge with others, or a program that
 * plays one. `silent`: a program that takes the connection and does not answer within the time.
 * `nobody`: nothing, or no bridge.
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

/** Throws where it is not what a bridge says. */
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
  // The connection's end says more than an answer that fails.
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

/** The far side has said nothing in time. */
class NoAnswer extends Error {}

/** One connection, which is kept between questions. */
class Line {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number) {
    this.#port = port;
  }

  /** Waits `WAITS.bridgeAnswerMs` at most. Rejects with `NoAnswer` when that, or `limitMs`, is over. */
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

/** A bridge of this process, or one of ours that has the port already. */
type Found =
  | { readonly own: RunningBridge; readonly met: null }
  | { readonly own: null; readonly met: MetBridge };

/** Starts the bridge, or meets the one that runs. Rejects with `Stop` when the port is another program's, or the bridge has other secrets. */
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
