import { androidKey, buttonKey } from '../../core/acting/person-keys.ts';
import { HandsetError } from '../../core/errors.ts';
import type { Size } from '../../core/geometry.ts';
import { placeIn } from '../../core/gestures/by-hand.ts';
import type { SentText } from '../../core/phone.ts';
import { typedByKeys } from '../adb/actor.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { HandInput, HandsQueue, Waiting } from './hands-queue.ts';
import { type Hands, DirectHands, ShellHands } from './hands.ts';
import type { TouchSpace } from './touch-space.ts';

/** A finger or key without an event for this long is released: agents wait for it. */
const longestRestMs = 60_000;
/** How long a paste may take to reach the field, before the clipboard is restored. */
const pastingMs = 500;

/** The phone, its queued input, and the listener. */
interface HoldParts {
  readonly phone: AdbPhone;
  readonly queue: HandsQueue;
  readonly space: TouchSpace;
  /** The size of the live picture, in its own pixels; null without one. */
  pictureSize(): Size | null;
  /** Called before each input is sent to the phone. */
  onSent(): void;
}

type Touch = Extract<HandInput, { kind: 'touch' }>;
type Wheel = Extract<HandInput, { kind: 'wheel' }>;
type Key = Extract<HandInput, { kind: 'key' }>;
type Button = Extract<HandInput, { kind: 'button' }>;
type Deed = Exclude<HandInput, Touch>;

/** One period of exclusive input by the person: until nothing waits and nothing is down. */
export class Hold {
  readonly #parts: HoldParts;
  readonly #typing: HandsTyping;
  /** The screen's size when the first finger went down. */
  #area: Size | null = null;
  #begun = false;

  constructor(parts: HoldParts) {
    this.#parts = parts;
    this.#typing = new HandsTyping(parts.phone);
  }

  /** Whether it got its turn on the phone. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Sends the waiting input to the phone. Rejects when there is no input backend; in every case nothing stays down. */
  async run(signal: AbortSignal): Promise<void> {
    this.#begun = true;
    const { phone } = this.#parts;
    const ended = AbortSignal.any([signal, phone.connection.lost]);
    const hands = await handsOn(phone, ended);
    try {
      await this.#handOver(hands, AbortSignal.any([ended, hands.ended]));
    } finally {
      await hands.letGo();
      await this.#typing.restore();
    }
  }

  async #handOver(hands: Hands, ended: AbortSignal): Promise<void> {
    const { queue } = this.#parts;
    while (!ended.aborted) {
      const next = queue.take();
      if (next !== undefined) await this.#take(next, hands, ended);
      else if (hands.holds) {
        await queue.somethingOr(longestRestMs, ended);
        if (queue.isEmpty) return;
      } else if (this.#typing.owes) {
        await queue.somethingOr(pastingMs, ended);
        if (queue.isEmpty) await this.#typing.restore();
      } else return;
    }
  }

  /** Never rejects: errors go to the caller that queued the input. */
  async #take(next: Waiting, hands: Hands, ended: AbortSignal): Promise<void> {
    try {
      const { input } = next;
      if (input.kind === 'touch') {
        const { taken } = await this.#touch({ ...next, input }, hands, ended);
        // The next event does not wait for the time within which the phone could refuse this one.
        void taken.then(() => next.resolve(null), next.reject);
      } else {
        next.resolve(await this.#do(input, hands, ended));
      }
    } catch (error) {
      next.reject(error);
    }
  }

  /** The copied text, if the input was a copy. */
  async #do(input: Deed, hands: Hands, ended: AbortSignal): Promise<string | null> {
    const { phone, onSent } = this.#parts;
    // Otherwise restoring the clipboard later would overwrite the text that is copied now.
    if (input.kind === 'copy') await this.#typing.restore();
    onSent();
    switch (input.kind) {
      case 'copy':
        return await phone.copySelection(input.how, ended);
      case 'text':
        await this.#typing.type(input.text, ended);
        return null;
      case 'button':
        await pressButton(input.button, phone, ended);
        return null;
      case 'key':
        await press(input, hands);
        return null;
      case 'wheel':
        await this.#wheel(input, hands, ended);
        return null;
    }
  }

  async #touch(
    { input, atMs }: { readonly input: Touch; readonly atMs: number },
    hands: Hands,
    ended: AbortSignal,
  ): Promise<{ readonly taken: Promise<void> }> {
    const { finger: pointerId, phase: action } = input;
    if (action === 'cancel') {
      await hands.letGo();
      return { taken: Promise.resolve() };
    }
    if (action === 'down' && !hands.holds) this.#area = await this.#areaNow(ended);
    const area = this.#parts.space.known(this.#parts.pictureSize()) ?? this.#area;
    if (area === null) return { taken: Promise.resolve() };
    this.#parts.onSent();
    return await hands.touch({ pointerId, action, atMs, area, ...placeIn(area, input) });
  }

  async #wheel(input: Wheel, hands: Hands, ended: AbortSignal): Promise<void> {
    const area = await this.#areaNow(ended);
    await hands.wheel({ ...input, ...placeIn(area, input), area });
  }

  async #areaNow(ended: AbortSignal): Promise<Size> {
    const { space, pictureSize } = this.#parts;
    return await space.begin(pictureSize(), ended);
  }
}

async function handsOn(phone: AdbPhone, ended: AbortSignal): Promise<Hands> {
  const direct = await phone.directInput(ended);
  return direct === null ? new ShellHands(phone, ended) : new DirectHands(direct, ended);
}

async function pressButton(
  button: Button['button'],
  phone: AdbPhone,
  ended: AbortSignal,
): Promise<void> {
  if (button === 'rotate') await phone.rotate(ended);
  else await phone.pressAndroidKey(buttonKey(button), ended);
}

async function press(input: Key, hands: Hands): Promise<void> {
  const key = androidKey(input.code, input);
  if (key === null) {
    throw new HandsetError('unsupported', `The phone has no key for ${input.code}.`);
  }
  await hands.key(key, input.phase);
}

/** Types for the person, and restores the clipboard after pastes when they pause. */
class HandsTyping {
  readonly #phone: AdbPhone;
  /** The first of several pastes: the later ones replaced its text only. */
  #pasted: SentText | null = null;

  constructor(phone: AdbPhone) {
    this.#phone = phone;
  }

  /** Whether the clipboard still holds typed text. */
  get owes(): boolean {
    return this.#pasted !== null;
  }

  /** Rejects as `typeText` does. */
  async type(text: string, signal: AbortSignal): Promise<void> {
    const sent = await this.#phone.typeText(text, signal);
    if (sent !== typedByKeys) this.#pasted ??= sent;
  }

  /** Restores the clipboard. Never rejects: the typed text stays valid. */
  async restore(): Promise<void> {
    const pasted = this.#pasted;
    this.#pasted = null;
    await pasted?.restoreClipboard(this.#phone.connection.lost).catch(() => undefined);
  }
}
