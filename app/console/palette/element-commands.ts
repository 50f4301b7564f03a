/** The commands of the Elements panel. */
import type { Console } from '../console.svelte.ts';
import { copyTexts } from '../elements/copy-texts.ts';
import { targetOf, type ElementTarget } from '../elements/element-text.ts';
import { filterStrings } from '../elements/strings.ts';
import { tableOf } from '../elements/table.svelte.ts';
import { copyText, type Command } from './command.ts';
import { paletteStrings as strings } from './strings.ts';

/** The buttons of the Elements panel. */
export function elementCommands(console: Console): readonly Command[] {
  const { phone, screen, inspector, layout } = console;
  const group = 'screen';
  const isEnabled = phone.info !== null;
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
      isEnabled: diff !== null,
      action: () => (diff === null ? undefined : copyText(diff.text)),
    },
    {
      id: 'elements-as',
      label: strings.elementsAs[otherView],
      group,
      synonyms: 'list view switch',
      isEnabled,
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
      isEnabled,
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
      isEnabled: screen.filter.text !== '',
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
      isEnabled: phone.info !== null,
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
    isEnabled: phone.info !== null && (isPinned || screen.view !== null),
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
  const forms = pinned === null ? [] : copyTexts(id, selector, facts).flat();
  return [
    {
      id: 'copy-selector',
      label: strings.copySelector,
      group,
      synonyms: 'locator xpath id appium espresso maestro',
      isEnabled: pinned !== null,
      action: () => (selector === undefined ? strings.noSelector : copyText(selector)),
    },
    {
      id: 'unpin-element',
      label: strings.unpinElement,
      group,
      synonyms: 'close details deselect',
      isEnabled: pinned !== null,
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
            isEnabled: text !== null,
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
  const canAct = pinned !== null && actions.running === null;
  return [
    ...(['click_element', 'long_click_element', 'scroll_to_element'] as const).map(
      (tool): Command => ({
        id: `pinned-${tool}`,
        label: strings.onPinned[tool].label,
        group,
        synonyms: strings.onPinned[tool].synonyms,
        isOnlySearched: true,
        isEnabled: canAct,
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
      isEnabled: canAct && pinned.states.includes('editable'),
      action: () => {
        layout.open('elements');
        actions.isTyping = true;
      },
    },
  ];
}
