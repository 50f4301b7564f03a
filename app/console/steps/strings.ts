import { countLabel } from '../../ui/call-strings.ts';

/** The position of a step with this index in a list of this length. */
const placeOf = (at: number, count: number): string =>
  at === count ? 'at the end' : `after step ${at}`;

/** Strings of the steps that are recorded, edited and run. */
export const stepStrings = {
  title: 'Steps',
  back: 'Back to the calls',
  from: {
    // The view of an empty list has a heading of its own.
    calls: (count: number) => (count === 0 ? '' : `${countLabel(count, 'step')} from the timeline`),
    hand: (count: number) => (count === 0 ? '' : countLabel(count, 'step')),
    recording: (count: number) => `${countLabel(count, 'step')} recorded`,
    file: (count: number, name: string) => `${countLabel(count, 'step')} from ${name}`,
  },
  record: 'Record steps',
  stopRecording: 'Stop recording',
  recordHelp:
    'Records what you do on the screen, and what agents do, as steps. Existing steps stay; new ones are added after the open step, or at the end.',
  recording: (at: number, count: number) =>
    `Recording. New steps are added ${placeOf(at, count)}. Type passwords on your computer’s keyboard: taps on the phone’s keyboard can’t be masked.`,
  openFile: 'Open a steps file',
  openOther: 'Choose another file',
  replaced: (count: number) =>
    `It replaced ${countLabel(count, 'step')}. Undo brings ${count === 1 ? 'it' : 'them'} back.`,
  fromTimeline: 'Make steps from the timeline’s calls',
  more: 'More',
  nothing: 'No steps',
  nothingHelp:
    'Steps are taps, typing and other actions that you can run again or export as a test. Record your own, or open a steps file.',
  selected: (chosen: number, count: number) =>
    chosen === count ? 'All selected' : `${chosen || 'None'} of ${count} selected`,
  nothingRecorded: 'Use the phone to record the first step.',
  run: (count: number) => `Run ${countLabel(count, 'step')}`,
  stop: 'Stop',
  /** The start step, named as in the exported files. */
  start: (words: string) => `Start: ${words}`,
  startHelp: {
    home: 'before step 1, so that the run begins where the recording did',
    app: 'before step 1. The app opens at its first screen, even if the recording began on another one.',
  },
  running: (at: number, all: number) => `Step ${at} of ${all}`,
  waiting: (at: number, all: number) =>
    `Step ${at} of ${all}: waiting for the screen to stop changing`,
  allDone: (count: number, others: number) => {
    const done = count === 1 ? 'Step done' : `All ${count} steps done`;
    if (others === 0) return `${done}.`;
    return `${done}, but ${countLabel(others, 'screen')} ${others === 1 ? 'differs' : 'differ'} from the recording.`;
  },
  /** Why a step failed: what it looked for, and the app and the first texts of the screen. */
  missing: (selector: string, app: string, texts: readonly string[]) =>
    texts.length === 0
      ? `Expected ${selector}, which isn’t on the screen.`
      : `Expected ${selector}, but the screen (${app}) shows ${texts.map((text) => `“${text}”`).join(', ')}.`,
  wants: (label: string, { words, wanted }: { readonly words: string; readonly wanted: string }) =>
    `${label} is ${words}; the check wants ${wanted}.`,
  changeState: (words: string) => `Change the check to ${words}`,
  ambiguous: (selector: string) => `Expected one ${selector}, but several elements match it.`,
  stoppedAt: (at: number, title: string) =>
    `Stopped at ${at === 0 ? 'the start' : `step ${at}`}: ${title}`,
  stoppedByUser: (at: number) => `You stopped the run at ${at === 0 ? 'the start' : `step ${at}`}`,
  invalidEdit: (at: number, title: string) =>
    `Step ${at} (${title}) is being edited and isn’t valid yet. Correct it, or cancel the edit.`,
  nothingRun: 'The step’s arguments aren’t valid, so no step was run.',
  byId: 'Uses an element ID, which may have changed',
  byPlace: 'Uses a fixed point: breaks if the layout changes',
  chooseElement: 'Choose an element instead',
  useSelector: (selector: string) => `Use ${selector}`,
  recordedEnd: {
    failed: 'Failed when it was recorded',
    refused: 'Denied when it was recorded',
    unanswered: 'Unanswered when it was recorded',
    stopped: 'Stopped when it was recorded',
  },
  unknown: 'No such tool',
  maskedTextFor: (name: string) => (name === 'text' ? 'Masked text' : `Masked text of ${name}`),
  maskedKept: '••• stands for masked text. It stays as it is unless you replace it.',
  maskedNotKept: 'Not saved, because it may be a password. Enter it to run the step.',
  showText: 'Show text',
  texts: 'Enter the masked text of the selected steps first.',
  noPhone: 'Connect a phone to record or run steps.',
  states: {
    waiting: 'waiting',
    running: 'running',
    done: 'done',
    failed: 'failed',
    stopped: 'stopped',
    skipped: 'not run',
  },
  step: (at: number, title: string) => `Step ${at}: ${title}`,
  actions: (at: number) => `Step ${at}`,
  keys: 'Alt+↑ and Alt+↓ move the step; Delete removes it',
  drag: 'Drag to move the step',
  moved: (at: number, count: number) => `Moved to step ${at} of ${count}.`,
  runThis: 'Run this step',
  runFrom: 'Run from here',
  runWithoutStart: 'Run without it',
  moveUp: 'Move up',
  moveDown: 'Move down',
  duplicate: 'Duplicate',
  add: 'Add step',
  addHelp: (at: number, count: number) => `The step is added ${placeOf(at, count)}.`,
  edit: 'Edit',
  delete: 'Delete',
  deleteAll: 'Delete all steps',
  deleted: (title: string) => `Deleted: ${title}.`,
  undid: (words: string) => `Undone: ${words}.`,
  changes: {
    added: (at: number) => `add step ${at}`,
    cleared: 'delete all steps',
    duplicated: (at: number) => `duplicate step ${at}`,
    deleted: (at: number) => `delete step ${at}`,
    edited: (at: number) => `edit step ${at}`,
    screenUsed: (at: number) => `use another screen for step ${at}`,
    fromTimeline: 'make steps from the timeline’s calls',
    moved: (at: number) => `move step ${at}`,
    opened: (name: string) => `open ${name}`,
  },
  failureDetails: 'Details',
  result: 'Result',
  editTool: 'Tool',
  editArguments: 'Arguments, as JSON',
  save: 'Save',
  cancel: 'Cancel',
  otherScreen: 'done, screen differs',
  /** What to try when an element is missing after this step, or after the start. */
  cures: {
    other: (at: number) => `The screen already differed after step ${at}: check that step first.`,
    start:
      'The recording began on another screen of the app. Open it on the phone, then choose “Run from here”.',
  },
  turned: 'The phone is turned. The steps were recorded upright.',
  upright: 'The phone is upright. The steps were recorded on a turned screen.',
  rotate: 'Rotate the screen',
  screens: ['Recorded', 'Last run'],
  bothScreens: 'Recorded and last screen',
  enlarge: 'Enlarge',
  useScreen: 'Use this as the recorded screen',
  /** How the screen differs from the recorded one. */
  anotherScreen: (shown: string, recorded: string) =>
    `Another screen: ${shown}, recorded ${recorded}`,
  switchedOtherwise: (label: string, isOn: boolean) =>
    `${label} is ${isOn ? 'on' : 'off'}, recorded ${isOn ? 'off' : 'on'}`,
  differs: (share: number) =>
    `The screen differs from the recorded one by ${Math.round(100 * share)}%`,
  homeScreen: 'the home screen',
  notOpened: (name: string, why: string) => `${name} couldn’t be opened: ${why}.`,
  notOpenedHint:
    'Choose a steps file created with “Export”, or a JSON list of objects with `tool` and `arguments`.',
  notStep: (at: number) =>
    `entry ${at} has no tool name, or its arguments aren’t an object or are nested too deeply`,
  faults: {
    'not-json': 'it is not JSON',
    'not-list': 'it contains no steps',
    empty: 'it contains no actions',
    'too-many': 'it contains more than 2,000 steps',
  },
  tooBig: 'it is larger than 50 MB',
} as const;

/** The states that a check can wait for. */
export const stateWords = {
  enabled: 'enabled',
  disabled: 'disabled',
  checked: 'on',
  unchecked: 'off',
  selected: 'selected',
  focused: 'focused',
} as const;

/** Strings of the expectations for a picked element. */
export const expectStrings = {
  picking: (at: number, count: number) =>
    `Pick an element on the screen. The step is added ${placeOf(at, count)}. Esc cancels.`,
  choose: 'Check that',
  shows: (element: string, text: string) =>
    element === '' ? `Text “${text}”` : `${element} shows “${text}”`,
  text: (text: string) => `Any text containing “${text}”`,
  textGone: (text: string) => `Text “${text}” is gone`,
  appears: 'appears:',
  isGone: 'is gone:',
  goneText: 'Text',
  others: 'Other',
  add: 'Add',
  element: (selector: string) => `Element ${selector} exists`,
  elementGone: (selector: string) => `Element ${selector} is gone`,
  isInState: (name: string, state: keyof typeof stateWords) => `${name} is ${stateWords[state]}`,
  cancel: 'Cancel',
  nothing: 'There is no element at this point.',
} as const;

/** Strings of the export of steps. */
export const stepExportStrings = {
  title: 'Export steps',
  formats: { maestro: 'Maestro', appium: 'Appium', json: 'JSON' },
  formatHelp: {
    maestro: 'A flow for Maestro. Steps Maestro can’t run become comments.',
    appium: 'A Python test for Appium, run by pytest. Steps Appium can’t run become comments.',
    json: 'Tools and arguments only: masked text is left out. Open the file here to run the steps again; run_steps also accepts it.',
  },
  leftOut: (count: number) =>
    `${countLabel(count, 'unselected step')} ${count === 1 ? 'is' : 'are'} left out.`,
  asksForTexts: (names: string) => `It asks for the masked text: ${names}.`,
  asksForApp: 'It asks for APP_ID, the app’s package name, because the steps don’t include it.',
  byId: (count: number) =>
    `${countLabel(count, 'step')} ${count === 1 ? 'uses an element ID' : 'use element IDs'}, which may no longer match; selectors are more stable.`,
  lost: (count: number, all: number, program: string) =>
    `${count} of ${countLabel(all, 'step')} can’t be exported to ${program}: see “# ${program} can’t do this” in the file.`,
  preview: 'file',
  save: 'Save file',
  failed: 'The file couldn’t be created.',
  making: 'Creating the file…',
} as const;
