import type { Point, Size } from '../../geometry.ts';
import { JavaError } from './log.ts';

/** What the client sends, in the order of its first byte (scrcpy 3.3.3, ControlMessage.java). */
const controlTypes = [
  'injectKeycode',
  'injectText',
  'injectTouchEvent',
  'injectScrollEvent',
  'backOrScreenOn',
  'expandNotificationPanel',
  'expandSettingsPanel',
  'collapsePanels',
  'getClipboard',
  'setClipboard',
  'setDisplayPower',
  'rotateDevice',
  'uhidCreate',
  'uhidInput',
  'uhidDestroy',
  'openHardKeyboardSettings',
  'startApp',
  'resetVideo',
] as const;

/** First byte of what the server sends (DeviceMessage.java). */
export const deviceType = { clipboard: 0, ackClipboard: 1 } as const;

/** Which key to press before the clipboard is read. */
export const copyKey = { none: 0, copy: 1, cut: 2 } as const;

/** android.view.MotionEvent's actions, as far as they are looked at. */
export const motionAction = { down: 0, up: 1, move: 2, cancel: 3, hoverMove: 7 } as const;

/** android.view.KeyEvent's actions. */
export const keyAction = { down: 0, up: 1 } as const;

/** A message that says nothing but its type. */
type Bare = Exclude<
  (typeof controlTypes)[number],
  | `inject${string}`
  | 'backOrScreenOn'
  | 'getClipboard'
  | 'setClipboard'
  | 'setDisplayPower'
  | 'startApp'
>;

export interface KeyMessage {
  readonly type: 'injectKeycode';
  readonly action: number;
  readonly keycode: number;
  readonly repeat: number;
  readonly metaState: number;
}

/** A point and what it was measured in. */
export interface Position {
  /** In pixels of the video; of the display when there is none. */
  readonly point: Point;
  /** Of the client's last frame; anything where there is no video. */
  readonly videoSize: Size;
}

export interface TouchMessage {
  readonly type: 'injectTouchEvent';
  readonly action: number;
  readonly pointerId: bigint;
  readonly position: Position;
  readonly actionButton: number;
  readonly buttons: number;
}

export interface ScrollMessage {
  readonly type: 'injectScrollEvent';
  readonly position: Position;
  /** Notches of a wheel, positive to the right. */
  readonly horizontal: number;
  /** Notches of a wheel, positive up. */
  readonly vertical: number;
}

export interface SetClipboardMessage {
  readonly type: 'setClipboard';
  /** 0: no answer is wanted. */
  readonly sequence: bigint;
  readonly paste: boolean;
  readonly text: string;
}

/** What the client may ask for. Of the UHID messages nothing is kept: the phone has no such devices. */
export type ControlMessage =
  | { readonly type: Bare }
  | KeyMessage
  | { readonly type: 'injectText' | 'startApp'; readonly text: string }
  | TouchMessage
  | ScrollMessage
  | { readonly type: 'backOrScreenOn'; readonly action: number }
  | { readonly type: 'getClipboard'; readonly copyKey: number }
  | SetClipboardMessage
  | { readonly type: 'setDisplayPower'; readonly on: boolean };

/** Steps of a fixed-point number that means -1 to 1, and what 1 means for a wheel. */
const fixedPointOne = 0x8000;
const wheelRange = 16;

/**
 * The next message, big-endian (ControlMessageReader.java). Lengths are believed, as there.
 * Rejects with EndOfFile, or with a JavaError for what is no message.
 */
export async function readControlMessage(source: ByteSource): Promise<ControlMessage> {
  const number = await source.unsigned(1);
  const type = controlTypes[number];
  switch (type) {
    case undefined:
      throw unknownType(number);
    case 'injectKeycode':
      return readKey(source);
    case 'injectText':
      return { type, text: await readText(source, 4) };
    case 'injectTouchEvent':
      return readTouch(source);
    case 'injectScrollEvent':
      return readScroll(source);
    case 'backOrScreenOn':
      return { type, action: await source.unsigned(1) };
    case 'getClipboard':
      return { type, copyKey: await source.unsigned(1) };
    case 'setClipboard':
      return readSetClipboard(source);
    case 'setDisplayPower':
      return { type, on: (await source.unsigned(1)) !== 0 };
    case 'startApp':
      return { type, text: await readText(source, 1) };
    default:
      if (type.startsWith('uhid')) await skipUhid(type, source);
      return { type };
  }
}

function unknownType(number: number): JavaError {
  return new JavaError({
    name: 'com.genymobile.scrcpy.control.ControlProtocolException',
    message: `Unknown event type: ${number}`,
    frames: [
      'com.genymobile.scrcpy.control.ControlMessageReader.read(ControlMessageReader.java:60)',
      'com.genymobile.scrcpy.control.ControlChannel.recv(ControlChannel.java:30)',
    ],
  });
}

/** id; for `uhidCreate` also vendor, product and name; then the report. */
async function skipUhid(type: Bare, source: ByteSource): Promise<void> {
  await source.bytes(type === 'uhidCreate' ? 6 : 2);
  if (type === 'uhidCreate') await readBytes(source, 1);
  if (type !== 'uhidDestroy') await readBytes(source, 2);
}

async function readKey(source: ByteSource): Promise<ControlMessage> {
  return {
    type: 'injectKeycode',
    action: await source.unsigned(1),
    keycode: await source.int32(),
    repeat: await source.int32(),
    metaState: await source.int32(),
  };
}

async function readTouch(source: ByteSource): Promise<ControlMessage> {
  const action = await source.unsigned(1);
  const pointerId = await source.int64();
  const position = await readPosition(source);
  // The pressure; the demo phone's screen feels none.
  await source.unsigned(2);
  const actionButton = await source.int32();
  const buttons = await source.int32();
  return { type: 'injectTouchEvent', action, pointerId, position, actionButton, buttons };
}

async function readScroll(source: ByteSource): Promise<ControlMessage> {
  const position = await readPosition(source);
  const horizontal = await readNotches(source);
  const vertical = await readNotches(source);
  await source.int32();
  return { type: 'injectScrollEvent', position, horizontal, vertical };
}

async function readPosition(source: ByteSource): Promise<Position> {
  const point = { x: await source.int32(), y: await source.int32() };
  const videoSize = { width: await source.unsigned(2), height: await source.unsigned(2) };
  return { point, videoSize };
}

async function readNotches(source: ByteSource): Promise<number> {
  const value = await source.int16();
  return (value === fixedPointOne - 1 ? 1 : value / fixedPointOne) * wheelRange;
}

async function readSetClipboard(source: ByteSource): Promise<ControlMessage> {
  return {
    type: 'setClipboard',
    sequence: await source.int64(),
    paste: (await source.unsigned(1)) !== 0,
    text: await readText(source, 4),
  };
}

async function readText(source: ByteSource, lengthSize: 1 | 4): Promise<string> {
  return new TextDecoder().decode(await readBytes(source, lengthSize));
}

async function readBytes(source: ByteSource, lengthSize: 1 | 2 | 4): Promise<Uint8Array> {
  // Java's int: what is above 2^31 is a negative size.
  const length = (await source.unsigned(lengthSize)) | 0;
  if (length < 0) {
    throw new JavaError({ name: 'java.lang.NegativeArraySizeException', message: `${length}` });
  }
  return source.bytes(length);
}

/** The client closed its end. */
export class EndOfFile extends Error {
  override readonly name = 'EndOfFile';
}

/** Reads numbers from a stream, big-endian as java.io.DataInputStream. Every read may reject with EndOfFile. */
export class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest = new Uint8Array(0);

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#chunks = input[Symbol.asyncIterator]();
  }

  /** Exactly so many bytes. */
  async bytes(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let missing = length;
    while (missing > 0) {
      if (this.#rest.length === 0) this.#rest = await this.#nextChunk();
      const taken = this.#rest.subarray(0, missing);
      parts.push(taken);
      missing -= taken.length;
      this.#rest = this.#rest.subarray(taken.length);
    }
    return join(parts, length);
  }

  async unsigned(size: 1 | 2 | 4): Promise<number> {
    const view = await this.#view(size);
    if (size === 1) return view.getUint8(0);
    return size === 2 ? view.getUint16(0) : view.getUint32(0);
  }

  async int16(): Promise<number> {
    return (await this.#view(2)).getInt16(0);
  }

  async int32(): Promise<number> {
    return (await this.#view(4)).getInt32(0);
  }

  async int64(): Promise<bigint> {
    return (await this.#view(8)).getBigInt64(0);
  }

  async #view(length: number): Promise<DataView> {
    const bytes = await this.bytes(length);
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  }

  async #nextChunk(): Promise<Uint8Array<ArrayBuffer>> {
    const next = await this.#chunks.next();
    if (next.done === true) throw new EndOfFile('the client closed its end');
    return next.value.slice();
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined = new Uint8Array(length);
  let filled = 0;
  for (const part of parts) {
    joined.set(part, filled);
    filled += part.length;
  }
  return joined;
}
