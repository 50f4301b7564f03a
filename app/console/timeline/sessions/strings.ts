import { countLabel } from '../../../ui/call-strings.ts';

/** The sessions that are kept in this browser. */
export const sessionListStrings = {
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
} as const;
