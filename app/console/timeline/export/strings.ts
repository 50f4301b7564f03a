import {
  type UnsuccessfulCounts,
  unsuccessfulLabels,
  countLabel,
  callEndStrings,
} from '#app/ui/call-strings.ts';

/** Strings of the export dialog. */
export const exportStrings = {
  title: 'Export calls',
  formats: {
    html: 'Report',
    json: 'JSON',
  },
  formatHelp: {
    html: 'A self-contained page for reading and printing. It needs no network and runs no script.',
    json: 'All the data, with screenshots in Base64, and the steps if they were edited. “Sessions” can import it.',
  },
  scope: 'Calls',
  scopeAll: (count: number) => `All shown (${count})`,
  scopeActing: (count: number) => (count === 0 ? 'No actions' : `Actions only (${count})`),
  withPictures: 'Include screenshots',
  masked: 'Typed passwords and clipboard text are masked as •••.',
  picturesNotMasked: 'Screenshots can’t be masked: they show what was on the screen.',
  preview: 'Preview',
  previewCut: '…',
  reportTitle: 'Report title',
  save: 'Save file',
  making: (done: number, all: number) => `Creating the file: ${done} of ${all} calls`,
  cancel: 'Cancel',
  nothing: 'No calls to export. Change the filter or choose other calls.',
  failed: 'The file couldn’t be created.',
} as const;

/** Strings of an exported report. */
export const reportStrings = {
  title: 'Handset session report',
  madeBy: 'Made by Handset',
  phone: 'Phone',
  period: 'Time',
  counts: 'Calls',
  callCounts: (all: number, ends: UnsuccessfulCounts) =>
    [countLabel(all, 'call'), ...unsuccessfulLabels(ends)].join(', '),
  masked: 'Typed passwords and clipboard text are written as •••. Screenshots aren’t masked.',
  contents: 'Contents',
  problems: 'Calls that didn’t succeed',
  arguments: 'Arguments',
  text: 'Result',
  before: 'Before',
  after: 'After',
  asked: 'When the user was asked',
  larger: 'Zoom in or out',
  screen: 'Screen',
  pictures: 'Screenshots',
  endLabels: callEndStrings,
  droppedPictures: (count: number) =>
    `${countLabel(count, 'screenshot')} of this call ${count === 1 ? 'was' : 'were'} dropped to save memory.`,
  took: (duration: string) => `took ${duration}`,
} as const;
