import type { PersonInput } from '../../../core/link/live.ts';

type KeyInput = Extract<PersonInput, { kind: 'key' }>;
/** The modifiers that are held with a key. */
type Modifiers = Pick<KeyInput, 'shift' | 'ctrl' | 'alt' | 'meta'>;

/** The keys that are held down on the phone, so that none stays down there. */
export class HeldKeys {
  readonly #send: (input: KeyInput) => void;
  readonly #mayBegin: () => boolean;
  readonly #held = new Map<string, Modifiers>();

  constructor(send: (input: KeyInput) => void, mayBegin = (): boolean => true) {
    this.#send = send;
    this.#mayBegin = mayBegin;
  }

  /** A key comes down, or repeats since it is held. */
  down(code: string, modifiers: Modifiers): void {
    const repeat = this.#held.has(code);
    if (!this.#mayBegin()) return;
    this.#held.set(code, modifiers);
    this.#send({ kind: 'key', phase: 'down', code, repeat, ...modifiers });
  }

  /** A key is let go; nothing where it was not down. */
  up(code: string): void {
    const modifiers = this.#held.get(code);
    this.#held.delete(code);
    if (modifiers === undefined) return;
    this.#send({ kind: 'key', phase: 'up', code, repeat: false, ...modifiers });
  }

  letGo(): void {
    for (const code of [...this.#held.keys()]) this.up(code);
  }
}
