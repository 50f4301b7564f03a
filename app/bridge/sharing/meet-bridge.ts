import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { type SharedSecrets, isProof, newChallenge, proofOf } from '../guard/proof.ts';
import { IPV4 } from '../http/listen.ts';
import { readBody } from '../http/read-body.ts';
import { MAX_HEALTH_BYTES, WAITS } from '../limits.ts';

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
