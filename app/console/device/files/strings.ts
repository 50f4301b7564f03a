import { sizeLabel } from '../../files/strings.ts';

const plural = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count.toLocaleString('en-US')} ${noun}s`;

/** What the Files section says. */
export const filesStrings = {
  list: 'Files',
  path: 'Path of the folder',
  edit: 'Type a path',
  up: 'Up to the folder above',
  refresh: 'Refresh',
  send: 'Send files…',
  sendTitle: (folder: string) => `Send files into ${folder}`,
  newFolder: 'New folder…',
  rename: 'Rename…',
  download: 'Download',
  delete: 'Delete…',
  hidden: 'Show hidden files',
  drop: (folder: string) => `Copy into ${folder}`,
  selectFirst: 'Select a file or folder first',
  selectOne: 'Select one file or folder',
  sort: { name: 'Name', size: 'Size', changed: 'Changed' },
  reading: 'Reading the folder…',
  empty: 'This folder is empty',
  emptyHelp: 'Drop files here to send them to it.',
  onlyHidden: 'Only hidden files are here',
  retry: 'Read again',
  home: 'Go to /sdcard',
  count: (listed: number, hidden: number) =>
    hidden === 0 ? plural(listed, 'item') : `${plural(listed, 'item')}, ${hidden} hidden`,
  selected: (count: number, bytes: number) => `${count} selected, ${sizeLabel(bytes)}`,
  shortSizes: 'This phone tells sizes only up to 4 GB, and begins anew above.',
  kinds: { file: 'File', folder: 'Folder', other: 'Not a regular file' },
  link: 'link',
  size: 'Size',
  changed: 'Changed',
  kind: 'Kind',
  date: (epochMs: number) =>
    epochMs === 0
      ? ''
      : new Date(epochMs).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }),
  day: (epochMs: number) =>
    epochMs === 0 ? '' : new Date(epochMs).toLocaleDateString('en-US', { dateStyle: 'medium' }),
  newFolderTitle: 'New folder',
  renameTitle: (name: string) => `Rename ${name}`,
  name: 'Name',
  make: 'Make folder',
  doRename: 'Rename',
  deleteTitle: (names: readonly string[]) =>
    names.length === 1 ? `Delete ${names[0] ?? ''}?` : `Delete ${names.length} items?`,
  deleteNames: (names: readonly string[]) => {
    const shown = names.slice(0, 8).join(', ');
    return names.length > 8 ? `${shown} and ${names.length - 8} more.` : `${shown}.`;
  },
  deleteCount: (files: number, folders: number, bytes: number) =>
    `${plural(files, 'file')} (${sizeLabel(bytes)})${folders === 0 ? '' : ` in ${plural(folders, 'folder')}`}.`,
  deleteUnread: (count: number) =>
    count === 0 ? '' : ` In ${plural(count, 'place')} more, which can’t be read.`,
  deleteLost: 'This can’t be undone.',
  counting: 'Counting what is in it…',
  deleted: (count: number) => `Deleted ${plural(count, 'item')}`,
  notDeleted: 'Not everything was deleted.',
  made: (name: string) => `Made ${name}`,
  renamed: (name: string) => `Renamed to ${name}`,
  preview: 'Preview',
  loading: 'Loading the preview…',
  show: (bytes: number) => `Show it (${sizeLabel(bytes)})`,
  tooLarge: (bytes: number) => `Files above ${sizeLabel(bytes)} are not previewed. Download it.`,
  noPreview: 'There is no preview of this kind of file.',
  damaged: 'The browser can’t show this file.',
  cut: (bytes: number) => `Only the first ${sizeLabel(bytes)} are shown.`,
  encoding: (name: string) => `Not UTF-8; shown as ${name}.`,
} as const;
