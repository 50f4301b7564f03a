import type { UserInputEvent } from '../../../core/link/live.ts';

type KeyInput = Extract<UserInputEvent, { kind: 'key' }>;
/** The modifier keys held with a key. */
type Modifiers = Pick<KeyInput, 'shift' | 'ctrl' | 'alt' | 'meta'>;

/** Tracks the keys that are down on the phone, so that each is released. */
export class HeldKeys {
  readonly #send: (input: KeyInput) => void;
  readonly #acceptsInput: () => boolean;
  readonly #held = new Map<string, Modifiers>();

  constructor(send: (input: KeyInput) => void, acceptsInput = (): boolean => true) {
    this.#send = send;
    this.#acceptsInput = acceptsInput;
  }

  /** Sends a key press, or a repeat when the key is already down. */
  down(code: string, modifiers: Modifiers): void {
    const repeat = this.#held.has(code);
    if (!this.#acceptsInput()) return;
    this.#held.set(code, modifiers);
    this.#send({ kind: 'key', phase: 'down', code, repeat, ...modifiers });
  }

  /** Releases a key; does nothing when it is not down. */
  up(code: string): void {
    const modifiers = this.#held.get(code);
    this.#held.delete(code);
    if (modifiers === undefined) return;
    this.#send({ kind: 'key', phase: 'up', code, repeat: false, ...modifiers });
  }

  releaseAll(): void {
    for (const code of [...this.#held.keys()]) this.up(code);
  }
}
