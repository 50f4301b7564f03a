import {
  isJsonArray,
  isObject,
  membersOf,
  ownMember,
  parseJson,
  type Json,
} from '../../ui/json.ts';
import { countLabel } from '../../ui/call-strings.ts';
import { plainText } from '../../ui/plain-text.ts';

/** One argument of a call, as shown to the user. */
interface ArgumentLine {
  readonly name: string;
  readonly value: string;
}

/**
 * The arguments of a call, one per line, in the agent's order. Invisible characters are spelled
 * out: an agent could use them to make a text look like another.
 */
export function argumentLines(argumentsJson: string): readonly ArgumentLine[] {
  const value = parseJson(argumentsJson);
  if (!isObject(value)) {
    return [{ name: 'arguments', value: plainText(argumentsJson) }];
  }
  return Object.entries(value).map(([name, each]) => ({
    name: plainText(name),
    value: plainText(typeof each === 'string' ? each : JSON.stringify(each)),
  }));
}

/** The arguments that are nothing but an element of the screen. */
const elementNames = /^(?:selector|element_id)$/;
/** The arguments that are nothing but places on the screen. */
const coordinateNames = /^(?:x|y|x1|y1|x2|y2|center_x|center_y|paths)$/;

/** What the sentence and the picture of a question already say. */
interface Said {
  /** `Notes`, `“Bread”`: as in the sentence. */
  readonly object: string;
  /** Whether a picture shows the place or the element. */
  readonly hasPicture: boolean;
  readonly isRisky: boolean;
}

/**
 * The arguments that the user should read; those that only spell out what is said, to be unfolded;
 * without those that repeat a word of the sentence.
 */
export function sortLines(
  lines: readonly ArgumentLine[],
  { object, hasPicture, isRisky }: Said,
): { readonly shown: readonly ArgumentLine[]; readonly folded: readonly ArgumentLine[] } {
  const said = object.replace(/^“(.*)”$/, '$1').toLowerCase();
  const isExact = ({ name }: ArgumentLine): boolean =>
    name === 'observe' ||
    (hasPicture && (elementNames.test(name) || coordinateNames.test(name))) ||
    (!isRisky && said !== '' && name === 'package_id');
  const others = lines.filter(({ value }) => said === '' || value.toLowerCase() !== said);
  return {
    shown: others.filter((line) => !isExact(line)),
    folded: others.filter(isExact),
  };
}

/**
 * The arguments for a question: a switch is on or off, a time has its unit, and each step of a call has
 * a line of its own, with its number and tool.
 */
export function questionLines(argumentsJson: string): readonly ArgumentLine[] {
  const args = parseJson(argumentsJson);
  const steps = ownMember(args, 'steps');
  const sent = isJsonArray(steps) ? steps : [];
  const stepLines = sent.map(stepLine).filter((line) => line !== null);
  const isComplete = stepLines.length > 0 && stepLines.length === sent.length;
  return argumentLines(argumentsJson).flatMap((line) =>
    line.name === 'steps' && isComplete ? stepLines : [shownLine(line, ownMember(args, line.name))],
  );
}

function shownLine({ name, value }: ArgumentLine, raw: Json | undefined): ArgumentLine {
  if (typeof raw === 'boolean') return { name, value: raw ? 'on' : 'off' };
  return { name, value: value + unitOf(name, value) };
}

/** Null for a step that does not look like one: all of it must be shown, as it is. */
function stepLine(step: Json, index: number): ArgumentLine | null {
  const { tool, ...others } = membersOf(step);
  if (typeof tool !== 'string') return null;
  const value = Object.keys(others).length === 0 ? '' : JSON.stringify(others);
  return { name: plainText(`${index + 1}. ${tool}`), value: plainText(value) };
}

/** Longest value shown where all arguments share one line, in characters. */
const maxValueLength = 48;

/** Arguments in milliseconds, whatever the tool. */
const times: readonly string[] = ['duration', 'timeout'];

/** Arguments whose values say what they are. */
const unnamed: readonly string[] = ['selector', 'package_id', 'package_name'];

/** The arguments on one line: `x 540, y 1200`. The caller cuts what is too long for its layout. */
export function shortArguments(args: unknown): string {
  const lines = argumentLines(JSON.stringify(args));
  return lines
    .map(({ name, value }) => {
      return (unnamed.includes(name) ? '' : `${name} `) + truncate(value) + unitOf(name, value);
    })
    .join(', ');
}

function unitOf(name: string, value: string): string {
  return times.includes(name) && /^\d+$/.test(value) ? ' ms' : '';
}

function truncate(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength)}…` : line;
}

/** A call in words: its title, and what follows it. */
interface CallWords {
  readonly title: string;
  readonly details: string;
}

/** A call in words: `Set text “Bread” in @edit_body`. `title` is its tool's; what has no words of its own is as in `shortArguments`. */
export function callWords(tool: string, title: string, args: unknown): CallWords {
  const describe = isObject(args) ? wordsOf.get(tool) : undefined;
  const words = describe?.(membersOf(args));
  if (words === undefined) return { title, details: shortArguments(args) };
  const { details, rest } = words;
  const more = Object.keys(rest).length === 0 ? '' : shortArguments(rest);
  return { title, details: [details, more].filter(Boolean).join(', ') };
}

type Members = ReturnType<typeof membersOf>;
/** Undefined where the arguments are not as the tool takes them; `rest` has those that the words leave out. */
type Describe = (args: Members) => { readonly details: string; readonly rest: Members } | undefined;

const plain = (value: unknown): string =>
  truncate(plainText(typeof value === 'string' ? value : JSON.stringify(value ?? '')));
const quoted = (value: unknown): string => `“${plain(value)}”`;
const seconds = (ms: unknown): string => `${Number(ms) / 1000} s`;
const point = (x: unknown, y: unknown): string => `(${plain(x)}, ${plain(y)})`;

const describeTyping: Describe = ({ text, selector, element_id, ...rest }) => {
  if (typeof text !== 'string') return undefined;
  const into = selector ?? element_id;
  const details = quoted(text) + (into === undefined ? '' : ` in ${plain(into)}`);
  return { details, rest };
};

const atPoint: Describe = ({ x, y, ...rest }) =>
  x === undefined || y === undefined ? undefined : { details: point(x, y), rest };

/** What a wait for an element finds it by. */
const finders: Readonly<Record<string, string | undefined>> = {
  text: 'text',
  content_desc: 'description',
  resource_id: 'id',
  class_name: 'class',
};

/** What a wait waits for, to begin a sentence: `“Save”`, `id “list”`, `@save`. */
export function foundBy({ by, value, selector }: Members): string {
  const isText = selector === undefined && (by === 'text' || by === 'content_desc');
  return isText ? quoted(value) : elementBy({ by, value, selector });
}

function elementBy({ by, value, selector }: Members): string {
  if (selector !== undefined) return plain(selector);
  const finder = typeof by === 'string' && Object.hasOwn(finders, by) ? finders[by] : plain(by);
  return `${finder} ${quoted(value)}`;
}

const wordsOf: ReadonlyMap<string, Describe> = new Map(
  Object.entries<Describe>({
    input_text: describeTyping,
    set_text: describeTyping,
    tap: atPoint,
    double_tap: atPoint,
    long_press: atPoint,
    swipe: ({ x1, y1, x2, y2, ...rest }) =>
      [x1, y1, x2, y2].includes(undefined)
        ? undefined
        : { details: `${point(x1, y1)} → ${point(x2, y2)}`, rest },
    press_key: ({ key, modifiers, ...rest }) =>
      typeof key === 'string' ? { details: pressedKeys(key, modifiers), rest } : undefined,
    wait_for_element: ({ by, value, selector, state, gone, timeout, ...rest }) => {
      if (selector === undefined && value === undefined) return undefined;
      const found = elementBy({ by, value, selector });
      const condition =
        gone === true ? ' to be gone' : hasState(state) ? ` to be ${plain(state)}` : '';
      const within = timeout === undefined ? '' : ` (up to ${seconds(timeout)})`;
      return { details: found + condition + within, rest };
    },
    run_steps: ({ steps, ...rest }) =>
      Array.isArray(steps) ? { details: countLabel(steps.length, 'step'), rest } : undefined,
    wait_for_idle: ({ timeout, ...rest }) =>
      timeout === undefined ? undefined : { details: `up to ${seconds(timeout)}`, rest },
  }),
);

function hasState(state: unknown): boolean {
  return state !== undefined && state !== 'visible';
}

/** Keys whose Android name is not what stands on a keyboard. */
const keyLabels: Readonly<Record<string, string | undefined>> = {
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

/** The keys that a call of press_key presses: `Ctrl+Enter`. */
export function pressedKeys(key: unknown, modifiers: unknown): string {
  const held: readonly unknown[] = Array.isArray(modifiers) ? modifiers : [];
  return [...held, key].map((name) => keyLabel(plain(name))).join('+');
}

function keyLabel(name: string): string {
  const upper = name.toUpperCase();
  const words = upper.replaceAll('_', ' ').toLowerCase();
  return (
    (Object.hasOwn(keyLabels, upper) ? keyLabels[upper] : undefined) ??
    words.charAt(0).toUpperCase() + words.slice(1)
  );
}
