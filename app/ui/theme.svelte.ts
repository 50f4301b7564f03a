import { onRemembered, recall, remember } from './storage.ts';

/** `system` follows the operating system. */
type ThemeName = 'system' | 'light' | 'dark';

const order: readonly ThemeName[] = ['system', 'light', 'dark'];

function keptTheme(): ThemeName {
  return order.find((name) => name === recall('theme')) ?? 'system';
}

/** The chosen theme, kept across visits; tokens.css reads it from the root's data-theme. */
export class Theme {
  name = $state<ThemeName>('system');

  constructor() {
    this.#apply(keptTheme());
    // Chosen in another tab, or in the page around this frame.
    onRemembered('theme', () => this.#apply(keptTheme()));
  }

  /** Moves on to the next of system, light, dark. */
  next(): void {
    this.choose(order[(order.indexOf(this.name) + 1) % order.length] ?? 'system');
  }

  /** Shows the page in this theme from now on. */
  choose(name: ThemeName): void {
    this.#apply(name);
    remember('theme', this.name === 'system' ? null : this.name);
  }

  #apply(name: ThemeName): void {
    this.name = name;
    if (name === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = name;
  }
}
