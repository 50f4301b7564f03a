/** The commands of the Timeline and Logs panels. */
import { argumentsOf } from '../../ui/json.ts';
import { showSecrets } from '../../ui/call-strings.ts';
import { MaskedCall } from '../../ui/mask-secrets.ts';
import { plainText } from '../../ui/plain-text.ts';
import { recall } from '../../ui/storage.ts';
import type { Console } from '../console.svelte.ts';
import type { LogView } from '../logs/log-view.svelte.ts';
import {
  countActiveFilters,
  emptyCallFilter,
  type CallFilter,
  type TimelineCall,
} from '../timeline/timeline-calls.ts';
import { isRepeatable } from '../timeline/recorded-steps.ts';
import { copyText, inPanel, type Command } from './command.ts';
import { paletteStrings as strings } from './strings.ts';

/** The buttons and filters of the Timeline panel. */
export function callCommands(console: Console): readonly Command[] {
  const { timeline, phone } = console;
  const isEnabled = phone.info !== null && timeline.records.length > 0;
  return [
    ...stepCommands(console),
    {
      id: 'export-calls',
      label: strings.exportCalls,
      synonyms: 'save report script download json html share bug bugreport',
      isEnabled,
      action: openView(console, 'export'),
    },
    {
      id: 'runs',
      label: strings.keptRuns,
      synonyms: 'runs kept save import load',
      isEnabled: phone.info !== null,
      action: openView(console, 'runs'),
    },
    {
      id: 'clear-calls',
      label: strings.clearCalls,
      synonyms: 'delete empty history calls',
      isEnabled: isEnabled && timeline.openedRun === null,
      action: () => timeline.clear(),
    },
    {
      id: 'restore-calls',
      label: strings.restoreCalls,
      synonyms: 'undo cleared',
      isEnabled:
        phone.info !== null && timeline.clearedCalls.length > 0 && timeline.openedRun === null,
      action: () => timeline.restore(),
    },
    {
      id: 'look-as-agent',
      label: strings.lookAsAgent,
      synonyms: 'see what agents get',
      isEnabled: phone.status.state === 'connected',
      action: inPanel(console, 'timeline', () => void timeline.runScreenState()),
    },
    ...selectedCallCommands(console),
    ...filterCommands(console),
    ...orderCommands(console),
  ];
}

function openView(console: Console, view: Console['timeline']['openView']): () => unknown {
  return inPanel(console, 'timeline', () => void (console.timeline.openView = view));
}

/** Steps: recorded, and replayed. */
function stepCommands(console: Console): readonly Command[] {
  const { timeline, phone } = console;
  return [
    {
      id: 'replay',
      label: strings.replay,
      synonyms: 'replay repeat again play rerun record',
      isEnabled: phone.info !== null,
      action: openView(console, 'steps'),
    },
    {
      id: 'record-steps',
      label: timeline.isRecording ? strings.stopRecordingSteps : strings.recordSteps,
      word: 'record',
      synonyms: 'codegen macro script test recorder assert expect verify',
      isEnabled: phone.status.state === 'connected' || timeline.isRecording,
      action: () => console.recordSteps(!timeline.isRecording),
    },
    {
      id: 'undo-steps',
      label: strings.undoSteps,
      synonyms: 'undo deleted moved edited revert',
      isEnabled: timeline.steps?.canUndo === true && timeline.steps.history.last !== null,
      action: () => timeline.steps?.undo(),
    },
  ];
}

/** The buttons of the call that the Timeline panel shows. */
function selectedCallCommands(console: Console): readonly Command[] {
  const { timeline, tools, phone } = console;
  // Without a phone the panels are not on the page.
  const call = phone.info === null ? null : timeline.selected;
  return [
    {
      id: 'run-again',
      label: strings.runAgain,
      synonyms: 'repeat retry',
      isEnabled:
        call !== null &&
        phone.status.state === 'connected' &&
        isRepeatable(call, timeline.openedRun),
      action: inPanel(console, 'timeline', () => call && void timeline.runAgain(call)),
    },
    {
      id: 'call-in-tools',
      label: strings.callInTools,
      synonyms: 'form edit arguments',
      isEnabled: call !== null,
      action: () => call && tools.open(call.tool, argumentsOf(call)),
    },
    {
      id: 'copy-call',
      label: strings.copyCall,
      synonyms: 'step arguments',
      isEnabled: call !== null,
      action: () => call && copyText(stepText(call)),
    },
    {
      id: 'show-secrets',
      label: call !== null && timeline.unmaskedId === call.id ? strings.hideSecrets : showSecrets,
      synonyms: 'privacy secrets mask masked masking hidden reveal sensitive',
      isOnlySearched: true,
      loosens: true,
      isEnabled: phone.info !== null,
      action: inPanel(console, 'timeline', () => {
        if (call === null || call.secrets.length === 0) return strings.noSecrets;
        timeline.unmaskedId = timeline.unmaskedId === call.id ? null : call.id;
        return undefined;
      }),
    },
  ];
}

/** As JSON, without its secrets, as the panel copies it. */
function stepText(call: TimelineCall): string {
  const step = { tool: call.tool, arguments: new MaskedCall(call).arguments };
  return JSON.stringify(step, null, 2);
}

/** What the fields of the timeline's filter do. */
function filterCommands(console: Console): readonly Command[] {
  const { timeline, agents, policy, phone } = console;
  const isEnabled = phone.info !== null && timeline.records.length > 0;
  const only = (id: string, label: string, change: Partial<CallFilter>): Command => ({
    id: `only-${id}`,
    label,
    synonyms: 'filter timeline',
    isOnlySearched: true,
    isEnabled,
    action: inPanel(console, 'timeline', () => timeline.updateFilter(change)),
  });
  const { filter, view } = timeline;
  return [
    {
      id: 'filter-calls',
      label: strings.filterCalls,
      synonyms: 'calls search find agent tool outcome',
      isEnabled,
      action: inPanel(console, 'timeline', () => (view.areFiltersOpen = true)),
    },
    {
      id: 'all-calls',
      label: strings.allCalls,
      synonyms: 'reset remove filter timeline',
      isEnabled: isEnabled && (countActiveFilters(filter) > 0 || filter.search !== ''),
      action: inPanel(console, 'timeline', () => (timeline.filter = emptyCallFilter)),
    },
    ...(['done', 'failed', 'refused'] as const).map((end) =>
      only(end, strings.onlyCalls[end], { end }),
    ),
    ...(['act', 'read'] as const).map((effect) =>
      only(effect, strings.onlyCalls[effect], { effect }),
    ),
    ...strings.onlyCalls.times.map(({ minutes, label }) =>
      only(`minutes-${minutes}`, label, { minutes }),
    ),
    ...agents.seen.map(({ name, from }) =>
      only(`agent-${from}-${name}`, strings.onlyCalls.agent(plainText(name)), { agent: name }),
    ),
    ...policy.tools
      .filter(({ name }) => timeline.records.some(({ tool }) => tool === name))
      .map(({ name, title }) =>
        only(`tool-${name}`, strings.onlyCalls.tool(title), { tool: name }),
      ),
  ];
}

function orderCommands(console: Console): readonly Command[] {
  const { timeline, phone } = console;
  const { view } = timeline;
  const isEnabled = phone.info !== null && timeline.records.length > 0;
  const other = view.order === 'newest' ? 'oldest' : 'newest';
  return [
    {
      id: 'order-calls',
      label: strings.order[other],
      synonyms: 'order sort reverse timeline',
      isEnabled,
      action: inPanel(console, 'timeline', () => void (view.order = other)),
    },
    ...(['none', 'minute', 'agent'] as const).map((grouping): Command => ({
      id: `group-${grouping}`,
      label: strings.groupCalls[grouping],
      synonyms: 'sort headings',
      isOnlySearched: true,
      isEnabled: isEnabled && view.grouping !== grouping,
      action: inPanel(console, 'timeline', () => void (view.grouping = grouping)),
    })),
  ];
}

/** The buttons and filters of the Logs panel. */
export function logCommands(console: Console): readonly Command[] {
  const { logs, phone } = console;
  const { view } = logs;
  const isEnabled = phone.info !== null;
  const lineCount = view?.snapshot.totalCount ?? 0;
  const crashCount = view?.snapshot.crashes.length ?? 0;
  return [
    ...saveCommands(console),
    {
      id: 'pause-log',
      label: view?.paused === true ? strings.resumeLog : strings.pauseLog,
      synonyms: 'logcat freeze follow',
      isEnabled,
      action: onLog(console, (log) => (log.paused = !log.paused)),
    },
    {
      id: 'wrap-log',
      label: (view?.wraps ?? recall('log-wrap') === 'on') ? strings.unwrapLog : strings.wrapLog,
      synonyms: 'long lines break logcat',
      isEnabled,
      action: onLog(console, (log) => (log.wraps = !log.wraps)),
    },
    {
      id: 'crashes',
      label: view?.areCrashesShown === true ? strings.hideCrashes : strings.showCrashes,
      synonyms: 'crash anr exception error logcat',
      isEnabled: crashCount > 0,
      action: onLog(console, (log) => (log.areCrashesShown = !log.areCrashesShown)),
    },
    {
      id: 'clear-log',
      label: strings.clearLog,
      synonyms: 'logcat delete empty',
      isEnabled: lineCount > 0,
      action: () => view?.clear(),
    },
    ...logFilterCommands(console),
  ];
}

function saveCommands({ logs: { view }, layout, phone }: Console): readonly Command[] {
  const isEnabled = phone.info !== null;
  const lineCount = view?.snapshot.totalCount ?? 0;
  const model = phone.info?.model ?? '';
  return [
    {
      id: 'save-log',
      label: strings.saveLog,
      synonyms: 'logcat download export logs text',
      isEnabled,
      // Without lines there is nothing to save yet: opening the panel gets them.
      action: () => (view !== null && lineCount > 0 ? view.save(model) : layout.open('logs')),
    },
    {
      id: 'save-whole-log',
      label: strings.saveWholeLog,
      synonyms: 'all lines logcat download export unfiltered',
      // Without a filter it is the same as the one above.
      isEnabled: view?.isFiltered === true && lineCount > 0,
      action: () => view?.save(model, view.allLines),
    },
  ];
}

function logFilterCommands(console: Console): readonly Command[] {
  const { view } = console.logs;
  const isEnabled = console.phone.info !== null;
  const foregroundApp = console.screen.view?.packageName ?? '';
  return [
    ...(['V', 'D', 'I', 'W', 'E'] as const).map((level): Command => ({
      id: `log-level-${level}`,
      label: strings.logLevels[level],
      synonyms: 'filter level logcat',
      isOnlySearched: true,
      isEnabled: isEnabled && view?.filter.level !== level,
      action: onLog(console, (log) => log.setFilter({ level })),
    })),
    {
      id: 'log-of-app',
      label: strings.logOfApp,
      synonyms: 'filter process foreground logcat',
      isEnabled: isEnabled && foregroundApp !== '',
      action: onLog(console, (log) => log.setFilter({ process: '', followsApp: true })),
    },
    {
      id: 'whole-log',
      label: strings.wholeLog,
      synonyms: 'reset remove filter logcat',
      isEnabled: view?.isFiltered === true,
      action: onLog(console, (log) => log.clearFilter()),
    },
  ];
}

/** Opens the Logs panel and changes its view, which does not exist before the panel is first shown. */
function onLog({ logs, layout }: Console, change: (log: LogView) => void): () => Promise<void> {
  return async () => {
    layout.open('logs');
    const { logViewOf } = await import('../logs/log-view.svelte.ts');
    change(logViewOf(logs));
  };
}
