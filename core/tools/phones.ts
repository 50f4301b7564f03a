import { z } from 'zod';
import { HandsetError } from '../errors.ts';
import { quote, tsvCell, valueCell } from '../format/quote.ts';
import {
  type PhoneDirectory,
  type ListedPhone,
  defineDirectoryTool,
  onlyPhoneError,
  phoneLabel,
} from './shared/tool.ts';

const columns = [
  'console',
  'serial',
  'model',
  'android',
  'kind',
  'state',
  'elements_by',
  'current',
  'address',
] as const;

/** Short, because every tool listing carries it. */
const phoneSchema = z
  .looseObject({ serial: z.string(), console: z.string(), current: z.boolean() })
  .describe(
    'Each also has model, android, kind (usb, adb or demo), state (connected or lost), elements_by (what reads its elements) and address (if adb knows the phone by one).',
  );

/** Lists the phones that an agent can choose among. */
export const listPhones = defineDirectoryTool({
  at: 'directory',
  name: 'list_phones',
  title: 'List phones',
  words: { wantsTo: ['list the phones'], anywhere: true },
  description:
    'Lists the phones of all open consoles: serial, model, Android version, and which one your calls reach (current). Works even if none is connected.',
  input: z.strictObject({}),
  output: z.strictObject({
    phones: z.array(phoneSchema),
    chosen_by: z.enum(['agent', 'user']),
    note: z.string(),
  }),
  effect: 'read',
  execute(directory, _input, reply) {
    const groups = samePhones(directory.phones);
    const rows = groups.map(([first]) => phoneRow(first));
    const note = [currentPhoneNote(directory), ...groups.flatMap(severalConnectionsNote)].join(
      '; ',
    );
    const data = { phones: rows, chosen_by: directory.chosen === null ? 'user' : 'agent', note };
    // Most phones have none, and a column costs tokens.
    const hasAddress = rows.some(({ address }) => address !== undefined);
    const shown = columns.filter((column) => column !== 'address' || hasAddress);
    const lines = rows.map((row) => shown.map((column) => valueCell(row[column])).join('\t'));
    const table = [shown.join('\t'), ...lines];
    reply.data(data, [`note:${note}`, ...(rows.length > 0 ? table : [])].join('\n'));
    return Promise.resolve();
  },
});

/** The connections to one phone, each of one console; the one that serves the agent's calls comes first. */
type PhoneConnections = readonly [ListedPhone, ...ListedPhone[]];

/** A phone that is reached at an address may be held by another console, too: its serial number is its own then. */
function samePhones(phones: readonly ListedPhone[]): readonly PhoneConnections[] {
  const groups: PhoneConnections[] = [];
  for (const phone of phones) {
    const at = groups.findIndex((connections) =>
      connections.some((other) => isSamePhone(phone, other)),
    );
    const [first, ...others] = groups[at] ?? [];
    if (first === undefined) groups.push([phone]);
    else if (usefulness(phone) > usefulness(first)) groups[at] = [phone, first, ...others];
    else groups[at] = [first, ...others, phone];
  }
  return groups;
}

/** Whether two consoles hold the same phone. The serial number alone does not tell: demo phones and some cheap phones share theirs. */
function isSamePhone(one: ListedPhone, other: ListedPhone): boolean {
  const isDemo = one.kind === 'demo' || other.kind === 'demo';
  const hasAddress = one.address !== undefined || other.address !== undefined;
  return one.serial === other.serial && hasAddress && !isDemo;
}

function usefulness({ current, isDefault, state }: ListedPhone): number {
  return (current ? 4 : 0) + (state === 'connected' ? 2 : 0) + (isDefault ? 1 : 0);
}

/** Says in words that several consoles are connected to one phone. */
function severalConnectionsNote([first, ...others]: PhoneConnections): readonly string[] {
  if (others.length === 0) return [];
  const connections = [first, ...others].map(({ kind, console }) => `${kind} at ${console}`);
  return [`${tsvCell(first.serial)} is one phone, connected by ${connections.join(' and by ')}`];
}

type PhoneRow = Pick<ListedPhone, 'console' | 'serial' | 'model' | 'kind' | 'state' | 'current'> & {
  readonly android: string;
  readonly elements_by: string;
  readonly address?: string;
};

function phoneRow(phone: ListedPhone): PhoneRow {
  const { console, serial, model, androidVersion: android, kind, state, current } = phone;
  const { elementsBy: elements_by = '', address } = phone;
  const row = { console, serial, model, android, kind, state, elements_by, current };
  return address === undefined ? row : { ...row, address };
}

function currentPhoneNote({ phones, chosen, only }: PhoneDirectory): string {
  const isReached = phones.some(({ current }) => current);
  if (only) {
    const allowed = `your token is only for the phone ${tsvCell(only.serial)}`;
    return isReached ? allowed : `your calls fail: ${allowed}, which no open console has`;
  }
  if (chosen !== null && !isReached) {
    return `your calls fail: no open console has the phone you chose, serial ${quote(chosen)}; choose another with use_phone, or leave its parameters out to follow the user's choice`;
  }
  if (phones.length === 0) {
    return 'no phone is connected; ask the user to click Connect a phone or Try the demo phone in the console';
  }
  if (!isReached) {
    return 'your calls fail: the console that they reach has no phone; choose one of these with use_phone, or ask the user to connect one there';
  }
  return chosen === null
    ? "your calls reach the current phone, the user's choice; use_phone chooses another"
    : "your calls reach the current phone, your own choice; use_phone without parameters follows the user's again";
}

const idsInvalidNote =
  'Element ids and snapshots from other phones are invalid there: read its screen first.';

/** Chooses the phone that this agent's calls go to. */
export const usePhone = defineDirectoryTool({
  at: 'directory',
  name: 'use_phone',
  title: 'Switch phone',
  words: {
    wantsTo: ['switch to the phone *{serial}*', 'use the phone that you chose'],
    anywhere: true,
    synonyms: 'change switch other another second select',
    // “Change phone settings” begins with the same words.
    word: 'change phone',
  },
  description:
    "Chooses the phone for your calls, starting with the next; other agents' calls are not affected. Without parameters, your calls follow the user's choice again.",
  input: z.strictObject({
    serial: z
      .string()
      .optional()
      .describe('The serial that list_phones shows; an address also works.'),
    console: z
      .string()
      .optional()
      .describe('For example console 2; needed if two consoles have the same serial.'),
  }),
  effect: 'read',
  execute(directory, query, reply) {
    if (query.serial === undefined && query.console === undefined)
      reply.text(followPersonsChoice(directory));
    else reply.text(choosePhone(directory, findPhone(directory, query)));
    return Promise.resolve();
  },
});

function choosePhone(directory: PhoneDirectory, phone: ListedPhone): string {
  directory.choose(phone);
  const text = `Your calls now reach ${phoneLabel(phone)}. ${idsInvalidNote}`;
  return phone.state === 'lost'
    ? `${text}\nnote:it is disconnected; calls fail until it reconnects`
    : text;
}

function followPersonsChoice(directory: PhoneDirectory): string {
  directory.choose(null);
  if (directory.only) return `Nothing has changed: ${currentPhoneNote(directory)}.`;
  const defaultPhone = directory.phones.find(({ isDefault }) => isDefault);
  const now =
    defaultPhone === undefined ? 'no phone is connected there now' : phoneLabel(defaultPhone);
  return `Your calls now follow the user's choice: ${now}. ${idsInvalidNote}`;
}

interface PhoneQuery {
  readonly serial?: string | undefined;
  readonly console?: string | undefined;
}

function findPhone(directory: PhoneDirectory, query: PhoneQuery): ListedPhone {
  const { phones } = directory;
  const matching = phones.filter((candidate) => matchesQuery(candidate, query));
  const [connections, ...others] = samePhones(matching);
  if (connections === undefined) throw unknownPhoneError(directory, query);
  if (others.length > 0) throw ambiguousPhoneError(matching);
  return connections[0];
}

/** Compares the texts as `list_phones` prints them. */
function matchesQuery({ serial, address, console }: ListedPhone, query: PhoneQuery): boolean {
  const names = [serial, address ?? serial].map(tsvCell);
  return (
    (query.serial === undefined || names.includes(tsvCell(query.serial))) &&
    (query.console === undefined || console === query.console.trim().toLowerCase())
  );
}

function unknownPhoneError(
  { phones, only }: PhoneDirectory,
  { serial, console }: PhoneQuery,
): HandsetError {
  if (only) return onlyPhoneError(only);
  const which = serial === undefined ? '' : ` with serial ${quote(serial)}`;
  const where =
    console === undefined ? 'No open console' : `No open console named ${quote(console)}`;
  const hint =
    phones.length === 0
      ? 'No phone is connected: ask the user to click Connect a phone in the console.'
      : `Known: ${phones.map(phoneLabel).join(', ')}.`;
  return new HandsetError('invalid-argument', `${where} has a phone${which}.`, { hint });
}

function ambiguousPhoneError(phones: readonly ListedPhone[]): HandsetError {
  const message = `${phones.length} consoles have such a phone: ${phones.map(phoneLabel).join(', ')}.`;
  const hint = "Name the console too, as in console='console 2'.";
  return new HandsetError('invalid-argument', message, { hint });
}
