/**
 * The frames between console and bridge: HTTP over one WebSocket, as JSON texts.
 *
 * Ids are the bridge's own, counted up for each socket; JSON-RPC ids collide between clients
 * and never serve here.
 */
import * as z from 'zod';
import { HandsetError } from '../errors.ts';
import { MAX_SHORT_CHARACTERS } from './limits.ts';

const id = z.int().nonnegative();
const headers = z.record(z.string(), z.string());
/** What a console says and the bridge keeps, or tells all others: longer ones are no phone's. */
const short = z.string().max(MAX_SHORT_CHARACTERS);
/** As `core/mcp/agent.ts` allows it. */
const agent = z.string().max(64);
const heartbeat = [
  z.strictObject({ kind: z.literal('ping') }),
  z.strictObject({ kind: z.literal('pong') }),
] as const;

/** The phone of a console, as the other consoles and `list_phones` name it. */
const heldPhone = z.strictObject({
  serial: short,
  model: short,
  androidVersion: short,
  kind: z.enum(['usb', 'demo']),
  state: z.enum(['connected', 'lost']),
});

/** One open console, as the bridge tells all of them. */
const openConsole = z.strictObject({
  /** `console 2`: given by the bridge, the tab's for as long as the bridge runs. */
  name: z.string(),
  phone: heldPhone.nullable(),
  paused: z.boolean(),
  /** Whether it serves the agents that chose no phone. */
  leads: z.boolean(),
});

const consoleFrame = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    version: z.number(),
    secret: z.string(),
    /** Names the tab: a page that was reloaded comes back under the same name. */
    page: short,
  }),
  /** What the console holds; sent after the welcome and at every change. */
  z.strictObject({
    kind: z.literal('state'),
    phone: heldPhone.nullable(),
    paused: z.boolean(),
  }),
  /** The person chose this console for agents that chose no phone themselves. */
  z.strictObject({ kind: z.literal('lead') }),
  /** An agent chose its phone, or with null to follow the person's choice again. */
  z.strictObject({
    kind: z.literal('choose'),
    agent,
    choice: z.strictObject({ serial: short, console: short }).nullable(),
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
    /** This console's name among the open ones. */
    name: z.string(),
    /** What agents need to reach the bridge; null for a console of another origin, which is not told the token. */
    setup: z
      .strictObject({
        mcpUrl: z.string(),
        token: z.string(),
        /** Whether the token was chosen for this run, so that a program would not find it among the stored ones. */
        ownToken: z.boolean(),
        /** The bridge's file, for agents that start it themselves, and what they must repeat: another port. */
        programPath: z.string(),
        programArguments: z.array(z.string()),
      })
      .nullable(),
  }),
  /** Every open console; sent after the welcome and at every change. */
  z.strictObject({ kind: z.literal('consoles'), consoles: z.array(openConsole) }),
  z.strictObject({
    kind: z.literal('request'),
    id,
    caller: z.strictObject({
      agent,
      /** The serial number of the phone that the agent chose; null when it follows the person's choice. */
      chosenPhone: z.string().nullable(),
    }),
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
/** What agents need to reach the bridge. */
export type AgentSetup = NonNullable<Welcome['setup']>;
/** The phone that a console holds, or held when it was unplugged. */
export type HeldPhone = z.infer<typeof heldPhone>;
/** An open console, as the bridge tells of it. */
export type OpenConsole = z.infer<typeof openConsole>;
/** What a console says of itself. */
export type ConsoleState = Omit<Extract<ConsoleFrame, { kind: 'state' }>, 'kind'>;
/** The phone that an agent chose, and the console it then was at. */
export type PhoneChoice = NonNullable<Extract<ConsoleFrame, { kind: 'choose' }>['choice']>;
/** How a console introduces itself. */
export type Hello = Omit<Extract<ConsoleFrame, { kind: 'hello' }>, 'kind'>;
/** One request of an agent, which it has posted. */
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
