/** What the scrcpy server is told, as bytes: its control messages, version 3.3.3. */
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
import type { AndroidKey } from '../../core/acting/person-keys.ts';
import type { Point } from '../../core/geometry.ts';
import type { PointerStep } from '../../core/gestures/timeline.ts';
import type { Panel } from '../../core/phone.ts';
import { serverSettings } from './start-server.ts';

/** The server's settings: it shows nothing and takes input alone, and tells of the clipboard only when asked. */
export function serverOptions(scid: string): AdbScrcpyOptions3_3_3<boolean> {
  return serverSettings(scid, { video: false, control: true });
}

const serializer = new ScrcpyControlMessageSerializer(serverOptions('0'));
const touchActions = {
  down: AndroidMotionEventAction.Down,
  move: AndroidMotionEventAction.Move,
  up: AndroidMotionEventAction.Up,
} as const;

/** What of a step the phone is told; it happens when it arrives. */
export type TouchStep = Omit<PointerStep, 'timeMs'>;

/** One step of one finger, in whole device pixels of the current rotation. */
export function touchMessage({ pointerId, action, x, y }: TouchStep): Uint8Array {
  return serializer.injectTouch({
    action: touchActions[action],
    pointerId: BigInt(pointerId),
    // Rounded up, the last half pixel would lie beyond the screen.
    pointerX: Math.max(0, Math.floor(x)),
    pointerY: Math.max(0, Math.floor(y)),
    // Without video the server takes the place as it is and does not look at these.
    videoWidth: 0,
    videoHeight: 0,
    pressure: action === 'up' ? 0 : 1,
    actionButton: 0,
    buttons: 0,
  });
}

/** A wheel turned at a device pixel: notches or parts of them, 16 at most; down and right are positive. */
export function wheelMessage(at: Point, turned: Turned): Uint8Array {
  const message = serializer.injectScroll({
    pointerX: at.x,
    pointerY: at.y,
    videoWidth: 0,
    videoHeight: 0,
    scrollX: turned.right,
    // Android counts away from the person.
    scrollY: -turned.down,
    buttons: 0,
  });
  // Only older versions keep parts of a notch back and say nothing.
  return message ?? new Uint8Array();
}

/** Notches of a wheel. */
export interface Turned {
  readonly right: number;
  readonly down: number;
}

/** A key pressed and released; the meta state is android.view.KeyEvent's. */
export function keyMessages(keyCode: number, metaState = 0): Uint8Array {
  const key = { keyCode, metaState };
  return joined([keyMessage(key, 'down'), keyMessage(key, 'up')]);
}

/** A key that goes down, again for the `repeat`th time when it is held, or up. */
export function keyMessage(key: AndroidKey, action: 'down' | 'up', repeat = 0): Uint8Array {
  const { Down, Up } = AndroidKeyEventAction;
  return serializer.injectKeyCode({
    // Tango's types list what it has names for; the wire takes any number.
    keyCode: key.keyCode as AndroidKeyCode,
    // As above.
    metaState: key.metaState as AndroidKeyEventMeta,
    action: action === 'down' ? Down : Up,
    repeat,
  });
}

/** Text that is typed key by key. The server takes 300 characters at most. */
export function textMessage(text: string): Uint8Array {
  return serializer.injectText(text);
}

/** Opens a panel of the status bar. */
export function panelMessage(panel: Panel): Uint8Array {
  return panel === 'notifications'
    ? serializer.expandNotificationPanel()
    : serializer.expandSettingPanel();
}

/** Turns the screen by a quarter: upright when it lies, else lying. Auto-rotation stays as it is set. */
export function rotateMessage(): Uint8Array {
  return serializer.rotateDevice();
}

/** Which key is pressed before the clipboard is read (GetClipboard's copy key). */
const copyKeys = { none: 0, copy: 1, cut: 2 } as const;
/** The key's name; `none` only reads. */
export type CopyKey = keyof typeof copyKeys;

/** Asks for the clipboard's text, after pressing that key. The server answers if it holds text. */
export function getClipboardMessage(press: CopyKey = 'none'): Uint8Array {
  return Uint8Array.of(ScrcpyControlMessageType.GetClipboard, copyKeys[press]);
}

/** Sets the clipboard, then presses PASTE if wanted; the server answers with the sequence number. */
export function setClipboardMessage(
  content: string,
  { sequence, paste }: { readonly sequence: bigint; readonly paste: boolean },
): Uint8Array {
  const type = ScrcpyControlMessageType.SetClipboard;
  return ScrcpySetClipboardControlMessage.serialize({ type, sequence, paste, content });
}

/** Several messages in one piece, which the phone gets at once. */
export function joined(messages: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const message of messages) {
    all.set(message, at);
    at += message.length;
  }
  return all;
}
