import type { ArgumentPath } from '#core/errors.ts';
import { durationLabel } from '../../ui/call-strings.ts';
import { fieldLabel, sentenceCase } from '../../ui/field-label.ts';
import type { JsonErrorPosition } from './json-error.ts';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Labels of points, by the name of their first field. */
const pointLabels: Readonly<Record<string, string>> = {
  x1: 'Start',
  x2: 'End',
  center_x: 'Center',
};

/** Labels of values for which capitalizing the value is not enough. */
const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  observe: { none: 'No', state: 'Element list', compact: 'Compact tree', diff: 'Changes' },
  by: { content_desc: 'Content description', resource_id: 'Resource ID', class_name: 'Class' },
  level: { V: 'Verbose', D: 'Debug', I: 'Info', W: 'Warn', E: 'Error', F: 'Fatal' },
};

/** Strings of the tools panel. */
export const toolsStrings = {
  // The list
  tools: 'Tools',
  find: 'Find a tool',
  found: 'Found',
  noneFound: (query: string) => `No tool matches “${query}”.`,
  clearSearch: 'Clear search',
  reload: 'Reload the page',

  // No tool chosen
  startTitle: 'Try a tool',
  startHelp:
    'Run any agent tool yourself. The target icons let you pick a point or an element on the screen.',
  recent: 'Recently used',
  suggested: 'Start here',

  // The form
  readLabel: 'Read',
  actLabel: 'Action',
  riskyLabel: 'Risky',
  readHelp: 'Reads the phone and changes nothing',
  actHelp: 'Changes something on the phone',
  riskyHelp: 'May delete data or have effects outside the phone',
  inputMode: 'How to enter the arguments',
  asForm: 'Form',
  asJson: 'As JSON',
  required: 'required',
  fieldLabel,
  /** Rewords a parameter's description, written for agents, for a form. */
  fieldHelp: (description: string) =>
    description.replace(
      /^Use this or (.+)\.$/,
      (_, names: string) => `Use this or ${names.split(' and ').map(fieldLabel).join(' and ')}.`,
    ),
  examples: { id: null, selector: '@btn_ok or :text("OK")', place: ':text("OK") or 540,1200' },
  /** The label of a value; the value itself is sent. */
  valueLabel: (field: string, value: string) =>
    valueLabels[field]?.[value] ?? sentenceCase(value.replaceAll('_', ' ')),
  notSet: 'Not set',
  now: (value: string) => `now ${value}`,
  allChanged: 'All that were changed',
  onOff: [
    { id: '', label: 'Not set' },
    { id: 'true', label: 'On' },
    { id: 'false', label: 'Off' },
  ],
  defaultHint: (value: string) => `default ${value}`,
  placeholder: (from: string, to: string) => `${from} to ${to}`,
  noArguments: 'Takes no arguments.',
  arguments: (tool: string) => `Arguments of ${tool}, as JSON`,
  useFields: (name: string) => `Use fields for ${fieldLabel(name)}`,

  chooseTool: 'Choose a tool',

  // Picking
  pick: (what: string) => `Pick on the screen: ${what}`,
  draw: 'Draw on the screen',
  useRecorded: 'Use the recorded steps',
  noRecordedSteps: 'There are no steps yet. Record some in the Timeline, under Steps.',
  pointLabel: (x: string) => pointLabels[x] ?? 'Point',
  nothingThere: 'There is no element at this point.',

  // Problems
  faults: {
    number: 'Enter a number',
    integer: 'Enter a whole number',
    range: (min: number, max: number | null) =>
      max === null ? `Enter a number of at least ${min}` : `Enter a number from ${min} to ${max}`,
  },
  atLine: (line: number, message: string) => `Line ${line}: ${message}`,
  withHint: ({ message, hint }: { readonly message: string; readonly hint?: string }) =>
    hint === undefined ? message : `${message} ${hint}`,
  missing: (name: string) => `${fieldLabel(name)} is required`,
  /** The message below a JSON field: with the argument's name, unless the message contains it. */
  withName: ({ message, path }: { readonly message: string; readonly path: ArgumentPath }) => {
    const name = path.join('.');
    // As in `Point at path[0][1].y`.
    const inner = path
      .slice(1)
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
    const names = [name, inner.join('')].filter(Boolean);
    const isNamed = name === '' || names.some((each) => message.toLowerCase().includes(each));
    return isNamed ? message : `${message} (${name})`;
  },
  unknownText: (name: string, text: string) =>
    `No ${fieldLabel(name).toLowerCase()} is called ${text}.`,
  similar: 'Similar:',
  masked: 'This text is masked. Enter it again.',
  missingElement: 'Enter a selector or an element ID',
  missingSelector: 'Enter a selector',
  notJson: ({ line, column, token }: JsonErrorPosition) =>
    `Invalid JSON at line ${line}, column ${column}: unexpected ${token === '' ? 'end' : token}`,
  moreProblems: (count: number) => `and ${count} more`,
  notAnObject: 'Arguments must be an object, like {"x": 100}',
  unknownName: (name: string, similar: readonly string[], isAny: boolean) => {
    const names = isAny ? similar.join(', ') : similar.map((each) => `'${each}'`).join(' or ');
    return `Unknown parameter: '${name}'. ${isAny ? `Parameters: ${names || 'none'}` : `Did you mean ${names}?`}`;
  },

  // Running
  running: (title: string) => `Running ${title}`,
  elapsed: seconds,
  progress: 'Progress of the call',
  needsPhone: 'Connect a phone to run this.',

  // Results
  result: 'Result',
  succeeded: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  missed: 'Time ran out',
  stoppedHelp: 'You stopped everything while this call was running.',
  announcement: (title: string, end: string) => `${title}: ${end}`,
  cancelled: (ms: number) => `You canceled this call after ${durationLabel(ms)}.`,
  cancelledHint: 'It may or may not have run; look at the screen before you repeat it.',
  calledWith: 'Arguments',
  enlarge: 'Zoom in or out',
  picture: 'The returned screenshot',
  showInTimeline: 'Show in Timeline',
  emptyResult: 'The tool returned nothing.',

  // History
  history: 'History',
  calls: (n: number) => (n === 0 ? 'No calls yet' : n === 1 ? '1 call' : `${n} calls`),
  noHistory: 'Every call to this tool, yours and the agents’, appears here.',
  show: (when: string) => `Show the result from ${when}`,
  repeatMasked: 'Some of its text is masked. Edit it and enter the text.',
  noArgumentsGiven: 'no arguments',
} as const;
