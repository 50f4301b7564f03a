/** The commands of the Logs panel. */
import { recall } from '../../ui/storage.ts';
import type { Console } from '../console.svelte.ts';
import type { LogView } from '../logs/log-view.svelte.ts';
import { unless, type Command } from './command.ts';
import { commandStrings as strings, whyBlocked as why } from './command-strings.ts';

/** The buttons and filters of the Logs panel. */
export function logCommands(console: Console): readonly Command[] {
  const { logs, phone } = console;
  const { view } = logs;
  const noPhone = unless(phone.info !== null, why.noPhone);
  const lineCount = view?.snapshot.totalCount ?? 0;
  return [
    ...saveCommands(console),
    {
      id: 'pause-log',
      label: view?.paused === true ? strings.resumeLog : strings.pauseLog,
      synonyms: 'logcat freeze follow',
      blockedReason: noPhone,
      action: onLog(console, (log) => (log.paused = !log.paused)),
    },
    {
      id: 'wrap-log',
      label: (view?.wraps ?? recall('log-wrap') === 'on') ? strings.unwrapLog : strings.wrapLog,
      synonyms: 'long lines break logcat',
      blockedReason: noPhone,
      action: onLog(console, (log) => (log.wraps = !log.wraps)),
    },
    {
      id: 'crashes',
      label: view?.areCrashesShown === true ? strings.hideCrashes : strings.showCrashes,
      synonyms: 'crash anr exception error logcat',
      // Before the panel was opened it is not known whether there are any.
      blockedReason: noPhone ?? unless(view?.snapshot.crashes.length !== 0, why.noCrashes),
      action: onLog(console, (log) => (log.areCrashesShown = !log.areCrashesShown)),
    },
    {
      id: 'clear-log',
      label: strings.clearLog,
      word: 'clear logs',
      synonyms: 'logcat delete empty',
      blockedReason: noPhone ?? unless(lineCount > 0, why.logEmpty),
      action: () => view?.clear(),
    },
    ...logFilterCommands(console),
  ];
}

function saveCommands({ logs: { view }, layout, phone }: Console): readonly Command[] {
  const noPhone = unless(phone.info !== null, why.noPhone);
  const lineCount = view?.snapshot.totalCount ?? 0;
  const model = phone.info?.model ?? '';
  return [
    {
      id: 'save-log',
      label: strings.saveLog,
      synonyms: 'logcat download export logs text',
      blockedReason: noPhone,
      // Without lines there is nothing to save yet: opening the panel gets them.
      action: () => (view !== null && lineCount > 0 ? view.save(model) : layout.open('logs')),
    },
    {
      id: 'save-whole-log',
      label: strings.saveWholeLog,
      synonyms: 'all lines logcat download export unfiltered',
      // Without a filter it is the same as the one above.
      blockedReason: noPhone ?? unless(view?.isFiltered === true, why.noFilter),
      action: () => view?.save(model, view.allLines),
    },
  ];
}

function logFilterCommands(console: Console): readonly Command[] {
  const { view } = console.logs;
  const noPhone = unless(console.phone.info !== null, why.noPhone);
  const foregroundApp = console.screen.view?.packageName ?? '';
  return [
    ...(['V', 'D', 'I', 'W', 'E'] as const).map((level): Command => ({
      id: `log-level-${level}`,
      label: strings.logLevels[level],
      synonyms: 'filter level logcat',
      isRare: true,
      blockedReason: noPhone ?? unless(view?.filter.level !== level, why.inUse),
      action: onLog(console, (log) => log.setFilter({ level })),
    })),
    {
      id: 'log-of-app',
      label: strings.logOfApp,
      synonyms: 'filter process foreground logcat',
      blockedReason: noPhone ?? unless(foregroundApp !== '', why.noApp),
      action: onLog(console, (log) => log.setFilter({ process: '', followsApp: true })),
    },
    {
      id: 'whole-log',
      label: strings.wholeLog,
      synonyms: 'reset remove show everything logcat',
      blockedReason: noPhone ?? unless(view?.isFiltered === true, why.noFilter),
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
