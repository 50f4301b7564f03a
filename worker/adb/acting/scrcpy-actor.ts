import { type Key, keyCodes } from '../../../core/acting/keys.ts';
import type { AndroidKey } from '../../../core/acting/person-keys.ts';
import type { Gesture } from '../../../core/gestures/gesture.ts';
import type { PlayedStroke } from '../../../core/gestures/played.ts';
import { timeline } from '../../../core/gestures/timeline.ts';
import type { Panel, SentText } from '../../../core/phone.ts';
import { AndroidKeyEventMeta } from '@yume-chan/scrcpy';
import { Turns } from '../../waits/turns.ts';
import { type Actor, typedByKeys } from './actor.ts';
import { DirectInput } from './direct-input.ts';
import { editingKeys } from './editing-keys.ts';
import {
  joined,
  keyMessages,
  panelMessage,
  rotateMessage,
  textMessage,
} from './control-messages.ts';
import { pasteText } from './paste-text.ts';
import { playGesture } from './play-gesture.ts';
import type { ScrcpySession } from './scrcpy-session.ts';

/** What is typed key by key: longer texts are faster pasted, others have no keys or would press Enter. */
const typedText = /^[\x20-\x7e]{0,100}$/;
const ctrl = AndroidKeyEventMeta.Ctrl | AndroidKeyEventMeta.CtrlLeft;

/** Acts through the scrcpy server of a session, as long as that lasts. */
export class ScrcpyActor implements Actor {
  readonly way = 'scrcpy';
  readonly session: ScrcpySession;
  /** The clipboard's answers carry no name. */
  readonly #clipboardTurns = new Turns();
  readonly #restore: (text: string, signal: AbortSignal) => Promise<void>;

  /** `restore` writes the clipboard, by any way there is then. */
  constructor(
    session: ScrcpySession,
    restore: (text: string, signal: AbortSignal) => Promise<void>,
  ) {
    this.session = session;
    this.#restore = restore;
  }

  async performGesture(gesture: Gesture, signal: AbortSignal): Promise<readonly PlayedStroke[]> {
    return await playGesture(this.session, timeline(gesture), signal);
  }

  async pressKey(key: Key, signal: AbortSignal): Promise<void> {
    await this.#send(keyMessages(keyCodes[key]), `pressing ${key}`, signal);
  }

  async typeText(text: string, signal: AbortSignal, how?: 'paste'): Promise<SentText> {
    if (how === 'paste' || !typedText.test(text)) {
      return await this.#clipboardTurns.take(signal, () =>
        pasteText(this.session, text, { signal, restore: this.#restore }),
      );
    }
    if (text !== '') await this.#send(textMessage(text), 'typing the text', signal);
    return typedByKeys;
  }

  async pressAndroidKey({ keyCode, metaState }: AndroidKey, signal: AbortSignal): Promise<void> {
    await this.#send(keyMessages(keyCode, metaState), 'pressing a key', signal);
  }

  async rotate(signal: AbortSignal): Promise<void> {
    const purpose = 'turning the screen';
    await this.session.act({ signal, purpose, injects: false }, () =>
      this.session.write(rotateMessage()),
    );
  }

  async copySelection(how: 'copy' | 'cut', signal: AbortSignal): Promise<string | null> {
    const act = { signal, purpose: 'copying what is selected', injects: true };
    const { clipboard } = this.session;
    return await this.#clipboardTurns.take(signal, () =>
      this.session.act(act, (ended) => clipboard.read(ended, how)),
    );
  }

  /** Takes events one by one until the signal aborts. Rejects with `input-denied` where the phone still refuses them. */
  async direct(signal: AbortSignal): Promise<DirectInput> {
    await this.session.mayInject(signal);
    return new DirectInput(this.session, signal);
  }

  async clearField(_units: number, signal: AbortSignal): Promise<void> {
    const keys = [keyMessages(editingKeys.A, ctrl), keyMessages(keyCodes.DEL)];
    await this.#send(joined(keys), 'emptying the field', signal);
  }

  async moveCursorToEnd(signal: AbortSignal): Promise<void> {
    await this.#send(keyMessages(editingKeys.MOVE_END, ctrl), 'moving the cursor', signal);
  }

  async openPanel(panel: Panel, signal: AbortSignal): Promise<void> {
    const purpose = `opening the ${panel.replace('-', ' ')}`;
    await this.session.act({ signal, purpose, injects: false }, () =>
      this.session.write(panelMessage(panel)),
    );
  }

  async readClipboard(signal: AbortSignal): Promise<string | null> {
    const act = { signal, purpose: 'reading the clipboard', injects: false };
    const { clipboard } = this.session;
    return await this.#clipboardTurns.take(signal, () =>
      this.session.act(act, (ended) => clipboard.read(ended)),
    );
  }

  async writeClipboard(text: string, signal: AbortSignal): Promise<void> {
    const act = { signal, purpose: 'writing the clipboard', injects: false };
    await this.#clipboardTurns.take(signal, () =>
      this.session.act(act, () => this.session.clipboard.write(text)),
    );
  }

  async #send(messages: Uint8Array, purpose: string, signal: AbortSignal): Promise<void> {
    await this.session.act({ signal, purpose, injects: true }, () => this.session.write(messages));
  }
}
