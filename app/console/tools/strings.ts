import { durationLabel } from '../../ui/call-strings.ts';
import type { JsonErrorPosition } from './json-error.ts';

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** What a parameter is, where its name says it only to agents. */
const fieldLabels: Readonly<Record<string, string>> = {
  selector: 'Element',
  ids: 'Element ids',
  root: 'Element to begin at',
  by: 'Attribute',
  gone: 'Wait until it is gone',
  observe: 'Show the screen afterwards',
  annotate: 'Draw boxes and ids',
  max_size: 'Longest side of the screenshot',
  x1: 'Start x',
  y1: 'Start y',
  x2: 'End x',
  y2: 'End y',
  paths: 'Fingers',
  amount: 'Distance',
  query: 'Search',
  package_id: 'App',
  package_name: 'App',
  fresh: 'Stop the app first',
  url: 'Link',
  serial: 'Phone',
};

/** Strings of the tools panel. */
export const toolsStrings = {
  // The list
  tools: 'Tools',
  find: 'Find a tool',
  readGroup: 'Read-only',
  actGroup: 'Actions',
  noneFound: 'No tools match.',
  showAll: 'Show all tools',
  allTools: 'All tools',
  reload: 'Reload the page',

  // No tool chosen
  startTitle: 'Try a tool',
  startHelp:
    'Run any agent tool yourself. The target icons let you pick a point or an element on the screen.',
  recent: 'Recently used',
  suggested: 'Start here',

  // The form
  readLabel: 'Read-only',
  actLabel: 'Action',
  readHelp: 'Reads the phone and changes nothing',
  actHelp: 'Changes something on the phone',
  inputMode: 'How to enter the arguments',
  asForm: 'Form',
  asJson: 'As JSON',
  required: 'required',
  fieldLabel: (name: string) => fieldLabels[name] ?? sentenceCase(name.replaceAll('_', ' ')),
  selectorExample: '@btn_ok or :text("OK")',
  notSet: 'Not set',
  onOff: [
    { id: '', label: 'Not set' },
    { id: 'true', label: 'On' },
    { id: 'false', label: 'Off' },
  ],
  defaultHint: (value: string) => `default ${value}`,
  placeholder: (from: string, to: string) => `${from} to ${to}`,
  noArguments: 'Takes no arguments.',
  arguments: (tool: string) => `Arguments of ${tool}, as JSON`,
  writeJson: (name: string) => `Write ${name} as JSON`,
  useFields: (name: string) => `Use fields for ${name}`,
  json: 'JSON',

  // Lists
  rowNames: { paths: ['Finger', 'Point'], ids: ['Id'] } as Readonly<
    Record<string, readonly string[]>
  >,
  row: 'Row',
  numberedName: (name: string, index: number) => `${name} ${index + 1}`,
  add: (name: string) => `Add ${name.toLowerCase()}`,
  remove: (name: string) => `Remove ${name.toLowerCase()}`,

  // Picking
  pickPoint: (names: string) => `Point at ${names} on the screen`,
  pickElement: (name: string) => `Point at an element for ${name}`,
  nothingThere: 'There is no element at this point.',

  // Problems
  missing: (name: string) => `Fill in ${name}`,
  notANumber: (name: string) => `Parameter '${name}' must be a number`,
  notJson: ({ line, column, token }: JsonErrorPosition) =>
    `This is not JSON: wrong at line ${line}, column ${column}, ${token === '' ? 'where the text ends' : `at ${token}`}`,
  moreProblems: (count: number) => `and ${count} more`,
  notAnObject: 'Arguments must be an object, like {"x": 100}',
  noField: (name: string) =>
    `The form has no field for '${name}'. Remove it, or run it as JSON to see what the tool says.`,

  // Running
  run: 'Run',
  running: (title: string) => `Running ${title}`,
  elapsed: seconds,
  cancel: 'Cancel',
  progress: 'Progress of the call',
  needsPhone: 'Connect a phone to run this.',
  runKeys: (keys: string) => `Run with ${keys}`,
  copyMcp: 'MCP JSON',
  copyTypeScript: 'TypeScript',
  copyAsMcp: 'Copy the call as MCP JSON',
  copyAsTypeScript: 'Copy the call as TypeScript',

  // Results
  result: 'Result',
  succeeded: 'Done',
  failed: 'Failed',
  cancelled: (ms: number) => `You cancelled this call after ${durationLabel(ms)}.`,
  cancelledHint: 'It may or may not have run; look at the screen before you repeat it.',
  calledWith: 'Arguments',
  viewMode: 'Show the result as',
  readable: 'Readable',
  raw: 'Raw',
  copyText: 'Copy the text',
  table: (rows: number) => `Table of ${rows === 1 ? 'one row' : `${rows} rows`}`,
  text: 'Text',
  picture: 'The returned screenshot',
  emptyResult: 'The tool returned nothing.',

  // History
  history: 'History',
  calls: (n: number) => (n === 0 ? 'No calls yet' : n === 1 ? '1 call' : `${n} calls`),
  noHistory: 'Every call of this tool, yours and those of agents, appears here.',
  show: (when: string) => `Show the result from ${when}`,
  reuseArguments: 'Use these arguments again',
  repeat: 'Repeat',
  repeatHelp: 'Run it again with the same arguments',
  noArgumentsGiven: 'no arguments',
} as const;
