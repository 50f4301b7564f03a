/** The commands of the Elements panel. */
import type { Console } from '../console.svelte.ts';
import { copyTexts } from '../elements/copy-texts.ts';
import { targetOf, type ElementTarget } from '../screen/element-text.ts';
import { filterStrings } from '../elements/strings.ts';
import { copyText, inPanel, unless, type Command } from './command.ts';
import { commandStrings as strings, whyBlocked as why } from './command-strings.ts';

/** The buttons of the Elements panel. */
export function elementCommands(console: Console): readonly Command[] {
  const { phone, screen, inspector } = console;
  const blockedReason = unless(phone.info !== null, why.noPhone);
  const { diff } = screen.comparison;
  const otherView = inspector.view === 'tree' ? 'table' : 'tree';
  const { list } = inspector;
  return [
    pinCommand(console),
    {
      id: 'copy-comparison',
      label: strings.copyComparison,
      synonyms: 'diff changes',
      blockedReason: unless(diff !== null, why.noComparison),
      action: () => diff && copyText(diff.text),
    },
    {
      id: 'elements-as',
      label: strings.elementsAs[otherView],
      synonyms: 'list view switch',
      blockedReason,
      action: inPanel(console, 'elements', () => void (inspector.view = otherView)),
    },
    {
      id: 'layout-rows',
      label: list.showsLayout ? strings.layoutRowsOff : strings.layoutRowsOn,
      synonyms: 'rows containers viewgroup empty all elements table',
      blockedReason,
      action: inPanel(console, 'elements', () => (list.showsLayout = !list.showsLayout)),
    },
    ...filterCommands(console),
    ...pinnedElementCommands(console),
  ];
}

/** What is beside the filter's field. */
function filterCommands(console: Console): readonly Command[] {
  const { phone, screen } = console;
  const parts = [
    ['help', filterStrings.help, 'syntax query examples'],
    ['recent', filterStrings.recent, 'earlier queries'],
  ] as const;
  return [
    {
      id: 'clear-filter',
      label: strings.allElements,
      synonyms: 'reset remove selector search',
      blockedReason: unless(screen.filter.text !== '', why.noFilter),
      action: inPanel(console, 'elements', () => screen.filter.setText('')),
    },
    ...parts.map(([part, label, synonyms]): Command => ({
      id: `filter-${part}`,
      label,
      synonyms,
      blockedReason: unless(phone.info !== null, why.noPhone),
      action: inPanel(console, 'elements', () => void (screen.filter.openPart = part)),
    })),
  ];
}

/** Pins the screen to compare with, or stops comparing. */
function pinCommand(console: Console): Command {
  const { phone, screen, inspector } = console;
  const { comparison } = screen;
  const isPinned = comparison.pinnedScreen !== null;
  return {
    id: 'pin-screen',
    label: isPinned ? strings.unpinScreen : strings.pinScreen,
    synonyms: 'pin screen what changed changes difference diff before',
    blockedReason:
      unless(phone.info !== null, why.noPhone) ??
      unless(isPinned || screen.view !== null, why.notRead),
    action: inPanel(console, 'elements', () =>
      isPinned ? comparison.unpinScreen() : inspector.pinScreen(),
    ),
  };
}

/** What the details of the pinned element offer. */
function pinnedElementCommands(console: Console): readonly Command[] {
  const { screen } = console;
  const { pinned } = screen;
  const id = pinned?.id ?? '';
  const selector = screen.pinnedSelectors.bestFor(id)?.selector;
  const facts = screen.pinnedFacts.resultFor(id)?.answer ?? null;
  const blockedReason = unless(pinned !== null, why.noElement);
  const forms = pinned === null ? [] : copyTexts(id, selector, facts);
  return [
    {
      id: 'copy-selector',
      label: strings.copySelector,
      synonyms: 'locator xpath id appium maestro',
      blockedReason,
      action: () => (selector === undefined ? strings.noSelector : copyText(selector)),
    },
    {
      id: 'unpin-element',
      label: strings.unpinElement,
      synonyms: 'close details deselect',
      blockedReason,
      action: () => (screen.pinnedId = null),
    },
    ...pinnedActionCommands(console, targetOf(id, selector)),
    ...forms
      .filter(({ form }) => form !== 'selector')
      .map(({ form, name, text }): Command => ({
        id: `copy-as-${form}`,
        label: strings.copyPinnedAs(name),
        synonyms: 'locator test',
        isRare: true,
        blockedReason: unless(text !== null, facts === null ? why.noFacts : why.noLocator),
        action: () => copyText(text ?? ''),
      })),
  ];
}

/** The actions on the pinned element. */
function pinnedActionCommands(console: Console, target: ElementTarget): readonly Command[] {
  const { pinned } = console.screen;
  const { actions } = console.inspector;
  const blockedReason =
    unless(pinned !== null, why.noElement) ?? unless(actions.running === null, why.isActing);
  return [
    ...(['click_element', 'long_click_element', 'scroll_to_element'] as const).map(
      (tool): Command => ({
        id: `pinned-${tool}`,
        ...strings.onPinned[tool],
        isRare: true,
        blockedReason,
        action: () => pinned && void actions.perform({ tool, row: pinned, target }),
      }),
    ),
    {
      id: 'pinned-set_text',
      label: strings.setPinnedText,
      synonyms: 'type write input element',
      isRare: true,
      blockedReason:
        blockedReason ?? unless(pinned?.states.includes('editable') === true, why.noTextField),
      action: inPanel(console, 'elements', () => (actions.isTyping = true)),
    },
  ];
}
