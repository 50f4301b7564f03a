import { pictureLimit } from '#core/picture-size.ts';
import { countLabel } from '../../../ui/call-strings.ts';

/** The runs that are kept in this browser, which a person reads as sessions: steps are what they run. */
export const runStrings = {
  title: 'Sessions',
  intro:
    'A session holds all the calls made in one tab, even after a reload. Sessions stay in this browser. Typed passwords and clipboard text are masked before they are stored; screenshots are stored as they are.',
  keep: 'Save calls in this browser',
  keepOff: 'New calls aren’t saved and will be lost when the page reloads.',
  none: 'No sessions yet.',
  namePlaceholder: 'Name this session',
  nameLabel: (name: string) => `Name of the session ${name}`,
  facts: (callCount: number, stepCount: number, phone: string) =>
    [
      countLabel(callCount, 'call'),
      ...(stepCount > 0 ? [countLabel(stepCount, 'edited step')] : []),
      ...(phone === '' ? [] : [phone]),
    ].join(' · '),
  here: 'this tab',
  open: 'Open',
  openTip: (name: string) => `Open the session ${name}`,
  delete: (name: string) => `Delete the session ${name}`,
  deleteAll: 'Delete all',
  reallyDelete: 'Yes, delete all sessions',
  used: (used: string, limit: string) =>
    `${used} of ${limit}; when full, the oldest session is deleted.`,
  import: 'Import a file…',
  importOther: 'Choose another file',
  exportHelp: 'To save a session as a file, open it and export it as JSON.',
  notKept: 'New calls aren’t saved and will be lost when the page reloads.',
  stepsNotKept:
    'The steps couldn’t be saved: your last changes will be lost when the page reloads.',
  notRead: 'The stored sessions couldn’t be read.',
  notImported: (name: string) => `${name} couldn’t be stored.`,
  notChanged: 'The stored sessions couldn’t be changed.',
  storageHint:
    'The browser’s storage is full, or this page may not use it. Free some disk space, or allow site data for this page.',
  wrongFile: (name: string, why: string) => `${name} couldn’t be imported: ${why}.`,
  fileHint: 'Choose a file that was exported from the timeline as JSON.',
} as const;

const badPicture = `a screenshot of it isn’t a PNG or JPEG of up to ${pictureLimit}`;

/** What is wrong with a file, to follow a colon. */
export const runFaults = {
  'not-json': 'it is not JSON',
  'not-timeline': 'it is not a JSON export of a timeline',
  empty: 'it contains no calls',
  'too-many': 'it contains more than 5,000 calls or 2,000 steps',
  'not-step': (at: number) => `step ${at} is malformed, or ${badPicture}`,
  'not-call': (at: number) => `call ${at} is malformed, its ID appears twice, or ${badPicture}`,
  'not-step-of': (at: number) => `call ${at} is a step of a step, or of itself`,
  tooLarge: 'its calls and screenshots take more than 100 MB',
} as const;
