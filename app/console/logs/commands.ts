/** The commands of the Logs panel: its bar, and its filters. */
import { unless, type Command } from '../../ui/command.ts';
import type { LogView } from './log-view.svelte.ts';
import { logsStrings as strings } from './strings.ts';

/** The parts of the console that the commands use. */
interface CommandsConsole {
  readonly phone: { readonly info: { readonly model: string } | null };
  readonly screen: { readonly view: { readonly packageName: string | null } | null };
}

/** Every command of the panel. */
export function logCommands(view: LogView, { phone, screen }: CommandsConsole): readonly Command[] {
  return [
    ...Object.values(barCommands(view, phone.info?.model ?? '')),
    ...levelCommands(view),
    foregroundAppCommand(view, screen.view?.packageName ?? null),
  ];
}

/** The buttons of the bar. `model` names the file of a saved log. */
export function barCommands(view: LogView, model: string) {
  const { snapshot, isFiltered } = view;
  const noLines = unless(snapshot.totalCount > 0, 'The log is empty');
  return {
    save: {
      id: 'save-log',
      label: 'Save the log',
      shortLabel: isFiltered ? 'Save these lines' : 'Save',
      help: strings.saveTitle(isFiltered, snapshot.count),
      synonyms: 'logcat download export logs text',
      // Before the log was opened there is nothing to save yet: the palette opens it.
      cannotRun: unless(!view.wasOpened || snapshot.count > 0, noLines ?? strings.noMatch),
      run: () => snapshot.count > 0 && view.save(model),
    },
    saveAll: {
      id: 'save-whole-log',
      label: 'Save the whole log, ignoring the filter',
      shortLabel: 'Save all',
      help: strings.saveTitle(false, snapshot.totalCount),
      synonyms: 'all lines logcat download export unfiltered',
      // Without a filter it is the same as the one above.
      cannotRun: unless(isFiltered, 'No filter is set') ?? noLines,
      run: () => view.save(model, view.allLines),
    },
    pause: {
      id: 'pause-log',
      label: view.paused ? 'Resume the log' : 'Pause the log',
      shortLabel: view.paused ? 'Resume log' : 'Pause log',
      synonyms: 'logcat freeze follow',
      cannotRun: null,
      run: () => (view.paused = !view.paused),
    },
    wrap: {
      id: 'wrap-log',
      label: view.wraps ? 'Don’t wrap log lines' : 'Wrap long log lines',
      shortLabel: 'Wrap long lines',
      synonyms: 'long lines break logcat',
      cannotRun: null,
      run: () => (view.wraps = !view.wraps),
    },
    crashes: {
      id: 'crashes',
      label: view.areCrashesShown ? 'Hide crashes' : 'Show crashes',
      shortLabel: view.areCrashesShown
        ? strings.hideCrashes
        : strings.showCrashes(snapshot.crashes.length),
      synonyms: 'crash anr exception error logcat',
      cannotRun: unless(!view.wasOpened || snapshot.crashes.length > 0, 'No crash so far'),
      run: () => (view.areCrashesShown = !view.areCrashesShown),
    },
    clear: {
      id: 'clear-log',
      label: 'Clear the log view',
      help: 'Clear the list (the phone keeps its log)',
      word: 'clear logs',
      synonyms: 'logcat delete empty',
      cannotRun: noLines,
      run: () => view.clear(),
    },
    clearFilters: {
      id: 'whole-log',
      label: 'Clear the log filters',
      shortLabel: 'Clear filters',
      synonyms: 'reset remove show everything logcat',
      cannotRun: unless(isFiltered, 'No filter is set'),
      run: () => view.clearFilter(),
    },
  } as const satisfies Readonly<Record<string, Command>>;
}

/** Shows only the lines of this app, or of whichever is in the foreground next. */
export function foregroundAppCommand(view: LogView, foregroundApp: string | null): Command {
  const { followsApp } = view.filter;
  return {
    id: 'log-of-app',
    label: followsApp ? 'Log: all apps' : 'Log: only the foreground app',
    shortLabel: 'Only the foreground app',
    synonyms: 'filter process foreground logcat',
    cannotRun: unless(followsApp || Boolean(foregroundApp), 'No app is open'),
    run: () => view.setFilter({ process: '', followsApp: !followsApp }),
  };
}

/** The choices of the least level. */
function levelCommands(view: LogView): readonly Command[] {
  const labels = {
    V: 'all levels',
    D: 'debug and up',
    I: 'info and up',
    W: 'warnings and errors',
    E: 'errors only',
  } as const;
  return (['V', 'D', 'I', 'W', 'E'] as const).map((level) => ({
    id: `log-level-${level}`,
    label: `Log: ${labels[level]}`,
    synonyms: 'filter level logcat',
    isRare: true,
    cannotRun: unless(view.filter.level !== level, 'Already in use'),
    run: () => view.setFilter({ level }),
  }));
}
