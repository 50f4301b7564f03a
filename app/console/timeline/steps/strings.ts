import { countLabel } from '../../../ui/call-strings.ts';

/** Strings of the steps that are recorded, edited and replayed. */
export const stepStrings = {
  title: 'Steps',
  back: 'Back to the calls',
  from: {
    calls: (count: number) => `${countLabel(count, 'step')} from the timeline`,
    recording: (count: number) => `${countLabel(count, 'step')} recorded`,
    file: (count: number, name: string) => `${countLabel(count, 'step')} from ${name}`,
  },
  record: 'Record steps',
  stopRecording: 'Stop recording',
  recordHelp:
    'Records what you do on the screen, and what agents do, as steps. Your own steps stay; new ones are added at the end.',
  recording:
    'Recording. Use the phone: each tap, swipe, key and text becomes a step. Type passwords on your computer’s keyboard: taps on the phone’s on-screen keyboard can’t be masked.',
  openFile: 'Open a steps file',
  fromTimeline: 'Use the timeline’s calls',
  openExport: 'Export',
  nothing: 'No steps',
  nothingHelp:
    'Record what you do on the screen, open a steps file, or use the actions in the timeline, such as taps and typing.',
  selected: (chosen: number, count: number) =>
    chosen === count ? 'All selected' : `${chosen || 'None'} of ${count} selected`,
  nothingRecorded: 'Use the phone to record the first step.',
  pauseMode: 'Between steps',
  pauseModes: { idle: 'Wait until the screen is still', recorded: 'Recorded timing (max 5 s)' },
  run: (count: number) => `Run ${countLabel(count, 'step')}`,
  stop: 'Stop',
  running: (at: number, all: number) => `Step ${at} of ${all}`,
  waitingForIdle: 'Waiting for the screen to be still',
  waitingAsRecorded: 'Waiting as recorded',
  allDone: (count: number) => (count === 1 ? 'Step done.' : `All ${count} steps done.`),
  stopped: (at: number) => `Stopped at step ${at}.`,
  failedAt: (at: number, title: string) =>
    `Step ${at}, ${title}, failed. Nothing after it was run.`,
  refusedAt: (at: number, title: string) =>
    `Step ${at}, ${title}, would be refused. Nothing was run.`,
  byId: 'Uses an element id, which may have changed',
  recordedEnd: {
    failed: 'Failed when it was recorded',
    refused: 'Refused when it was recorded',
  },
  unknown: 'No such tool',
  maskedTextFor: (name: string) => `Text for ${name}, which is masked`,
  texts: 'Enter the masked text of the selected steps first.',
  noPhone: 'Connect a phone to run them.',
  states: {
    waiting: 'waiting',
    running: 'running',
    done: 'done',
    failed: 'failed',
    skipped: 'not run',
  },
  step: (at: number, title: string) => `Step ${at}: ${title}`,
  actions: (at: number) => `Step ${at}`,
  keys: 'Alt+↑ and Alt+↓ move the step; Delete removes it',
  runThis: 'Run this step',
  runFrom: 'Run from here',
  moveUp: 'Move up',
  moveDown: 'Move down',
  edit: 'Edit',
  delete: 'Delete',
  deleteAll: 'Delete all',
  deleted: (title: string) => `Deleted: ${title}.`,
  deletedAll: (count: number) => `${countLabel(count, 'step')} deleted.`,
  replaced: (count: number) => `${countLabel(count, 'edited step')} replaced.`,
  undo: 'Undo',
  expectation: 'Expect',
  editTool: 'Tool',
  editArguments: 'Arguments, as JSON',
  save: 'Save',
  cancel: 'Cancel',
  notObject: 'The arguments must be a JSON object.',
  differs: (share: number) =>
    `The screen differs from the recorded one by ${share < 0.095 ? (100 * share).toFixed(1) : Math.round(100 * share)}%`,
  recorded: 'Recorded',
  now: 'Now',
  difference: 'Difference',
  notOpened: (name: string, why: string) => `${name} could not be opened: ${why}.`,
  notOpenedHint:
    'Choose a steps file that “Export” wrote, or a JSON list of objects with `tool` and `arguments`.',
  notStep: (at: number) =>
    `entry ${at} has no tool name, or its arguments are not an object or are nested too deeply`,
  faults: {
    'not-json': 'it is not JSON',
    'not-list': 'it contains no list of steps',
    empty: 'it contains no step that acts',
    'too-many': 'it contains more than 2,000 steps',
  },
  tooBig: 'it is larger than 50 MB',
} as const;

/** Strings of what a step can expect of the element that was picked. */
export const expectStrings = {
  pick: 'Expect…',
  pickHelp: 'Pick what must be on the screen at this point',
  picking: 'Pick an element on the screen. Esc cancels.',
  choose: 'Expect',
  text: (text: string) => `the text “${text}”`,
  element: (selector: string) => `the element ${selector}`,
  states: {
    enabled: 'that it is enabled',
    disabled: 'that it is disabled',
    checked: 'that it is checked',
    unchecked: 'that it is not checked',
    selected: 'that it is selected',
    focused: 'that it has the focus',
  },
  cancel: 'Cancel',
  nothing: 'There is no element at this point.',
} as const;

/** Strings of the export of steps. */
export const stepExportStrings = {
  title: 'Export steps',
  formats: { program: 'Program', maestro: 'Maestro', json: 'JSON' },
  formatHelp: {
    program:
      'A JavaScript program that runs the steps through the bridge, with the published package @modelcontextprotocol/client.',
    maestro: 'A flow for Maestro. What Maestro can’t do is left as a comment.',
    json: 'Tools and arguments only. Open it here to run it again; run_steps also accepts it.',
  },
  leftOut: (count: number) =>
    `${countLabel(count, 'unselected step')} ${count === 1 ? 'is' : 'are'} left out.`,
  asksForTexts: (names: string) => `It asks for the masked texts: ${names}.`,
  byId: (count: number) =>
    `${countLabel(count, 'step')} ${count === 1 ? 'uses an element id' : 'use element ids'}, which may no longer match; selectors last longer.`,
  preview: 'file',
  making: 'Making the file…',
} as const;
