/** The commands of the Elements panel. */
import type { Console } from '../console.svelte.ts';
import { copyTexts } from '../elements/copy-texts.ts';
import { targetOf, type ElementTarget } from '../elements/element-text.ts';
import { filterStrings } from '../elements/strings.ts';
import { tableOf } from '../elements/table.svelte.ts';
import { copyText, unless, type Command } from './command.ts';
import { paletteStrings as strings, whyBlocked as why } from './strings.ts';

/** The buttons of the Elements panel. */
export function elementCommands(console: Console): readonly Command[] {
  const { phone, screen, inspector, layout } = console;
  const group = 'screen';
  const blockedReason = unless(phone.info !== null, why.noPhone);
  const { diff } = screen.comparison;
  const otherView = inspector.view === 'tree' ? 'table' : 'tree';
  const table = tableOf(inspector);
  return [
    pinCommand(console),
    {
      id: 'copy-comparison',
      label: strings.copyComparison,
      group,
      synonyms: 'diff changes',
      blockedReason: unless(diff !== null, why.noComparison),
      action: () => (diff === null ? undefined : copyText(diff.text)),
    },
    {
      id: 'elements-as',
      label: strings.elementsAs[otherView],
      group,
      synonyms: 'list view switch',
      blockedReason,
      action: () => {
        layout.open('elements');
        inspector.view = otherView;
      },
    },
    {
      id: 'layout-rows',
      label: table.showsLayout ? strings.layoutRowsOff : strings.layoutRowsOn,
      group,
      synonyms: 'rows containers viewgroup empty all elements table',
      blockedReason,
      action: () => {
        layout.open('elements');
        table.showsLayout = !table.showsLayout;
      },
    },
    ...filterCommands(console),
    ...pinnedElementCommands(console),
  ];
}

/** What is beside the filter's field. */
function filterCommands({ phone, screen, layout }: Console): readonly Command[] {
  const group = 'screen';
  const parts = [
    ['help', filterStrings.help, 'syntax query examples'],
    ['recent', filterStrings.recent, 'earlier queries'],
  ] as const;
  return [
    {
      id: 'clear-filter',
      label: strings.allElements,
      group,
      synonyms: 'reset remove clear filter selector search',
      blockedReason: unless(screen.filter.text !== '', why.noFilter),
      action: () => {
        layout.open('elements');
        screen.filter.setText('');
      },
    },
    ...parts.map(([part, label, synonyms]): Command => ({
      id: `filter-${part}`,
      label,
      group,
      synonyms,
      blockedReason: unless(phone.info !== null, why.noPhone),
      action: () => {
        layout.open('elements');
        screen.filter.openPart = part;
      },
    })),
  ];
}

/** Pins the screen to compare with, or stops comparing. */
function pinCommand({ phone, screen, inspector, layout }: Console): Command {
  const { comparison } = screen;
  const isPinned = comparison.pinnedScreen !== null;
  return {
    id: 'pin-screen',
    label: isPinned ? strings.unpinScreen : strings.pinScreen,
    group: 'screen',
    synonyms: 'pin screen what changed changes difference diff before',
    blockedReason:
      unless(phone.info !== null, why.noPhone) ??
      unless(isPinned || screen.view !== null, why.notRead),
    action: () => {
      layout.open('elements');
      if (isPinned) comparison.unpinScreen();
      else inspector.pinScreen();
    },
  };
}

/** What the details of the pinned element offer. */
function pinnedElementCommands(console: Console): readonly Command[] {
  const { screen } = console;
  const group = 'screen';
  const { pinned } = screen;
  const id = pinned?.id ?? '';
  const selector = screen.pinnedSelectors.bestFor(id)?.selector;
  const facts = screen.pinnedFacts.resultFor(id)?.answer ?? null;
  const blockedReason = unless(pinned !== null, why.noElement);
  const forms = pinned === null ? [] : copyTexts(id, selector, facts).flat();
  return [
    {
      id: 'copy-selector',
      label: strings.copySelector,
      group,
      synonyms: 'locator xpath id appium espresso maestro',
      blockedReason,
      action: () => (selector === undefined ? strings.noSelector : copyText(selector)),
    },
    {
      id: 'unpin-element',
      label: strings.unpinElement,
      group,
      synonyms: 'close details deselect',
      blockedReason,
      action: () => (screen.pinnedId = null),
    },
    ...pinnedActionCommands(console, targetOf(id, selector)),
    ...forms
      .filter((form) => form.id !== 'selector')
      .map(
        ({ id: form, name, text }) =>
          ({
            id: `copy-as-${form}`,
            label: strings.copyPinnedAs(name),
            group,
            synonyms: 'locator test',
            isOnlySearched: true,
            blockedReason: unless(text !== null, why.notKnown),
            action: () => copyText(text ?? ''),
          }) satisfies Command,
      ),
  ];
}

/** The actions on the pinned element. */
function pinnedActionCommands(
  { screen: { pinned }, inspector: { actions }, layout }: Console,
  target: ElementTarget,
): readonly Command[] {
  const group = 'screen';
  const blockedReason =
    unless(pinned !== null, why.noElement) ?? unless(actions.running === null, why.isActing);
  return [
    ...(['click_element', 'long_click_element', 'scroll_to_element'] as const).map(
      (tool): Command => ({
        id: `pinned-${tool}`,
        label: strings.onPinned[tool].label,
        group,
        synonyms: strings.onPinned[tool].synonyms,
        isOnlySearched: true,
        blockedReason,
        action: () =>
          pinned &&
          void actions.perform({
            tool,
            row: pinned,
            target,
          }),
      }),
    ),
    {
      id: 'pinned-set_text',
      label: strings.setPinnedText,
      group,
      synonyms: 'type write input element',
      isOnlySearched: true,
      blockedReason:
        blockedReason ?? unless(pinned?.states.includes('editable') === true, why.noTextField),
      action: () => {
        layout.open('elements');
        actions.isTyping = true;
      },
    },
  ];
}
