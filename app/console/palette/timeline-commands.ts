/** The commands of the Timeline panel. */
import { plainText } from '../../ui/plain-text.ts';
import type { Console } from '../console.svelte.ts';
import { countActiveFilters, emptyCallFilter, type CallFilter } from '../timeline/call-filter.ts';
import type { Call } from '#core/call.ts';
import { copyText, inPanel, unless, type Command } from './command.ts';
import { commandStrings as strings, whyBlocked as why } from './command-strings.ts';

/** The buttons and filters of the Timeline panel. */
export function callCommands(console: Console): readonly Command[] {
  const { timeline, phone } = console;
  const noPhone = unless(phone.info !== null, why.noPhone);
  const noCalls = whyNoCalls(console);
  return [
    ...stepCommands(console),
    {
      id: 'export-calls',
      label: strings.exportCalls,
      synonyms: 'save report script download json html share bug bugreport',
      blockedReason: noCalls,
      action: openView(console, 'export'),
    },
    {
      id: 'runs',
      label: strings.keptSessions,
      synonyms: 'runs kept save import load delete',
      word: 'runs',
      blockedReason: noPhone,
      action: openView(console, 'sessions'),
    },
    ...clearCommands(console),
    {
      id: 'look-as-agent',
      label: strings.lookAsAgent,
      synonyms: 'see what agents get',
      blockedReason: unless(phone.status.state === 'connected', why.noPhone),
      action: inPanel(console, 'timeline', () => void timeline.runScreenState()),
    },
    ...selectedCallCommands(console),
    ...filterCommands(console),
    ...orderCommands(console),
  ];
}

function whyNoCalls({ phone, calls }: Console): string | null {
  return unless(phone.info !== null, why.noPhone) ?? unless(calls.shown.length > 0, why.noCalls);
}

function clearCommands(console: Console): readonly Command[] {
  const { calls, timeline } = console;
  const isOwn = calls.opened === null;
  return [
    {
      id: 'clear-calls',
      label: strings.clearCalls,
      synonyms: 'delete empty history calls',
      word: ['clear', 'clear timeline'],
      blockedReason: whyNoCalls(console) ?? unless(isOwn, why.earlierSession),
      action: () => timeline.clear(),
    },
    {
      id: 'restore-calls',
      label: strings.restoreCalls,
      synonyms: 'undo cleared',
      blockedReason:
        unless(console.phone.info !== null, why.noPhone) ??
        unless(calls.cleared.length > 0 && isOwn, why.nothingToUndo),
      action: () => calls.restore(),
    },
  ];
}

function openView(console: Console, view: Console['timeline']['openView']): () => unknown {
  return inPanel(console, 'timeline', () => void (console.timeline.openView = view));
}

/** Steps: recorded, and replayed. */
function stepCommands(console: Console): readonly Command[] {
  const { stepRecorder, phone } = console;
  return [
    {
      id: 'replay',
      label: strings.replay,
      synonyms: 'replay repeat again play rerun record maestro script code',
      blockedReason: unless(phone.info !== null, why.noPhone),
      action: openView(console, 'steps'),
    },
    {
      id: 'record-steps',
      label: stepRecorder.isRecording ? strings.stopRecordingSteps : strings.recordSteps,
      word: 'record',
      isSuggested: true,
      synonyms: 'codegen macro script test recorder assert expect verify',
      blockedReason: unless(
        phone.status.state === 'connected' || stepRecorder.isRecording,
        why.noPhone,
      ),
      action: () => console.recordSteps(!stepRecorder.isRecording),
    },
    {
      id: 'undo-steps',
      label: strings.undoSteps,
      synonyms: 'undo deleted moved edited revert',
      blockedReason: unless(stepRecorder.steps?.canUndo === true, why.nothingToUndo),
      action: () => stepRecorder.steps?.undo(),
    },
  ];
}

/** The buttons of the call that the Timeline panel shows. */
function selectedCallCommands(console: Console): readonly Command[] {
  const { timeline, tools, phone } = console;
  // Without a phone the panels are not on the page.
  const call = phone.info === null ? null : timeline.selected;
  const noCall = unless(call !== null, why.noCall);
  return [
    {
      id: 'run-again',
      label: strings.runAgain,
      synonyms: 'repeat retry',
      blockedReason:
        noCall ??
        unless(phone.status.state === 'connected', why.noPhone) ??
        unless(call !== null && timeline.whyNotRepeatable(call) === null, why.notRepeatable),
      action: inPanel(console, 'timeline', () => call && void timeline.runAgain(call)),
    },
    {
      id: 'call-in-tools',
      label: strings.callInTools,
      synonyms: 'form edit arguments',
      blockedReason: noCall,
      action: () => call && tools.open(call.tool, call.arguments),
    },
    {
      id: 'copy-call',
      label: strings.copyCall,
      synonyms: 'step arguments',
      blockedReason: noCall,
      action: () => call && copyText(stepText(call)),
    },
  ];
}

/** As JSON, as the panel copies it. */
function stepText({ tool, arguments: args }: Call): string {
  return JSON.stringify({ tool, arguments: args }, null, 2);
}

/** What the fields of the timeline's filter do. */
function filterCommands(console: Console): readonly Command[] {
  const { timeline, agents } = console;
  const noCalls = whyNoCalls(console);
  const only = (id: string, label: string, change: Partial<CallFilter>): Command => ({
    id: `only-${id}`,
    label,
    synonyms: 'filter timeline',
    isRare: true,
    blockedReason: noCalls,
    action: inPanel(console, 'timeline', () => timeline.updateFilter(change)),
  });
  const { filter, view } = timeline;
  return [
    {
      id: 'filter-calls',
      label: strings.filterCalls,
      synonyms: 'calls search find agent outcome',
      blockedReason: noCalls,
      action: inPanel(console, 'timeline', () => (view.areFiltersOpen = true)),
    },
    {
      id: 'all-calls',
      label: strings.allCalls,
      synonyms: 'reset remove show all calls',
      blockedReason:
        noCalls ?? unless(countActiveFilters(filter) > 0 || filter.search !== '', why.noFilter),
      action: inPanel(console, 'timeline', () => (timeline.filter = emptyCallFilter)),
    },
    ...(['done', 'failed', 'refused'] as const).map((end) =>
      only(end, strings.onlyCalls[end], { end }),
    ),
    ...agents.seen.map(({ name, from }) =>
      only(`agent-${from}-${name}`, strings.onlyCalls.agent(plainText(name)), { agent: name }),
    ),
  ];
}

function orderCommands(console: Console): readonly Command[] {
  const { timeline } = console;
  const { view } = timeline;
  const noCalls = whyNoCalls(console);
  const other = view.order === 'newest' ? 'oldest' : 'newest';
  return [
    {
      id: 'order-calls',
      label: strings.order[other],
      synonyms: 'order sort reverse timeline',
      word: 'sort calls',
      blockedReason: noCalls,
      action: inPanel(console, 'timeline', () => void (view.order = other)),
    },
    ...(['none', 'agent'] as const).map((grouping): Command => ({
      id: `group-${grouping}`,
      label: strings.groupCalls[grouping],
      synonyms: `sort headings ${grouping}`,
      isRare: true,
      blockedReason: noCalls ?? unless(view.grouping !== grouping, why.inUse),
      action: inPanel(console, 'timeline', () => void (view.grouping = grouping)),
    })),
  ];
}
