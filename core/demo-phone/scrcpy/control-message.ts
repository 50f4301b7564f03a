import type { ByteReader } from '../bytes.ts';
import type { Point } from '../../geometry.ts';
import { JavaError } from './log.ts';

/** First byte of what the server sends (DeviceMessage.java). */
export const deviceType = { clipboard: 0, ackClipboard: 1 } as const;

/** Which key to press before the clipboard is read. */
export const copyKey = { none: 0, copy: 1, cut: 2 } as const;

/** android.view.MotionEvent's actions, as far as they are looked at. */
export const motionAction = { down: 0, up: 1, move: 2, cancel: 3 } as const;

/** android.view.KeyEvent's actions. */
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
  /** Pixels of the display: a client that is shown nothing knows no others. */
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
  /** 0: no answer is wanted. */
  readonly sequence: bigint;
  readonly paste: boolean;
  readonly text: string;
}

/** What the client may ask for (scrcpy 3.3.3, ControlMessage.java), without what nobody asks this phone for. */
export type ControlMessage =
  | { readonly type: 'notifications' | 'settings' | 'collapse' | 'rotate' }
  | KeyMessage
  | { readonly type: 'text'; readonly text: string }
  | TouchMessage
  | ScrollMessage
  | { readonly type: 'getClipboard'; readonly copyKey: number }
  | SetClipboardMessage;

/** The next message, big-endian (ControlMessageReader.java). Rejects with EndOfStream, or with a JavaError for what is none. */
export async function readControlMessage(source: ByteReader): Promise<ControlMessage> {
  const number = (await source.view(1)).getUint8(0);
  switch (number) {
    case 0:
      return keyMessage(await source.view(13));
    case 1:
      return { type: 'text', text: await readText(source) };
    case 2:
      return touchMessage(await source.view(31));
    case 3:
      return scrollMessage(await source.view(20));
    case 5:
      return { type: 'notifications' };
    case 6:
      return { type: 'settings' };
    case 7:
      return { type: 'collapse' };
    case 8:
      return { type: 'getClipboard', copyKey: (await source.view(1)).getUint8(0) };
    case 9: {
      const view = await source.view(9);
      const [sequence, paste] = [view.getBigInt64(0), view.getUint8(8) !== 0];
      return { type: 'setClipboard', sequence, paste, text: await readText(source) };
    }
    case 11:
      return { type: 'rotate' };
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

/** Steps of a fixed-point number that means -1 to 1, and what 1 means for a wheel. */
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

/** Its length is believed, as there. */
async function readText(source: ByteReader): Promise<string> {
  return source.text((await source.view(4)).getUint32(0));
}
