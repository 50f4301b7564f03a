/** Calls in words: the phrases that each tool brings, filled with the arguments of a call. */
import type { Call } from '#core/call.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import type { Phrases } from '#core/tool-words.ts';
import { countLabel, durationLabel, toolTitle } from './call-strings.ts';
import { fieldLabel, lowerFirst } from './field-label.ts';
import { isObject, membersOf, textsIn } from './json.ts';
import { plainText } from './plain-text.ts';

/** What the page knows of a call beside its arguments. */
interface CallPlace {
  /** The label of the element that it touches; empty if that is not known. */
  readonly label: string;
  /** The name of the app that it names; null if that is not known. */
  readonly app: string | null;
}

/** What the words for calls need of a tool. */
export type WordedTool = Pick<ToolInfo, 'name' | 'title' | 'words'>;

type Arguments = ReturnType<typeof membersOf>;

/** What a name in a phrase stands for. */
interface PhraseValue {
  /** The arguments that it says. */
  readonly says: readonly string[];
  /** Empty if the arguments that it needs are missing or of another type. */
  value(args: Arguments, place: CallPlace): string;
}

/** The names that are more than one argument as it was sent. */
const phraseValues: Readonly<Record<string, PhraseValue>> = {
  /** The element that a call acts on: `Save`, `“Save”`, `@save`. */
  element: {
    says: ['selector', 'element_id'],
    value: ({ selector, element_id }, { label }) => label || selectorText(selector ?? element_id),
  },
  /** What a search or a wait looks for: `“Save”`, `id “list”`, `@save`. */
  target: { says: ['by', 'value', 'selector'], value: targetText },
  app: {
    says: ['package_id', 'package_name'],
    value: ({ package_id, package_name }, { app }) => app ?? textOf(package_id ?? package_name),
  },
  text: { says: ['text'], value: ({ text }) => quoted(text) },
  keys: {
    says: ['key', 'modifiers'],
    value: ({ key, modifiers }) =>
      typeof key === 'string' ? [...textsIn(modifiers), key].map(keyLabel).join('+') : '',
  },
  /** Where most of a movement goes; empty if it stays in place. */
  course: {
    says: ['x1', 'y1', 'x2', 'y2'],
    value({ x1, y1, x2, y2 }) {
      const across = Number(x2) - Number(x1);
      const down = Number(y2) - Number(y1);
      if (Math.abs(across) > Math.abs(down)) return across > 0 ? 'right' : 'left';
      if (down === 0 || Number.isNaN(across + down)) return '';
      return down > 0 ? 'down' : 'up';
    },
  },
  paths: counted('paths', 'finger'),
  steps: counted('steps', 'step'),
  /** `Camera` of Android's own permissions; of others the whole name, since anyone may end it so. */
  permission: {
    says: ['permission'],
    value({ permission }) {
      const [, own] = /^(?:android\.permission\.)?([A-Z_]+)$/.exec(textOf(permission)) ?? [];
      return own === undefined ? textOf(permission) : fieldLabel(own.toLowerCase());
    },
  },
  /** `Wi-Fi to off, brightness to 40`: all arguments that are settings. */
  settings: {
    says: [],
    value: ({ observe: _, restore: __, package_name: app, ...settings }, place) =>
      Object.entries(settings)
        .map(([name, value]) =>
          name === 'app_language'
            ? `the language of ${place.app ?? textOf(app)} to ${textOf(value) || 'the phone’s'}`
            : `${settingLabel(name)} to ${onOff(value)}`,
        )
        .join(', '),
  },
  timeout: { says: ['timeout'], value: ({ timeout }) => milliseconds(timeout) },
  elapsedMs: { says: [], value: ({ elapsedMs }) => milliseconds(elapsedMs) },
};

/** Longer texts are cut, in characters. */
const maxValueLength = 48;

/** A filled phrase: the object is shown with emphasis between what precedes and follows it. */
interface FilledPhrase {
  readonly verb: string;
  readonly object: string;
  readonly rest: string;
  /** The names of the arguments that it says. */
  readonly said: ReadonlySet<string>;
}

/** The first phrase that fits these arguments; null if none does. */
export function fillPhrase(
  phrases: Phrases,
  args: Arguments,
  place: CallPlace = { label: '', app: null },
): FilledPhrase | null {
  const valueOf = (name: string): string =>
    Object.hasOwn(phraseValues, name)
      ? (phraseValues[name]?.value(args, place) ?? '')
      : textOf(args[name]);
  for (const phrase of phrases) {
    const { when, say } = typeof phrase === 'string' ? { when: {}, say: phrase } : phrase;
    if (Object.entries(when).some(([name, value]) => args[name] !== value)) continue;
    // Values are put in last, since they may contain the characters of the template.
    const template = say.replaceAll(/\[([^[\]]*)\]/g, (_, part: string) =>
      namesIn(part).every((name) => valueOf(name) !== '') ? part : '',
    );
    const names = namesIn(template);
    if (names.some((name) => valueOf(name) === '')) continue;
    const [verb = '', object = '', rest = ''] = template
      .split('*')
      .map((part) => part.trim().replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name)));
    const says = names.flatMap((name) =>
      Object.hasOwn(phraseValues, name) ? (phraseValues[name]?.says ?? []) : [name],
    );
    return { verb, object, rest, said: new Set([...says, ...Object.keys(when)]) };
  }
  return null;
}

function namesIn(template: string): readonly string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** A call in words: its title, and what follows it. */
interface CallWords {
  readonly title: string;
  readonly details: string;
}

/** A call in words: `Set text “Bread” in @edit_body`. A tool without such words has its arguments by name. */
export function callWords(tools: readonly WordedTool[], tool: string, args: unknown): CallWords {
  const title = toolTitle(tools, tool);
  const short = tools.find(({ name }) => name === tool)?.words.short;
  const filled = short && isObject(args) ? fillPhrase(short, args) : null;
  if (filled === null) return { title, details: shortArguments(args) };
  const others = Object.entries(membersOf(args)).filter(([name]) => !filled.said.has(name));
  const more = others.length === 0 ? '' : shortArguments(Object.fromEntries(others));
  return { title, details: [filled.verb, more].filter(Boolean).join(', ') };
}

/** What a call that waited has done; null if it waited for nothing, or its tool has no words for it. */
export function resultWords(
  tools: readonly WordedTool[],
  { tool, arguments: args, wait }: Pick<Call, 'tool' | 'arguments' | 'wait'>,
): string | null {
  if (wait === undefined) return null;
  const { done = [], missed = [] } = tools.find(({ name }) => name === tool)?.words ?? {};
  const { isMet, elapsedMs, reason } = wait;
  const filled = fillPhrase(isMet ? done : missed, { ...args, elapsedMs });
  if (filled === null) return null;
  return isMet ? filled.verb : `${filled.verb}. ${plainText(reason)}`.trim();
}

/** One argument of a call, as shown to the user. */
export interface ArgumentLine {
  readonly name: string;
  readonly value: string;
}

/**
 * The arguments of a call, in the agent's order. Invisible characters are spelled out: an agent could use
 * them to make a text look like another.
 */
export function argumentLines(args: unknown, asSent: string): readonly ArgumentLine[] {
  if (!isObject(args)) return [{ name: 'arguments', value: plainText(asSent) }];
  return Object.entries(args).map(([name, each]) => ({
    name: plainText(name),
    value: plainText(typeof each === 'string' ? each : JSON.stringify(each)),
  }));
}

/** Arguments whose values say what they are. */
const unnamed: readonly string[] = ['selector', 'package_id', 'package_name'];

/** The arguments on one line: `x 540, y 1200`. The caller cuts what is too long for its layout. */
export function shortArguments(args: unknown): string {
  return argumentLines(args, JSON.stringify(args))
    .map(
      ({ name, value }) =>
        (unnamed.includes(name) ? '' : `${name} `) + oneLine(value) + unitOf(name, value),
    )
    .join(', ');
}

/** Arguments in milliseconds, whatever the tool. */
const times: readonly string[] = ['duration', 'timeout'];

/** ` ms` after the number of an argument that is a time. */
export function unitOf(name: string, value: string): string {
  return times.includes(name) && /^\d+$/.test(value) ? ' ms' : '';
}

/** The text, or its beginning and an ellipsis. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}

function oneLine(value: string): string {
  return cut(value.replaceAll(/\s+/g, ' ').trim(), maxValueLength);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return oneLine(plainText(typeof value === 'string' ? value : JSON.stringify(value)));
}

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? textOf(value) : '';
  return text === '' ? '' : `“${text}”`;
}

function counted(name: string, one: string): PhraseValue {
  return {
    says: [name],
    value({ [name]: list }) {
      return Array.isArray(list) && list.length > 0 ? countLabel(list.length, one) : '';
    },
  };
}

function milliseconds(value: unknown): string {
  return typeof value === 'number' ? durationLabel(value) : '';
}

function onOff(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : textOf(value);
}

/** A selector as it is, or only the text that it names. */
function selectorText(selector: unknown): string {
  const [, text] =
    /^:(?:text|contains|desc)\("([^"\\]+)"\)$/.exec(typeof selector === 'string' ? selector : '') ??
    [];
  return text === undefined ? textOf(selector) : quoted(text);
}

/** What a search finds elements by, if that is not one of their texts. */
const finders: Readonly<Record<string, string>> = { resource_id: 'id', class_name: 'class' };

function targetText({ by, value, selector }: Arguments): string {
  if (selector !== undefined) return textOf(selector);
  const finder = typeof by === 'string' && Object.hasOwn(finders, by) ? `${finders[by]} ` : '';
  const text = quoted(value);
  return text === '' ? '' : finder + text;
}

/** Settings whose name begins with a capital letter within a sentence too. */
const properNames: readonly string[] = ['Wi-Fi', 'Bluetooth'];

function settingLabel(name: string): string {
  const label = fieldLabel(name);
  return properNames.includes(label) ? label : lowerFirst(label);
}

/** Keys whose Android name is not what stands on a keyboard. */
const keyLabels: Readonly<Record<string, string>> = {
  DEL: 'Backspace',
  FORWARD_DEL: 'Delete',
  DPAD_UP: '↑',
  DPAD_DOWN: '↓',
  DPAD_LEFT: '←',
  DPAD_RIGHT: '→',
  MOVE_HOME: 'Home (start of line)',
  MOVE_END: 'End',
  APP_SWITCH: 'Recents',
};

function keyLabel(key: unknown): string {
  const name = textOf(key);
  const upper = name.toUpperCase();
  return Object.hasOwn(keyLabels, upper)
    ? (keyLabels[upper] ?? '')
    : fieldLabel(upper.toLowerCase());
}
