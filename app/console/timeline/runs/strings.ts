import { countLabel } from '../../../ui/call-strings.ts';

/** The runs that are kept in this browser. */
export const runStrings = {
  title: 'Runs',
  intro:
    'Calls and pictures are kept in this browser by run: what one tab recorded, over reloads. Passwords that were typed and clipboard texts are masked before they are stored; pictures can’t be.',
  keep: 'Keep calls in this browser',
  keepOff: 'New calls are not kept now: a reload loses them.',
  none: 'No runs are kept yet.',
  nameLabel: (name: string) => `Name of the run ${name}`,
  facts: (callCount: number, stepCount: number, phone: string) =>
    [
      countLabel(callCount, 'call'),
      ...(stepCount > 0 ? [countLabel(stepCount, 'edited step')] : []),
      ...(phone === '' ? [] : [phone]),
    ].join(' · '),
  here: 'this tab',
  open: 'Open',
  openTip: (name: string) => `Open the run ${name}`,
  delete: (name: string) => `Delete the run ${name}`,
  deleteAll: 'Delete all',
  reallyDelete: 'Delete all runs?',
  used: (used: string, limit: string) => `${used} of ${limit}; the oldest run goes first.`,
  import: 'Import a file…',
  exportHelp: 'To save a run as a file, open it and export it as JSON.',
  notKept: 'This call could not be kept.',
  stepsNotKept: 'The steps could not be kept: a reload loses what you changed last.',
  notRead: 'The kept runs could not be read.',
  notImported: (name: string) => `${name} could not be stored.`,
  notChanged: 'The kept runs could not be changed.',
  storageHint: 'The browser may be out of storage, or not store anything for this page.',
  wrongFile: (name: string, why: string) => `${name} could not be imported: ${why}.`,
  fileHint: 'Choose a file that the timeline’s export made in the format “JSON”.',
} as const;

/** What is wrong with a file, to follow a colon. */
export const runFaults = {
  'not-json': 'it is not JSON',
  'not-timeline': 'it is not a JSON export of a timeline',
  empty: 'it contains no calls',
  'too-many': 'it contains more than 5,000 calls or 2,000 steps',
  'not-step': (at: number) => `step ${at} is damaged`,
  'not-call': (at: number) => `call ${at} is damaged, or its id occurs twice`,
  tooLarge: 'its calls and pictures take more than 100 MB',
} as const;
