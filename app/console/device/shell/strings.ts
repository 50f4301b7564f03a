import { isMac } from '../../../ui/keys.ts';

/** What the Shell section says. */
export const shellStrings = {
  shells: 'Shells',
  shell: (id: number) => `Shell ${id}`,
  newShell: 'New shell',
  close: (name: string) => `Close ${name}`,
  opening: 'Starting the shell…',
  ended: (exitCode: number | null) =>
    exitCode === null ? 'The shell has ended.' : `The shell ended with exit code ${exitCode}.`,
  legacy:
    'This phone’s Android is older than 7: the shell doesn’t learn the terminal’s size, and no exit code comes back.',
  keys: isMac()
    ? 'F6 leaves the terminal · ⌘C copies · ⌘V pastes · ⌃⇧F finds'
    : 'F6 leaves the terminal · Ctrl+Shift+C copies · Ctrl+Shift+V pastes · Ctrl+Shift+F finds',
  terminal: (name: string) => `${name}, terminal. Press F6 to leave it.`,
  announce: 'Read output to screen readers',
  find: 'Find in the output',
  found: (at: number, count: number) => (count === 0 ? 'No match' : `${at} of ${count}`),
  previous: 'Previous match',
  next: 'Next match',
  closeFind: 'Close the search',
  pasteQuestion: (count: number) =>
    `Paste ${count} lines? The shell runs each one as soon as it arrives.`,
  paste: 'Paste',
  cancel: 'Cancel',
} as const;
