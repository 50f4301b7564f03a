/**
 * The frames between console and bridge (HTTP over one WebSocket), and what both ends need of the
 * socket that carries them. Bodies, and the bytes of streams, are binary messages: the id of the
 * request or stream, then bytes; all else is JSON texts.
 *
 * Ids are assigned by the bridge, counting up for each socket; JSON-RPC ids are not used because
 * they collide between clients.
 */
import * as z from 'zod';
import { type ErrorCode, HandsetError } from '../errors.ts';
import { agentLimits, agentTokenChange, agentTokens } from './agent-tokens.ts';
import {
  MAX_TEXT_CHARACTERS,
  PING_INTERVAL_MS,
  SILENCE_TIMEOUT_MS,
  STREAM_WINDOW_BYTES,
} from './limits.ts';

/** Ids of requests fit into the 31 bits that a binary frame has for them; the highest bit marks a stream. */
const id = z.int().min(0).max(0x7fff_ffff);
/** The id of a stream, assigned by the console. */
const stream = id;
const headers = z.record(z.string(), z.string());
/** A text that the bridge stores or forwards to other consoles; no real phone needs a longer one. */
const limitedText = z.string().max(MAX_TEXT_CHARACTERS);
/** Same limit as in `core/mcp/agent-path.ts`. */
const agent = z.string().max(64);
const heartbeat = [
  z.strictObject({ kind: z.literal('ping') }),
  z.strictObject({ kind: z.literal('pong') }),
] as const;

/** Why a stream can break off, for any other reason `internal`. */
const streamErrorCodes = [
  'adb-unreachable',
  'bad-frame',
  'cancelled',
  'command-failed',
  'internal',
  'invalid-argument',
  'phone-lost',
  'protocol',
  'timeout',
  'unsupported',
] as const satisfies readonly ErrorCode[];

/** What both ends send for an open stream, beside its bytes. */
const streamFrames = [
  /** The reader has taken this many bytes: as many more may be sent. */
  z.strictObject({
    kind: z.literal('credit'),
    stream,
    bytes: z.int().min(1).max(STREAM_WINDOW_BYTES),
  }),
  /** The stream has ended in both directions; with an error, it broke off. */
  z.strictObject({
    kind: z.literal('stream-end'),
    stream,
    error: z
      .strictObject({
        code: z.enum(streamErrorCodes),
        message: limitedText,
        hint: limitedText.nullable(),
      })
      .nullable(),
  }),
] as const;

/** The adb server's number for a phone, until it is unplugged. */
const transport = z.int().min(1);

/** Where a phone listens on the network; the bridge checks it as the page does. */
const address = {
  host: z.string().regex(/^[\w.:%-]{1,253}$/),
  port: z.int().min(1).max(65_535),
};

/** A few requests to the adb server, and services of a phone. */
const adbTarget = z.discriminatedUnion('name', [
  /** `adb track-devices -l`: the list of phones at every change, each with its length before it. */
  z.strictObject({ name: z.literal('adb-track') }),
  /** `adb devices -l`: the list as it is now. */
  z.strictObject({ name: z.literal('adb-list') }),
  /** `adb start-server`: ends when it has started. */
  z.strictObject({ name: z.literal('adb-start') }),
  /** The features of a phone, comma-separated. */
  z.strictObject({ name: z.literal('adb-features'), transport }),
  /** A service of a phone, such as `sync:`. */
  z.strictObject({ name: z.literal('adb-service'), transport, service: z.string() }),
  /** `adb connect`: ends when the phone is connected. */
  z.strictObject({ name: z.literal('adb-connect'), ...address }),
  /** `adb disconnect`: ends when the phone is no longer listed. */
  z.strictObject({ name: z.literal('adb-disconnect'), ...address }),
  /** `adb pair`, with the six digits that the phone shows: ends when it is paired. */
  z.strictObject({ name: z.literal('adb-pair'), ...address, code: z.string().regex(/^\d{6}$/) }),
  /** `adb mdns services`: the phones that were found on the network, one a line. */
  z.strictObject({ name: z.literal('adb-mdns') }),
]);

/** Files in the folder on the computer that agents may use. */
const fileTarget = z.discriminatedUnion('name', [
  /** A file: the bridge sends its size in 8 bytes, the highest first, then the file. */
  z.strictObject({ name: z.literal('file-read'), path: limitedText }),
  /** A new file, which the console sends in the same way; the bridge ends the stream when the file is complete. */
  z.strictObject({ name: z.literal('file-write'), path: limitedText }),
]);

/** A change of agents' tokens; the bridge sends its answer and ends the stream. */
const agentTokenTarget = z.strictObject({
  name: z.literal('agent-tokens'),
  change: agentTokenChange,
});

/** What a console can open a stream to. */
const streamTarget = z.discriminatedUnion('name', [adbTarget, fileTarget, agentTokenTarget]);

/** The phone of a console, as other consoles and `list_phones` show it. */
const consolePhone = z.strictObject({
  serial: limitedText,
  /** How adb names it, where that is not its serial number: `192.168.1.5:5555`. */
  address: limitedText.optional(),
  model: limitedText,
  androidVersion: limitedText,
  /** How it is connected: over USB, through the adb server, or as the demo phone. */
  kind: z.enum(['usb', 'adb', 'demo']),
  state: z.enum(['connected', 'lost']),
  /** How the elements of its screen are read, and why not faster; absent while that is not known. */
  elementsBy: limitedText.optional(),
});

/** One open console, as the bridge reports it to all consoles. */
const openConsole = z.strictObject({
  /** `console 2`: assigned by the bridge; the tab keeps it as long as the bridge runs. */
  name: z.string(),
  phone: consolePhone.nullable(),
  paused: z.boolean(),
  /** Whether it is the default console, which serves the agents that chose no phone. */
  isDefault: z.boolean(),
});

const consoleFrame = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    version: z.number(),
    secret: z.string(),
    /** Identifies the tab and survives a reload of the page. */
    page: limitedText,
  }),
  /** The console's state; sent after the welcome and at every change. */
  z.strictObject({
    kind: z.literal('state'),
    phone: consolePhone.nullable(),
    paused: z.boolean(),
  }),
  /** The user made this console the default one. */
  z.strictObject({ kind: z.literal('make-default') }),
  /** An agent chose its phone, or with null the default console again. */
  z.strictObject({
    kind: z.literal('choose'),
    agent,
    choice: z.strictObject({ serial: limitedText, console: limitedText }).nullable(),
  }),
  /** The request waits for the user's answer, and nothing of it has run; or it no longer waits. */
  z.strictObject({ kind: z.literal('waiting'), id, waiting: z.boolean() }),
  z.strictObject({ kind: z.literal('head'), id, status: z.int().min(200).max(599), headers }),
  z.strictObject({ kind: z.literal('end'), id }),
  z.strictObject({ kind: z.literal('failed'), id, error: z.string() }),
  z.strictObject({ kind: z.literal('stream-open'), stream, target: streamTarget }),
  ...streamFrames,
  ...heartbeat,
]);

const bridgeFrame = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('welcome'),
    version: z.number(),
    /** Prefix of all tool names that agents see. */
    toolPrefix: z.string(),
    /** Whether agents are offered all tools, not only those that most tasks need. */
    allTools: z.boolean().default(false),
    /** Whether consoles may read screens by the element reader. */
    screenReader: z.boolean().default(true),
    /** This console's name, such as `console 2`. */
    name: z.string(),
    /** What starts this bridge, with options after it; absent from older bridges. */
    command: z.string().optional(),
    /** Present where this console may use the bridge's adb server; whether the bridge could start one. */
    adb: z.strictObject({ canStart: z.boolean() }).nullable(),
    /** What agents need to reach the bridge; null for a console of another origin, which must not get the token. */
    setup: z
      .strictObject({
        mcpUrl: z.string(),
        token: z.string(),
        /** Whether the token was set for this run only, so that a stdio program would not find it in the token file. */
        ownToken: z.boolean(),
        /** Path of the bridge program for agents that start it themselves, and the arguments they must repeat, such as the port. */
        programPath: z.string(),
        programArguments: z.array(z.string()),
      })
      .nullable(),
  }),
  /** Every open console; sent after the welcome and at every change. */
  z.strictObject({ kind: z.literal('consoles'), consoles: z.array(openConsole) }),
  /** The tokens of agents; sent as `consoles`, but only to consoles of the bridge's own origin. */
  agentTokens.extend({ kind: z.literal('agent-tokens') }),
  /** Its whole body follows, as one binary frame. */
  z.strictObject({
    kind: z.literal('request'),
    id,
    caller: z.strictObject({
      agent,
      /** Serial number of the phone that the agent chose; null when it uses the default console. */
      chosenPhone: z.string().nullable(),
      /** What its own token allows the agent; null for one that has the shared token. */
      limits: agentLimits.nullable(),
    }),
    headers,
  }),
  z.strictObject({ kind: z.literal('abort'), id }),
  /** The stream is open; else `stream-end` says why not. */
  z.strictObject({ kind: z.literal('stream-opened'), stream }),
  ...streamFrames,
  ...heartbeat,
]);

/** A binary frame: a part of a response's body, or the whole body of a request. */
interface BodyFrame {
  readonly kind: 'body';
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
/** A binary frame: the next bytes of a stream. */
interface DataFrame {
  readonly kind: 'data';
  readonly stream: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
type BinaryFrame = BodyFrame | DataFrame;
/** A frame that the console (its worker) sends. */
export type ConsoleFrame = z.infer<typeof consoleFrame> | BinaryFrame;
/** A frame that the bridge sends. */
export type BridgeFrame = z.infer<typeof bridgeFrame> | BinaryFrame;
/** A frame that either end sends for an open stream. */
export type StreamFrame = Extract<ConsoleFrame, { kind: 'credit' | 'stream-end' }> | DataFrame;
/** Why a stream broke off. */
type StreamError = NonNullable<Extract<StreamFrame, { kind: 'stream-end' }>['error']>;
/** What a console can open a stream to. */
export type AdbTarget = z.infer<typeof adbTarget>;
export type FileTarget = z.infer<typeof fileTarget>;
export type AgentTokenTarget = z.infer<typeof agentTokenTarget>;
export type StreamTarget = z.infer<typeof streamTarget>;
/** What the bridge sends to a console that it accepts. */
export type Welcome = Omit<Extract<BridgeFrame, { kind: 'welcome' }>, 'kind'>;
/** What agents need to reach the bridge. */
export type AgentSetup = NonNullable<Welcome['setup']>;
/** The phone that is connected to a console, or was when it was unplugged. */
export type ConsolePhone = z.infer<typeof consolePhone>;
/** An open console, as the bridge reports it. */
export type OpenConsole = z.infer<typeof openConsole>;
/** The phone and the paused state of a console. */
export type ConsoleState = Omit<Extract<ConsoleFrame, { kind: 'state' }>, 'kind'>;
/** The phone that an agent chose, and the console that had it then. */
export type PhoneChoice = NonNullable<Extract<ConsoleFrame, { kind: 'choose' }>['choice']>;
/** The first frame of a console. */
export type Hello = Omit<Extract<ConsoleFrame, { kind: 'hello' }>, 'kind'>;
/** One POST request of an agent. */
export type RelayRequest = Omit<Extract<BridgeFrame, { kind: 'request' }>, 'kind' | 'id'> & {
  readonly body: string;
};

/** A WebSocket message: text or binary. */
export type Message = string | Uint8Array<ArrayBuffer>;

const idBytes = 4;
/** Marks the id of a binary frame as that of a stream. */
const streamBit = 0x8000_0000;

/** Serializes a frame. */
export function encodeFrame(frame: ConsoleFrame | BridgeFrame): Message {
  if (frame.kind !== 'body' && frame.kind !== 'data') return JSON.stringify(frame);
  const message = new Uint8Array(idBytes + frame.bytes.length);
  const head = frame.kind === 'body' ? frame.id : frame.stream + streamBit;
  new DataView(message.buffer).setUint32(0, head);
  message.set(frame.bytes, idBytes);
  return message;
}

/** The error as a `stream-end` carries it. */
export function toStreamError({ code, message, hint }: HandsetError): StreamError {
  return {
    code: streamErrorCodes.find((known) => known === code) ?? 'internal',
    message: message.slice(0, MAX_TEXT_CHARACTERS),
    hint: hint?.slice(0, MAX_TEXT_CHARACTERS) ?? null,
  };
}

/** The error of a `stream-end`. */
export function fromStreamError({ code, message, hint }: StreamError): HandsetError {
  return new HandsetError(code, message, hint === null ? {} : { hint });
}

/** Parses a frame of a console. Throws `bad-frame`. */
export function parseConsoleFrame(data: unknown): ConsoleFrame {
  return parseFrame(consoleFrame, data);
}

/** Parses a frame of the bridge. Throws `bad-frame`. */
export function parseBridgeFrame(data: unknown): BridgeFrame {
  return parseFrame(bridgeFrame, data);
}

function parseFrame<Frame>(schema: z.ZodType<Frame>, data: unknown): Frame | BinaryFrame {
  if (data instanceof ArrayBuffer) return parseBinaryFrame(new Uint8Array(data));
  if (typeof data !== 'string')
    throw new HandsetError('bad-frame', 'A frame was neither text nor bytes.');
  const result = schema.safeParse(parseJson(data));
  if (result.success) return result.data;
  // The frame may hold the secret, so only the path of the fault is reported, and of that only the
  // top level, since deeper keys (header names) come from the sender.
  const topLevelKey = result.error.issues[0]?.path[0];
  const where = topLevelKey === undefined ? '' : ` at "${String(topLevelKey)}"`;
  throw new HandsetError('bad-frame', `A frame was malformed${where}.`);
}

function parseBinaryFrame(message: Uint8Array<ArrayBuffer>): BinaryFrame {
  if (message.length < idBytes) throw new HandsetError('bad-frame', 'A binary frame had no id.');
  const head = new DataView(message.buffer).getUint32(0);
  const bytes = message.subarray(idBytes);
  return head < streamBit
    ? { kind: 'body', id: head, bytes }
    : { kind: 'data', stream: head - streamBit, bytes };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HandsetError('bad-frame', 'A frame was not JSON.');
  }
}

/** The socket as the relay uses it. All methods may be called at any time; a closed socket ignores them. */
export interface Channel {
  send(message: Message): void;
  /** Whether so much unsent data is buffered that nothing large should be added. */
  isBackedUp?(): boolean;
  /** `code` is one of `CLOSE_CODES`; `reason` may have any length: implementations shorten it with `truncateReason`. */
  close(code: number, reason: string): void;
}

/** UTF-8 bytes of reason that fit into a WebSocket close frame (RFC 6455, section 5.5: 125 minus two for the code). */
const MAX_REASON_BYTES = 123;

/** Shortens a text to what `WebSocket.close` accepts as reason; it throws for more. */
export function truncateReason(text: string): string {
  const bytes = new TextEncoder().encode(text).subarray(0, MAX_REASON_BYTES);
  // In stream mode the decoder omits a trailing incomplete character.
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Checks that the other side still sends something. */
export interface Heartbeat {
  /** Must be called for every received frame. */
  frameReceived(): void;
  stop(): void;
}

/**
 * Pings at a fixed interval and calls `onSilent` once when nothing was received for
 * `SILENCE_TIMEOUT_MS`. TCP alone does not detect another side that is suspended or frozen.
 */
export function startHeartbeat(ping: () => void, onSilent: () => void): Heartbeat {
  let lastReceivedAtMs = performance.now();
  let dueAtMs = lastReceivedAtMs + PING_INTERVAL_MS;
  let timer = setTimeout(checkAndPing, PING_INTERVAL_MS);

  function checkAndPing(): void {
    const nowMs = performance.now();
    // A timer this late means that this machine was suspended; received frames may still be unread.
    if (nowMs - dueAtMs > PING_INTERVAL_MS) lastReceivedAtMs = nowMs;
    if (nowMs - lastReceivedAtMs >= SILENCE_TIMEOUT_MS) return onSilent();
    ping();
    dueAtMs = nowMs + PING_INTERVAL_MS;
    timer = setTimeout(checkAndPing, PING_INTERVAL_MS);
  }

  return {
    frameReceived: () => {
      lastReceivedAtMs = performance.now();
    },
    stop: () => clearTimeout(timer),
  };
}
