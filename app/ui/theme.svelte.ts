import { onStorageChange, recall, remember } from './storage.ts';

/** `system` follows the operating system. */
type ThemeName = 'system' | 'light' | 'dark';

const names: readonly ThemeName[] = ['system', 'light', 'dark'];

function storedTheme(): ThemeName {
  return names.find((name) => name === recall('theme')) ?? 'system';
}

/** The chosen theme, kept in this browser; tokens.css selects by the root's data-theme. */
export class Theme {
  name = $state<ThemeName>('system');

  constructor() {
    this.#apply(storedTheme());
    // Changed in another tab, or in the page that frames this one.
    onStorageChange('theme', () => this.#apply(storedTheme()));
  }

  /** Switches from the system's theme to the other one first, so that the first switch is seen. */
  next(): void {
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    const order = isDark ? names : names.toReversed();
    this.choose(order[(order.indexOf(this.name) + 1) % order.length] ?? 'system');
  }

  /** Applies and stores this theme. */
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
