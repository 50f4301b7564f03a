/** The commands of the Elements panel: its buttons, and those of the pinned element's details. */
import type { ElementRow } from '#core/link/messages.ts';
import { copyText, unless, type Command } from '../../ui/command.ts';
import type { FilterState } from '../screen/filter.svelte.ts';
import { targetOf, type ElementTarget } from '../screen/element-text.ts';
import type { ScreenState } from '../screen/screen.svelte.ts';
import { copyTexts } from './copy-texts.ts';
import type { ElementActionsState, InspectorState, SimpleTool } from './inspector.svelte.ts';
import { actionStrings, comparisonStrings, copyStrings, tableStrings } from './strings.ts';

/** The parts of the console that the commands use. */
interface CommandsConsole {
  readonly screen: ScreenState;
  readonly inspector: InspectorState;
}

/** Every command of the panel. */
export function elementCommands(console: CommandsConsole): readonly Command[] {
  const { list } = console.inspector;
  const otherView = console.inspector.view === 'tree' ? 'table' : 'tree';
  return [
    ...Object.values(compareCommands(console)),
    {
      id: 'elements-as',
      label: `Show the elements as a ${otherView}`,
      synonyms: 'list view switch',
      cannotRun: null,
      run: () => void (console.inspector.view = otherView),
    },
    {
      id: 'layout-rows',
      label: list.showsLayout ? 'Hide layout containers' : 'Show layout containers',
      synonyms: 'rows containers viewgroup empty all elements table',
      cannotRun: null,
      run: () => (list.showsLayout = !list.showsLayout),
    },
    ...Object.values(filterCommands(console.screen.filter)),
    ...pinnedElementCommands(console),
  ];
}

/** Keeps a screen to compare with. */
export function compareCommands({ screen, inspector }: CommandsConsole) {
  const { comparison } = screen;
  const { diff } = comparison;
  return {
    pin: {
      id: 'pin-screen',
      label: 'Start comparing screens',
      shortLabel: comparisonStrings.pin,
      help: 'Keeps this screen and shows what changes from now on',
      synonyms: 'pin screen what changed changes difference diff before',
      cannotRun:
        unless(comparison.pinnedScreen === null, 'A comparison is shown') ??
        unless((screen.view?.rows.length ?? 0) > 0, 'The screen hasn’t been read yet'),
      run: () => inspector.pinScreen(),
    },
    unpin: {
      id: 'unpin-screen',
      label: 'Stop comparing screens',
      shortLabel: 'Stop comparing',
      synonyms: 'unpin screen changes difference diff',
      cannotRun: unless(comparison.isActive, 'No comparison is shown'),
      run: () => comparison.unpinScreen(),
    },
    copy: {
      id: 'copy-comparison',
      label: 'Copy the screen comparison',
      help: 'Copy as agents read it',
      synonyms: 'diff changes',
      isSeenElsewhere: true,
      cannotRun: unless(diff !== null, 'No comparison is shown'),
      run: () => diff && copyText(diff.text),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** What is beside the filter's field, and in place of a list that is empty because of it. */
export function filterCommands(filter: FilterState) {
  return {
    clear: {
      id: 'clear-filter',
      label: 'Clear the element filter',
      shortLabel: 'Clear the filter',
      synonyms: 'reset remove selector search',
      cannotRun: unless(filter.text !== '', 'No filter is set'),
      run: () => filter.setText(''),
    },
    help: {
      id: 'filter-help',
      label: 'How to write a selector',
      synonyms: 'syntax query examples',
      cannotRun: null,
      run: () => void (filter.openPart = 'help'),
    },
    recent: {
      id: 'filter-recent',
      label: 'Recent selectors',
      synonyms: 'earlier queries',
      cannotRun: null,
      run: () => void (filter.openPart = 'recent'),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** The element that an action is for. */
interface ActedElement {
  /** Null if no element is pinned. */
  readonly row: ElementRow | null;
  readonly target: ElementTarget;
  /** Whether it has left the screen; scrolling may bring it back. */
  readonly isGone: boolean;
}

/** The actions on the pinned element. */
export function actionCommands(
  actions: ElementActionsState,
  { row, target, isGone }: ActedElement,
) {
  const whyNot = (needsScreen: boolean): string | null =>
    unless(row !== null, 'No element is pinned') ??
    unless(!isGone || !needsScreen, tableStrings.gone) ??
    unless(actions.running === null, 'Another action is running');
  const perform = (tool: SimpleTool, label: string, synonyms: string): Command => ({
    id: `pinned-${tool}`,
    label,
    shortLabel: actionStrings.names[tool],
    synonyms,
    isRare: true,
    isSeenElsewhere: true,
    cannotRun: whyNot(tool !== 'scroll_to_element'),
    run: () => row && void actions.perform({ tool, row, target }),
  });
  return {
    tap: perform('click_element', 'Tap the pinned element', 'click press'),
    longPress: perform('long_click_element', 'Long-press the pinned element', 'hold'),
    scrollTo: perform('scroll_to_element', 'Scroll to the pinned element', 'show'),
    setText: {
      id: 'pinned-set_text',
      label: 'Set the text of the pinned field',
      shortLabel: 'Set text…',
      synonyms: 'type write input element',
      isRare: true,
      cannotRun:
        whyNot(true) ?? unless(row?.states.includes('editable') === true, 'Not a text field'),
      run: () => (actions.isTyping = !actions.isTyping),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** What the details of the pinned element offer. */
function pinnedElementCommands({ screen, inspector }: CommandsConsole): readonly Command[] {
  const { pinned } = screen;
  const id = pinned?.id ?? '';
  const selector = screen.pinnedSelectors.bestFor(id)?.selector;
  const facts = screen.pinnedFacts.resultFor(id)?.answer ?? null;
  const noElement = unless(pinned !== null, 'No element is pinned');
  const forms = pinned === null ? [] : copyTexts(id, selector, facts);
  const acted = { row: pinned, target: targetOf(id, selector), isGone: false };
  const acts = actionCommands(inspector.actions, acted);
  return [
    {
      id: 'copy-selector',
      label: 'Copy the selector of the pinned element',
      synonyms: 'locator xpath id appium maestro',
      isSeenElsewhere: true,
      cannotRun: noElement,
      run: () =>
        selector === undefined ? 'This element has no selector yet.' : copyText(selector),
    },
    {
      id: 'unpin-element',
      label: 'Unpin the element',
      synonyms: 'close details deselect',
      isSeenElsewhere: true,
      cannotRun: noElement,
      run: () => (screen.pinnedId = null),
    },
    ...(screen.mode.isFixed ? [] : Object.values(acts)),
    ...forms
      .filter(({ form }) => form !== 'selector')
      .map(({ form, name, text }): Command => ({
        id: `copy-as-${form}`,
        label: `Copy the pinned element as ${name}`,
        synonyms: 'locator test',
        isRare: true,
        isSeenElsewhere: true,
        cannotRun: unless(
          text !== null,
          facts === null ? 'The element’s details haven’t been read' : copyStrings.none,
        ),
        run: () => copyText(text ?? ''),
      })),
  ];
}
