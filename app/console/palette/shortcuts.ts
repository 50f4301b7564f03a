/** The commands whose keys work everywhere on the page; each panel has the others. */
import { tick } from 'svelte';
import { noPhone, unless, type Command } from '../../ui/command.ts';
import { goesToShell, isStopKey, matchesKeys, type KeyPress } from '../../ui/keys.ts';
import type { Console } from '../console.svelte.ts';
import { panelsFor, type PanelId } from '../panels.ts';
import { stopCommand } from '../policy/commands.ts';
import { captureCommands, phoneButtonCommands, viewCommands } from '../screen/commands.ts';
import type { PaletteState } from './palette.svelte.ts';

/** Opens the command palette, or closes it. */
export function paletteCommand(palette: PaletteState): Command {
  return {
    id: 'palette',
    label: 'Command palette',
    keys: ['Mod', 'K'],
    keysWork: 'everywhere',
    cannotRun: null,
    run: () => palette.toggle(),
  };
}

/** One command for each panel, which shows it, and the one for the field by which it is searched. */
export function panelCommands({ phone, layout, inspector }: Console): readonly Command[] {
  const cannotRun = unless(phone.info !== null, noPhone);
  return [
    ...panelsFor(phone).map(({ id, label, synonyms, words, load }, index): Command => ({
      id: `panel-${id}`,
      label: `Show ${label.toLowerCase()}`,
      synonyms,
      // Who types `log` means the panel.
      word: [label.toLowerCase(), label.toLowerCase().replace(/s$/, ''), ...words],
      isSuggested: true,
      // Chrome uses Alt or Ctrl with a digit, on a Mac Cmd; no keyboard layout types a character with
      // these.
      keys: ['Ctrl', 'Shift', String(index + 1)],
      keysWork: 'on the page',
      cannotRun,
      run() {
        layout.open(id);
        if (id === 'elements') inspector.isFocusRequested = true;
        else void focusContent(id, load);
      },
    })),
    {
      id: 'search-panel',
      label: 'Search in the panel',
      synonyms: 'find filter field',
      keys: ['/'],
      keysWork: 'on the page',
      cannotRun,
      run: () => void focusSearch(),
    },
  ];
}

/** Shows the keyboard help. */
export function helpCommand(palette: PaletteState): Command {
  return {
    id: 'keyboard-help',
    label: 'Keyboard shortcuts and help',
    synonyms: 'shortcuts keys hotkeys docs documentation manual guide what can',
    isSuggested: true,
    keys: ['?'],
    keysWork: 'on the page',
    cannotRun: null,
    run: () => palette.showHelp(),
  };
}

/** Every command whose keys the page listens to, in the order of the help. */
export function shortcuts(console: Console, palette: PaletteState): readonly Command[] {
  const commands: readonly Command[] = [
    paletteCommand(palette),
    stopCommand(console.policy),
    ...Object.values(captureCommands(console)),
    ...Object.values(phoneButtonCommands(console)),
    ...Object.values(viewCommands(console)),
    ...panelCommands(console),
    helpCommand(palette),
  ];
  return commands.filter(({ keysWork, keys }) => keysWork !== undefined && keys !== undefined);
}

/** The command that these keys run now; undefined without one. */
export function shortcutFor(
  event: KeyPress,
  console: Console,
  palette: PaletteState,
): Command | undefined {
  if (event.repeat || (goesToShell(event) && !isStopKey(event))) return undefined;
  const command = shortcuts(console, palette).find(({ keys = [] }) => matchesKeys(event, keys));
  return command?.cannotRun === null ? command : undefined;
}

/** How long the focus waits for a panel's content. */
const contentMs = 3000;

/** Moves the focus from the tab of a panel to its list, in Tools to the search; where it has none, it stays. */
async function focusContent(id: PanelId, load: () => Promise<unknown>): Promise<void> {
  await tick();
  // A panel that can't be loaded says so itself.
  await load().catch(() => undefined);
  const content = id === 'tools' ? '[data-testid="search-tools"]' : '[role="listbox"]';
  const until = Date.now() + contentMs;
  // A panel that was just loaded reads its content from the phone.
  while (Date.now() < until) {
    await new Promise(requestAnimationFrame);
    if (document.activeElement?.id !== `tab-${id}`) return;
    document.querySelector<HTMLElement>(`#panel-${id} ${content}`)?.focus();
  }
}

/** Focuses the search of the panel that is shown; unfolds it where it is folded. */
async function focusSearch(): Promise<void> {
  // Of a panel with sections, the one that is shown.
  const shown = '[role="tabpanel"]:not([hidden], [hidden] *)';
  const panel = [...document.querySelectorAll(shown)].at(-1);
  const field =
    panel?.querySelector<HTMLElement>('input[aria-keyshortcuts="/"]') ??
    panel?.querySelector<HTMLElement>('input[type="search"]');
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  if (field?.checkVisibility() === false) {
    const id = field.parentElement?.closest('[id]')?.id ?? '';
    panel?.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.click();
    await tick();
  }
  field?.focus();
}
