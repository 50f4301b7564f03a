/** The commands of the Timeline panel: its bar, its filters and the call that it shows. */
import type { Call } from '#core/call.ts';
import { copyText, unless, type Command } from '../../ui/command.ts';
import { plainText } from '../../ui/plain-text.ts';
import type { CallsState } from '../calls/calls.svelte.ts';
import { countActiveFilters, emptyCallFilter, type CallFilter } from './call-filter.ts';
import { callStrings, timelineStrings } from './strings.ts';
import type { TimelineConsole, TimelineState } from './timeline.svelte.ts';

/** Every command of the panel. */
export function timelineCommands(
  console: TimelineConsole & {
    readonly agents: {
      readonly seen: readonly { readonly name: string; readonly from: Call['from'] }[];
    };
  },
): readonly Command[] {
  const { calls, timeline } = console;
  return [
    ...Object.values(barCommands(calls, timeline)),
    readScreenCommand(console),
    ...Object.values(callCommands(console, timeline.selected)),
    ...Object.values(filterCommands(calls, timeline)),
    ...onlyCommands(console),
    ...orderCommands(calls, timeline),
  ];
}

const noCalls = (calls: CallsState): string | null =>
  unless(calls.shown.length > 0, 'The timeline is empty');

/** The buttons of the bar above the calls. */
export function barCommands(calls: CallsState, timeline: TimelineState) {
  const isOwn = unless(calls.opened === null, 'An earlier session is shown');
  return {
    steps: {
      id: 'replay',
      label: 'Open the steps',
      shortLabel: 'Steps',
      synonyms: 'replay repeat again play rerun record maestro script code',
      cannotRun: null,
      run: () => void (timeline.openView = 'steps'),
    },
    export: {
      id: 'export-calls',
      label: 'Export the timeline',
      shortLabel: 'Export',
      synonyms: 'save report script download json html share session bug bugreport',
      cannotRun:
        noCalls(calls) ?? unless(timeline.listedCalls.length > 0, timelineStrings.nothingListed),
      run: () => void (timeline.openView = 'export'),
    },
    sessions: {
      id: 'runs',
      label: 'Show sessions',
      shortLabel: 'Sessions',
      synonyms: 'open an earlier session runs kept save import load delete',
      word: 'runs',
      cannotRun: null,
      run: () => void (timeline.openView = 'sessions'),
    },
    clear: {
      id: 'clear-calls',
      label: 'Clear the timeline',
      synonyms: 'delete empty history calls',
      word: ['clear', 'clear timeline'],
      cannotRun: noCalls(calls) ?? isOwn,
      run: () => timeline.clear(),
    },
    restore: {
      id: 'restore-calls',
      label: 'Undo clearing the timeline',
      shortLabel: 'Undo',
      synonyms: 'undo cleared',
      cannotRun: unless(calls.cleared.length > 0, 'Nothing to undo') ?? isOwn,
      run: () => calls.restore(),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** Reads the screen as an agent would. */
export function readScreenCommand({ phone, calls, timeline }: TimelineConsole): Command {
  return {
    id: 'look-as-agent',
    label: 'Read the screen as an agent would',
    synonyms: 'see what agents get',
    cannotRun: phone.whyAbsent ?? unless(calls.running.length === 0, 'A call is running'),
    run: () => void timeline.runScreenState(),
  };
}

/** The buttons of a call; null for none. */
export function callCommands({ timeline, tools, phone }: TimelineConsole, call: Call | null) {
  const noCall = unless(call !== null, 'No call is selected');
  const obstacle = call === null ? null : timeline.whyNotRepeatable(call);
  return {
    runAgain: {
      id: 'run-again',
      label: 'Run the selected call again',
      shortLabel: 'Run again',
      help: 'Runs it as you, on the connected phone',
      synonyms: 'repeat retry',
      cannotRun: noCall ?? phone.whyAbsent ?? (obstacle && callStrings.notRepeatable[obstacle]),
      run: () => call && void timeline.runAgain(call),
    },
    openInTools: {
      id: 'call-in-tools',
      label: 'Open the selected call in Tools',
      shortLabel: 'Open in Tools',
      synonyms: 'form edit arguments',
      isSeenElsewhere: true,
      cannotRun: noCall,
      run: () => call && tools.open(call.tool, call.arguments),
    },
    copy: {
      id: 'copy-call',
      label: 'Copy the selected call as JSON',
      synonyms: 'step arguments',
      isSeenElsewhere: true,
      cannotRun: noCall,
      run: () => call && copyText(callText(call)),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** The call as JSON. */
export function callText({ tool, arguments: args }: Call): string {
  return JSON.stringify({ tool, arguments: args }, null, 2);
}

/** The button that opens the filters, and the one that clears them. */
export function filterCommands(calls: CallsState, timeline: TimelineState) {
  const { filter, view } = timeline;
  return {
    open: {
      id: 'filter-calls',
      label: 'Filter the timeline',
      synonyms: 'calls search find agent outcome',
      cannotRun: noCalls(calls),
      run: () => (view.areFiltersOpen = true),
    },
    clear: {
      id: 'all-calls',
      label: 'Clear the timeline filters',
      shortLabel: 'Clear filters',
      synonyms: 'reset remove show all calls',
      cannotRun:
        noCalls(calls) ??
        unless(countActiveFilters(filter) > 0 || filter.search !== '', 'No filter is set'),
      run: () => (timeline.filter = emptyCallFilter),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** The choices of the filter's fields. */
function onlyCommands({
  calls,
  timeline,
  agents,
}: Parameters<typeof timelineCommands>[0]): readonly Command[] {
  const only = (id: string, what: string, change: Partial<CallFilter>): Command => ({
    id: `only-${id}`,
    label: `Show only ${what}`,
    synonyms: 'filter timeline',
    isRare: true,
    cannotRun: noCalls(calls),
    run: () => timeline.updateFilter(change),
  });
  return [
    only('actions', 'actions', { actionsOnly: true }),
    only('done', 'calls that succeeded', { end: 'done' }),
    only('failed', 'failed calls', { end: 'failed' }),
    only('refused', 'denied calls', { end: 'refused' }),
    ...agents.seen.map(({ name, from }) =>
      only(`agent-${from}-${name}`, `calls by ${plainText(name)}`, { agent: name }),
    ),
  ];
}

/** The choices of order and grouping. */
function orderCommands(calls: CallsState, { view }: TimelineState): readonly Command[] {
  const other = view.order === 'newest' ? 'oldest' : 'newest';
  const isGrouped = view.grouping === 'agent';
  return [
    {
      id: 'order-calls',
      label: other === 'newest' ? 'Newest calls first' : 'Oldest calls first',
      synonyms: 'order sort reverse timeline',
      word: 'sort calls',
      cannotRun: noCalls(calls),
      run: () => void (view.order = other),
    },
    {
      id: 'group-calls',
      label: isGrouped ? 'Don’t group the calls' : 'Group the calls by caller',
      synonyms: 'sort headings agent',
      isRare: true,
      cannotRun: noCalls(calls),
      run: () => void (view.grouping = isGrouped ? 'none' : 'agent'),
    },
  ];
}
