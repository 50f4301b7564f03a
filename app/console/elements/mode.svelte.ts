import { recall, remember } from '../../ui/storage.ts';

/** What a press on the picture does: touches the phone, or points at an element. */
export const modes = ['use', 'inspect'] as const;
export type Mode = (typeof modes)[number];

/** What the mouse does on the picture; kept in this browser. */
export class ModeState {
  #current = $state<Mode>(modes.find((mode) => mode === recall('screen-mode')) ?? 'use');

  get current(): Mode {
    return this.#current;
  }

  set current(mode: Mode) {
    this.#current = mode;
    remember('screen-mode', mode);
  }

  toggle(): void {
    this.current = this.current === 'use' ? 'inspect' : 'use';
  }
}
