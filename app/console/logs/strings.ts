import { countLabel } from '../../ui/call-strings.ts';

const number = new Intl.NumberFormat('en-GB');
const lines = (count: number): string => `${number.format(count)} line${count === 1 ? '' : 's'}`;

const crashKinds = { java: 'Crash', native: 'Native crash', anr: 'Not responding' } as const;

/** Strings of the log panel. */
export const logsStrings = {
  title: 'Phone log',
  keysHelp:
    'Arrow keys move; with Shift they select. Ctrl+C copies, Esc returns to the newest line.',
  behind: (count: number) => `${lines(count)} behind`,
  saveTitle: (isFiltered: boolean, count: number) =>
    `Save ${isFiltered ? 'the' : 'all'} ${lines(count)}${isFiltered ? ' shown' : ''} to a text file`,

  level: 'Minimum level',
  levels: { V: 'All', D: 'Debug', I: 'Info', W: 'Warn', E: 'Error' },
  tag: 'Tag contains',
  tagHelp:
    'Part of a tag. Put - before it to hide matching lines, or "quotes" around a whole tag; * matches any text.',
  process: 'App contains',
  processHelp: 'Part of the app or process name, the whole name in "quotes", or a process ID.',
  text: 'Text or /regular expression/',
  textHelp: 'Text, or a regular expression between slashes. Both ignore case.',
  /** What is wrong with a regular expression; `reason` is the browser's own, which says what and where. */
  patternErrors: {
    slow: 'In this regular expression a repeated group contains *, + or |, so matching might never end.',
    flags: (flags: string) => `Flags (“${flags}”) aren’t supported. Matching already ignores case.`,
    invalid: (reason: string) =>
      `This isn’t a valid regular expression. The browser says: ${reason}.`,
  },
  previousFilter: (patternError: string) => `${patternError} The last valid filter still applies.`,
  filter: (parts: number) => (parts === 0 ? 'Filter' : `Filter (${parts})`),

  showCrashes: (count: number) => `Show ${countLabel(count, 'crash').replace(/hs$/, 'hes')}`,
  crashList: 'Crashes',
  crashKinds,
  unknownProcess: 'unknown process',
  shownCrash: (kind: 'java' | 'native' | 'anr', process: string, summary: string) =>
    `Shown: ${crashKinds[kind]}, ${process}, ${summary}`,
  goToCrash: (process: string) => `Go to the crash of ${process}`,
  copyCrash: 'Copy this crash',
  hideCrashes: 'Hide crashes',

  count: (shown: number, all: number) =>
    shown === all ? lines(all) : `${number.format(shown)} of ${lines(all)}`,
  own: (count: number, areShown: boolean) =>
    areShown ? 'Leave out Handset’s own' : `Include Handset’s own (${number.format(count)})`,
  skipped: (count: number) => `${lines(count)} dropped: lines arrived too fast`,
  lastLine: (time: string) => `Last line at ${time}`,
  newest: 'Newest',
  newLines: (count: number) => `${number.format(count)} new`,

  openCall: 'Show this call in the Timeline',
  silentCall: 'The phone’s log has no lines from this call.',

  selected: (count: number) => `${lines(count)} selected`,
  details: 'Selected lines',
  copyLines: (count: number) => (count === 1 ? 'Copy this line' : `Copy ${lines(count)}`),
  copied: 'Copied',
  notCopied: 'Couldn’t copy',
  close: 'Close',
  onlyTag: 'Only this tag',
  onlyProcess: 'Only this process',
  processAndThread: (process: string | null, pid: number, tid: number) =>
    `${process === null ? '' : `${process} · `}PID ${pid}${tid === pid ? '' : ` · TID ${tid}`}`,

  noneYet: 'Nothing in the log yet',
  noneYetHelp: 'Log lines appear here as the phone writes them. Use the phone to see some.',
  cleared: 'Nothing since the list was cleared',
  noMatch: 'No lines match',
  noMatchHelp: (all: number) => `The filters hide all ${lines(all)}.`,
  noPhone: 'No phone is connected',
  noPhoneHelp: 'The log continues when the phone reconnects.',
  opening: 'Opening the log',
  retry: 'Retry',
} as const;
