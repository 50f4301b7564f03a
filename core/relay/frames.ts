/**
 * The frames between console and bridge: HTTP over one WebSocket, as JSON texts.
 *
 * Ids are the bridge's own, counted up for each socket; JSON-RPC ids collide between clients
 * and never serve here.
 */
import * as z from 'zod';
import { HandsetError } from '../errors.ts';

const id = z.int().nonnegative();
const headers = z.record(z.string(), z.string());
const heartbeat = [
  z.strictObject({ kind: z.literal('ping') }),
  z.strictObject({ kind: z.literal('pong') }),
] as const;

const consoleFrame = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    version: z.number(),
    secret: z.string(),
    /** Names this load of the page, so that its return is told from a second page. */
    page: z.string(),
  }),
  z.strictObject({ kind: z.literal('head'), id, status: z.int().min(200).max(599), headers }),
  z.strictObject({ kind: z.literal('chunk'), id, text: z.string() }),
  z.strictObject({ kind: z.literal('end'), id }),
  z.strictObject({ kind: z.literal('failed'), id, error: z.string() }),
  ...heartbeat,
]);

const bridgeFrame = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('welcome'),
    version: z.number(),
    /** Put before every tool name that agents see. */
    toolPrefix: z.string(),
  }),
  z.strictObject({
    kind: z.literal('request'),
    id,
    agent: z.string(),
    method: z.string(),
    headers,
    body: z.string(),
  }),
  z.strictObject({ kind: z.literal('abort'), id }),
  ...heartbeat,
]);

/** What the console (the worker) says. */
export type ConsoleFrame = z.infer<typeof consoleFrame>;
/** What the bridge says. */
export type BridgeFrame = z.infer<typeof bridgeFrame>;
/** What the bridge tells a console that it accepts. */
export type Welcome = Omit<Extract<BridgeFrame, { kind: 'welcome' }>, 'kind'>;
/** How a console introduces itself. */
export type Hello = Omit<Extract<ConsoleFrame, { kind: 'hello' }>, 'kind'>;
/** One HTTP request of an agent; `body` is empty where there is none. */
export type RelayRequest = Omit<Extract<BridgeFrame, { kind: 'request' }>, 'kind' | 'id'>;

/** A frame as the text that is sent. */
export function encodeFrame(frame: ConsoleFrame | BridgeFrame): string {
  return JSON.stringify(frame);
}

/** Reads what a console sent. Throws `bad-frame`. */
export function parseConsoleFrame(data: unknown): ConsoleFrame {
  return parse(consoleFrame, data);
}

/** Reads what the bridge sent. Throws `bad-frame`. */
export function parseBridgeFrame(data: unknown): BridgeFrame {
  return parse(bridgeFrame, data);
}

function parse<Frame>(schema: z.ZodType<Frame>, data: unknown): Frame {
  if (typeof data !== 'string') throw new HandsetError('bad-frame', 'A frame was not text.');
  const result = schema.safeParse(decodeJson(data));
  if (result.success) return result.data;
  // The frame itself may hold the secret, so only the place of the fault is named.
  // Below its top, a place may be of the sender's own words: the names of headers.
  const place = result.error.issues[0]?.path[0];
  const where = place === undefined ? '' : ` at "${String(place)}"`;
  throw new HandsetError('bad-frame', `A frame was malformed${where}.`);
}

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HandsetError('bad-frame', 'A frame was not JSON.');
  }
}
