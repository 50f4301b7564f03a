/** What the scrcpy server is told, as bytes: its control messages, version 3.3.3. */
import { AdbScrcpyOptions3_3_3 } from '@yume-chan/adb-scrcpy';
import {
  type AndroidKeyCode,
  AndroidKeyEventAction,
  type AndroidKeyEventMeta,
  AndroidMotionEventAction,
  ScrcpyControlMessageSerializer,
  ScrcpyControlMessageType,
  ScrcpySetClipboardControlMessage,
} from '@yume-chan/scrcpy';
import type { PointerStep } from '../../../core/gestures/timeline.ts';
import type { Panel } from '../../../core/phone.ts';

/**
 * The server's settings: it shows nothing and takes input alone. It removes its own file once it
 * runs, and it tells of the clipboard only when asked.
 */
export function serverOptions(scid: string): AdbScrcpyOptions3_3_3<boolean> {
  return new AdbScrcpyOptions3_3_3({
    scid,
    logLevel: 'info',
    video: false,
    audio: false,
    control: true,
    // Waits for us at a socket on the phone: ADB's reverse tunnel fails on some phones.
    tunnelForward: true,
    // Else the phone's name would come first on the control socket.
    sendDeviceMeta: false,
    clipboardAutosync: false,
    cleanup: true,
    // A screen that is off stays off.
    powerOn: false,
  });
}

const serializer = new ScrcpyControlMessageSerializer(serverOptions('0'));
const touchActions = {
  down: AndroidMotionEventAction.Down,
  move: AndroidMotionEventAction.Move,
  up: AndroidMotionEventAction.Up,
} as const;

/** One step of one finger, in whole device pixels of the current rotation. */
export function touchMessage({ pointerId, action, x, y }: PointerStep): Uint8Array {
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

/** A key pressed and released; the meta state is android.view.KeyEvent's. */
export function keyMessages(keyCode: number, metaState = 0): Uint8Array {
  // Tango's types list what it has names for; the wire takes any number.
  const key = { keyCode: keyCode as AndroidKeyCode, metaState: metaState as AndroidKeyEventMeta };
  const { Down, Up } = AndroidKeyEventAction;
  return joined(
    [Down, Up].map((action) => serializer.injectKeyCode({ ...key, action, repeat: 0 })),
  );
}

/** Text that is typed key by key. The server takes 300 characters at most. */
export function textMessage(text: string): Uint8Array {
  return serializer.injectText(text);
}

export function panelMessage(panel: Panel): Uint8Array {
  return panel === 'notifications'
    ? serializer.expandNotificationPanel()
    : serializer.expandSettingPanel();
}

/** Asks for the clipboard's text without pressing copy or cut. The server answers if it holds text. */
export function getClipboardMessage(): Uint8Array {
  return Uint8Array.of(ScrcpyControlMessageType.GetClipboard, 0);
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
