import type { ByteReader } from '../bytes.ts';
import type { Point } from '../../geometry.ts';
import { JavaError } from './log.ts';

/** The first byte of a message from the server (DeviceMessage.java). */
export const deviceMessageType = { clipboard: 0, ackClipboard: 1 } as const;

/** The key that the server presses before it reads the clipboard. */
export const copyKey = { none: 0, copy: 1, cut: 2 } as const;

/** The supported actions of android.view.MotionEvent. */
export const motionAction = { down: 0, up: 1, move: 2, cancel: 3 } as const;

/** The actions of android.view.KeyEvent. */
export const keyAction = { down: 0, up: 1 } as const;

export interface KeyMessage {
  readonly type: 'key';
  readonly action: number;
  readonly keycode: number;
  readonly metaState: number;
}

export interface TouchMessage {
  readonly type: 'touch';
  readonly action: number;
  readonly pointerId: bigint;
  /** In display pixels, since a client without video knows no other coordinates. */
  readonly point: Point;
}

export interface ScrollMessage {
  readonly type: 'scroll';
  readonly point: Point;
  /** Notches of a wheel, positive to the right. */
  readonly horizontal: number;
  /** Notches of a wheel, positive up. */
  readonly vertical: number;
}

export interface SetClipboardMessage {
  readonly type: 'setClipboard';
  /** 0 if no acknowledgement is requested. */
  readonly sequence: bigint;
  readonly paste: boolean;
  readonly text: string;
}

/** A message from the client (scrcpy 3.3.3, ControlMessage.java); only the types that clients of this phone send. */
export type ControlMessage =
  | { readonly type: 'notifications' | 'settings' | 'collapse' | 'rotate' | 'resetVideo' }
  | KeyMessage
  | { readonly type: 'text'; readonly text: string }
  | TouchMessage
  | ScrollMessage
  | { readonly type: 'getClipboard'; readonly copyKey: number }
  | { readonly type: 'uhidDestroy'; readonly id: number }
  | SetClipboardMessage;

/** Reads the next message, big-endian (ControlMessageReader.java). Rejects with EndOfStream, or with a JavaError for an unknown type. */
export async function readControlMessage(source: ByteReader): Promise<ControlMessage> {
  const number = (await source.readView(1)).getUint8(0);
  switch (number) {
    case 0:
      return keyMessage(await source.readView(13));
    case 1:
      return { type: 'text', text: await readText(source) };
    case 2:
      return touchMessage(await source.readView(31));
    case 3:
      return scrollMessage(await source.readView(20));
    case 5:
      return { type: 'notifications' };
    case 6:
      return { type: 'settings' };
    case 7:
      return { type: 'collapse' };
    case 8:
      return { type: 'getClipboard', copyKey: (await source.readView(1)).getUint8(0) };
    case 9: {
      const view = await source.readView(9);
      const sequence = view.getBigInt64(0);
      const paste = view.getUint8(8) !== 0;
      return { type: 'setClipboard', sequence, paste, text: await readText(source) };
    }
    case 11:
      return { type: 'rotate' };
    case 14:
      return { type: 'uhidDestroy', id: (await source.readView(2)).getUint16(0) };
    case 17:
      return { type: 'resetVideo' };
    default:
      throw new JavaError(
        'com.genymobile.scrcpy.control.ControlProtocolException',
        `Unknown event type: ${number}`,
      );
  }
}

function keyMessage(view: DataView): KeyMessage {
  const metaState = view.getInt32(9);
  return { type: 'key', action: view.getUint8(0), keycode: view.getInt32(1), metaState };
}

function touchMessage(view: DataView): TouchMessage {
  const point = { x: view.getInt32(9), y: view.getInt32(13) };
  return { type: 'touch', action: view.getUint8(0), pointerId: view.getBigInt64(1), point };
}

/** The fixed-point value of 1.0, and the wheel notches that 1.0 means. */
const fixedPointOne = 0x8000;
const wheelRange = 16;

function scrollMessage(view: DataView): ScrollMessage {
  const notches = (value: number): number =>
    (value === fixedPointOne - 1 ? 1 : value / fixedPointOne) * wheelRange;
  return {
    type: 'scroll',
    point: { x: view.getInt32(0), y: view.getInt32(4) },
    horizontal: notches(view.getInt16(12)),
    vertical: notches(view.getInt16(14)),
  };
}

/** Reads a text after its length, which is not limited, as in the original. */
async function readText(source: ByteReader): Promise<string> {
  return source.readText((await source.readView(4)).getUint32(0));
}
