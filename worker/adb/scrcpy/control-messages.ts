/** Control messages of the scrcpy server, version 3.3.3, as bytes. */
import type { AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy';
import {
  type AndroidKeyCode,
  type AndroidKeyEventMeta,
  AndroidKeyEventAction,
  AndroidMotionEventAction,
  ScrcpyControlMessageSerializer,
  ScrcpyControlMessageType,
  ScrcpySetClipboardControlMessage,
} from '@yume-chan/scrcpy';
import type { AndroidKey } from '#core/input/keys.ts';
import type { Point } from '#core/geometry.ts';
import type { FingerStep } from '#core/gestures/finger-steps.ts';
import type { StatusBarPanel } from '#core/phone/phone.ts';
import { serverSettings } from './server.ts';

/** The server's settings: no video, input only, and the clipboard's text only on request. */
export function controlServerOptions(scid: string): AdbScrcpyOptions3_3_3<boolean> {
  return serverSettings(scid, { video: false, control: true });
}

const serializer = new ScrcpyControlMessageSerializer(controlServerOptions('0'));
const touchActions = {
  down: AndroidMotionEventAction.Down,
  move: AndroidMotionEventAction.Move,
  up: AndroidMotionEventAction.Up,
} as const;

/** One event of one finger, in device pixels of the current rotation; the server injects it on arrival. */
export function touchMessage({ finger, action, x, y }: FingerStep): Uint8Array {
  return serializer.injectTouch({
    action: touchActions[action],
    pointerId: BigInt(finger),
    // Rounding up could put it beyond the last pixel of the screen.
    pointerX: Math.max(0, Math.floor(x)),
    pointerY: Math.max(0, Math.floor(y)),
    // Without video the server takes the point as it is and ignores these.
    videoWidth: 0,
    videoHeight: 0,
    pressure: action === 'up' ? 0 : 1,
    actionButton: 0,
    buttons: 0,
  });
}

/** A mouse wheel turned at a device pixel: notches or fractions of them, 16 at most; down and right are positive. */
export function wheelMessage(at: Point, notches: WheelNotches): Uint8Array {
  const message = serializer.injectScroll({
    pointerX: at.x,
    pointerY: at.y,
    videoWidth: 0,
    videoHeight: 0,
    scrollX: notches.right,
    // In Android a positive scroll is away from the user.
    scrollY: -notches.down,
    buttons: 0,
  });
  // Only for older server versions it is undefined, when a fraction of a notch is kept back.
  return message ?? new Uint8Array();
}

/** Notches of a mouse wheel. */
export interface WheelNotches {
  readonly right: number;
  readonly down: number;
}

/** Presses and releases a key; the meta state is android.view.KeyEvent's. */
export function keyMessages(keyCode: number, metaState = 0): Uint8Array {
  const key = { keyCode, metaState };
  return concatMessages([keyMessage(key, 'down'), keyMessage(key, 'up')]);
}

/** A key that goes down, is repeated for the `repeat`th time while held, or goes up. */
export function keyMessage(key: AndroidKey, action: 'down' | 'up', repeat = 0): Uint8Array {
  const { Down, Up } = AndroidKeyEventAction;
  return serializer.injectKeyCode({
    // Tango's type lists the codes that have names; the protocol takes any number.
    keyCode: key.keyCode as AndroidKeyCode,
    // As above.
    metaState: key.metaState as AndroidKeyEventMeta,
    action: action === 'down' ? Down : Up,
    repeat,
  });
}

/** Text to type key by key, 300 characters at most. */
export function textMessage(text: string): Uint8Array {
  return serializer.injectText(text);
}

/** Opens a panel of the status bar. */
export function panelMessage(panel: StatusBarPanel): Uint8Array {
  return panel === 'notifications'
    ? serializer.expandNotificationPanel()
    : serializer.expandSettingPanel();
}

/** Rotates the screen by a quarter turn between portrait and landscape; the auto-rotation setting stays. */
export function rotateMessage(): Uint8Array {
  return serializer.rotateDevice();
}

/** Makes the encoder begin anew: the next packets are a configuration and a key frame. */
export function resetVideoMessage(): Uint8Array {
  return serializer.resetVideo();
}

/** The key to press before the clipboard is read (the copyKey field of GetClipboard). */
const copyKeys = { none: 0, copy: 1, cut: 2 } as const;
/** The key's name; `none` presses nothing. */
export type CopyKey = keyof typeof copyKeys;

/** Requests the clipboard's text, after pressing that key. The server answers only if it holds text. */
export function getClipboardMessage(press: CopyKey = 'none'): Uint8Array {
  return Uint8Array.of(ScrcpyControlMessageType.GetClipboard, copyKeys[press]);
}

/** A device that is never created. */
const unknownUhidDevice = 0xffff;

/** Has no effect, but the server logs `unknownDeviceLog` when it has handled all messages before. */
export function closeUnknownDeviceMessage(): Uint8Array {
  return Uint8Array.of(
    ScrcpyControlMessageType.UHidDestroy,
    unknownUhidDevice >> 8,
    unknownUhidDevice & 0xff,
  );
}

/** What the server logs for `closeUnknownDeviceMessage` (UhidManager.close). */
export const unknownDeviceLog = `Closing unknown UHID device: ${unknownUhidDevice}`;

/** Sets the clipboard, then presses PASTE if `paste`; the server answers with the sequence number. */
export function setClipboardMessage(
  content: string,
  { sequence, paste }: { readonly sequence: bigint; readonly paste: boolean },
): Uint8Array {
  const type = ScrcpyControlMessageType.SetClipboard;
  return ScrcpySetClipboardControlMessage.serialize({ type, sequence, paste, content });
}

/** Several messages in one write, which reach the phone together. */
export function concatMessages(messages: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const message of messages) {
    all.set(message, at);
    at += message.length;
  }
  return all;
}
