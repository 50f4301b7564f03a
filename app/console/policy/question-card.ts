import type { CallQuestion, ToolInfo } from '#core/link/messages.ts';
import { launcherPackage } from '#core/package-names.ts';
import { toolTitle } from '../../ui/call-strings.ts';
import { fieldLabel } from '../../ui/field-label.ts';
import { isJsonArray, membersOf, ownMember, parseJson, type Json } from '../../ui/json.ts';
import { goesToPhone, isInTextField, isMac } from '../../ui/keys.ts';
import { plainText } from '../../ui/plain-text.ts';
import { foundBy, pressedKeys } from './argument-lines.ts';

/** The strings of the card. */
export const questionStrings = {
  wantsTo: 'wants to',
  inApp: 'in',
  onHomeScreen: 'on the home screen',
  bridgeTip: 'Agents that connect through the bridge choose their own name',
  deadlineTip: 'If you don’t answer in time, the call won’t run',
  next: (sentence: string) => `Next: ${sentence}`,
  more: (count: number) => (count > 0 ? `, and ${count} more` : ''),
  step: (number: number, total: number) => `Step ${number} of ${total}`,
  then: (steps: readonly string[]) => ` · then: ${steps.join(', ')}`,
  details: 'Details',
  fold: 'Show less',
  unfold: 'Show more',
  covered: 'Part of this question is hidden. Scroll it fully into view to allow it.',
  once: 'Allow once',
  onceNote: 'This allows only this call.',
  agent: { look: 'Allow reads', act: 'Allow actions' },
  agentNote: {
    look: (agent: string) => `“Allow reads” lets ${agent} read without asking until you revoke it.`,
    act: (agent: string) =>
      `“Allow actions” lets ${agent} act without asking, except for risky calls, until you revoke it.`,
  },
  no: 'Deny',
  sayWhy: 'Deny with a note…',
  reason: 'Tell the agent why (optional)',
  back: 'Back',
  keys: (action: string, keys: string) => `${action} (${keys})`,
  again: 'The screen has changed since you allowed this. Please look again.',
  gone: 'This element isn’t on the screen now.',
  noFocus: 'No text field had focus when the screen was last read.',
} as const;

/** What a call would do, in the words of a sentence that begins with the agent's name. */
interface CallDescription {
  /** `tap`; follows `wants to`. */
  readonly verb: string;
  /** Shown with emphasis after the verb: an element's text, a key, an app; empty without one. */
  readonly object: string;
  /** What follows the object: `into Title`; empty without it. */
  readonly rest: string;
  /** The app it happens in; empty where that says nothing. */
  readonly app: string;
  /** Whether that is the home screen, whose app nobody knows by name. */
  readonly isHomeScreen: boolean;
}

/** The words for a tool's calls. */
interface ToolWords {
  readonly verb: string;
  /** The verb where an element is known: `type into`. */
  readonly onElement?: string;
  /** The argument that names the object; of a package, the app's name is shown. */
  readonly argument?: string;
  /** It acts outside the foreground app, or on all of the phone. */
  readonly anywhere?: true;
  /** Words that depend on the arguments; null where those are not as the tool takes them. */
  readonly describe?: (
    args: Json | undefined,
    place: { readonly label: string; readonly app: string | null },
  ) => Partial<Pick<CallDescription, 'verb' | 'object' | 'rest'>> | null;
}

/** Every tool's words; one of a later version is described by its title. */
export const toolWords: Readonly<Record<string, ToolWords>> = {
  tap: { verb: 'tap' },
  click_element: { verb: 'tap' },
  double_tap: { verb: 'double-tap' },
  long_press: { verb: 'long-press' },
  long_click_element: { verb: 'long-press' },
  swipe: { verb: 'swipe' },
  scroll: { verb: 'scroll', argument: 'direction' },
  scroll_to_element: { verb: 'scroll', onElement: 'scroll to' },
  pinch: { verb: 'pinch' },
  drag: { verb: 'drag' },
  custom_gesture: { verb: 'make a gesture', describe: describeGesture },
  set_text: { verb: 'type', onElement: 'type into', describe: describeTyping },
  input_text: { verb: 'type', onElement: 'type into', describe: describeTyping },
  clear_text: { verb: 'clear a field', onElement: 'clear' },
  press_key: {
    verb: 'press',
    describe: (args) => ({
      object: pressedKeys(ownMember(args, 'key'), ownMember(args, 'modifiers')),
    }),
  },
  press_back: { verb: 'press Back' },
  press_home: { verb: 'press Home', anywhere: true },
  open_notifications: { verb: 'open the notification panel', anywhere: true },
  open_quick_settings: { verb: 'open Quick Settings', anywhere: true },
  dismiss_keyboard: { verb: 'hide the keyboard' },
  press_recents: { verb: 'show the recent apps', anywhere: true },
  list_apps: { verb: 'list the apps', anywhere: true },
  get_app: { verb: 'look up the app', argument: 'package_id', anywhere: true },
  open_app: { verb: 'open', argument: 'package_id', anywhere: true },
  stop_app: { verb: 'force-stop', argument: 'package_id', anywhere: true },
  uninstall_app: { verb: 'uninstall', argument: 'package_id', anywhere: true },
  clear_app_data: { verb: 'delete all data in', argument: 'package_id', anywhere: true },
  send_intent: { verb: 'send an intent', anywhere: true },
  list_phones: { verb: 'list the phones', anywhere: true },
  use_phone: {
    verb: 'switch to the phone',
    argument: 'serial',
    anywhere: true,
    describe: (args) =>
      typeof ownMember(args, 'serial') === 'string'
        ? null
        : { verb: 'use the phone that you chose' },
  },
  open_link: { verb: 'open', argument: 'url', anywhere: true },
  get_clipboard: { verb: 'read the clipboard', anywhere: true },
  set_clipboard: {
    verb: 'change the clipboard',
    anywhere: true,
    describe: (args) => {
      const object = quotedText(args);
      return object === '' ? null : { verb: 'put', object, rest: 'on the clipboard' };
    },
  },
  get_device_logs: { verb: 'read the phone’s log', anywhere: true },
  get_screen_state: { verb: 'read the screen', anywhere: true },
  get_screen_tree: { verb: 'read the screen', anywhere: true },
  summarize_screen: { verb: 'summarize the screen', anywhere: true },
  diff_screen: { verb: 'see what changed on the screen', anywhere: true },
  get_element_details: { verb: 'read the full text of elements', anywhere: true },
  find_elements: { verb: 'look for elements', anywhere: true, describe: describeSearch },
  query_elements: { verb: 'look for elements', onElement: 'look for', anywhere: true },
  suggest_selectors: {
    verb: 'get selectors for an element',
    onElement: 'get selectors for',
    anywhere: true,
  },
  wait_for_element: { verb: 'wait for an element', anywhere: true, describe: describeWait },
  wait_for_idle: { verb: 'wait until the screen stops changing', anywhere: true },
  record_screen: {
    verb: 'record the screen',
    anywhere: true,
    describe: (args) =>
      ownMember(args, 'action') === 'stop' ? { verb: 'stop recording the screen' } : null,
  },
  get_device: { verb: 'read the phone’s state and settings', anywhere: true },
  lock_screen: { verb: 'lock the phone', anywhere: true },
  wake_screen: { verb: 'wake the phone', anywhere: true },
  set_device: { verb: 'change phone settings', anywhere: true, describe: describeSettings },
  set_permission: { verb: 'change a permission', anywhere: true, describe: describePermission },
  run_steps: { verb: 'run several steps', anywhere: true },
};

/** Longer objects are cut; the arguments below the sentence are complete. */
const maxObjectLength = 60;
const maxTextLength = 40;

/** The text that would be typed or copied, in quotation marks; empty without one. */
function quotedText(args: Json | undefined): string {
  const text = ownMember(args, 'text');
  if (typeof text !== 'string' || text.trim() === '') return '';
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${cut(line, maxTextLength)}”`;
}

function describeTyping(args: Json | undefined, { label }: { readonly label: string }) {
  const object = quotedText(args);
  return object === '' ? null : { verb: 'type', object, rest: label === '' ? '' : `into ${label}` };
}

function describeSearch(args: Json | undefined) {
  return ownMember(args, 'value') === undefined
    ? null
    : { verb: 'look for', object: foundBy(membersOf(args ?? {})) };
}

function describeWait(args: Json | undefined) {
  const { by, value, selector, state, gone } = membersOf(args ?? {});
  if (value === undefined && selector === undefined) return null;
  const object = foundBy({ by, value, selector });
  if (gone === true) return { verb: 'wait until', object, rest: 'is gone' };
  return typeof state === 'string' && state !== 'visible'
    ? { verb: 'wait until', object, rest: `is ${state}` }
    : { verb: 'wait for', object };
}

function describeGesture(args: Json | undefined) {
  const paths = ownMember(args, 'paths');
  const count = isJsonArray(paths) ? paths.length : 0;
  const word = ['two', 'three', 'four', 'five'][count - 2] ?? String(count);
  return count < 2 ? null : { verb: `make a ${word}-finger gesture` };
}

/** Settings whose names are not their parameter's words. */
const settingNames: Readonly<Record<string, string>> = {
  wifi: 'Wi-Fi',
  bluetooth: 'Bluetooth',
  stay_awake: '“Stay awake”',
};

/** `turn off Wi-Fi`, `set brightness to 40`; of several only the names. */
function describeSettings(args: Json | undefined, { app }: { readonly app: string | null }) {
  const { restore, observe: _, package_name: packageName, ...settings } = membersOf(args ?? {});
  if (restore === true) return { verb: 'restore the settings that tools changed' };
  const names = Object.keys(settings).map(
    (name) => settingNames[name] ?? lowerFirst(fieldLabel(name)),
  );
  const [value] = Object.values(settings);
  const object = names.join(', ');
  if (value === undefined) return null;
  if (names.length > 1) return { verb: 'change', object };
  if (typeof value === 'boolean') return { verb: value ? 'turn on' : 'turn off', object };
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  if (typeof packageName === 'string') return describeLanguage(app ?? packageName, shown);
  return { verb: 'set', object, rest: `to ${shown}` };
}

/** `set the language of Notes to de-DE`; without one the app follows the phone again. */
function describeLanguage(app: string, language: string) {
  return language === ''
    ? { verb: 'reset the language of', object: app, rest: 'to the phone’s' }
    : { verb: 'set the language of', object: app, rest: `to ${language}` };
}

/** `grant the Camera permission to Notes`, `revoke the Camera permission from Notes`. */
function describePermission(args: Json | undefined, { app }: { readonly app: string | null }) {
  const permission = ownMember(args, 'permission');
  const target = app ?? ownMember(args, 'package_id');
  if (typeof permission !== 'string' || typeof target !== 'string') return null;
  const [, own] = /^(?:android\.permission\.)?([A-Z_]+)$/.exec(permission) ?? [];
  const object = own === undefined ? permission : fieldLabel(own.toLowerCase());
  return ownMember(args, 'action') === 'revoke'
    ? { verb: 'revoke the', object, rest: `permission from ${target}` }
    : { verb: 'grant the', object, rest: `permission to ${target}` };
}

interface DescribedAction {
  readonly tool: string;
  readonly args: Json | undefined;
  /** Of the element that it acts on; empty without one. */
  readonly label: string;
  readonly app: string | null;
}

/** What a question is about, in plain words; `title` is the tool's, for tools without words of their own. */
export function describeCall(
  {
    tool,
    argumentsJson,
    touchPreview,
    app,
    isTargetGone,
  }: Pick<CallQuestion, 'tool' | 'argumentsJson' | 'touchPreview' | 'app' | 'isTargetGone'>,
  title: string,
): CallDescription {
  const words: ToolWords = Object.hasOwn(toolWords, tool)
    ? (toolWords[tool] ?? { verb: title })
    : { verb: lowerFirst(title), anywhere: true };
  const args = parseJson(argumentsJson);
  const label = touchPreview?.label || (words.argument === undefined ? wantedElement(args) : '');
  const { verb, object, rest } = describeAction({ tool, args, label, app }, words);
  // Where its element is gone, it would not act on what is in the foreground now.
  const hasPlace = words.anywhere !== true && !isTargetGone;
  const isHomeScreen = hasPlace && launcherPackage.test(app ?? '');
  return {
    verb,
    object: plainText(cut(object, maxObjectLength)),
    rest: plainText(cut(rest, maxObjectLength)),
    app: hasPlace && !isHomeScreen ? plainText(app ?? '') : '',
    isHomeScreen,
  };
}

/** What a call does, in the tool's own words for its arguments, to its element, or to what an argument names. */
function describeAction(
  { tool, args, label, app }: DescribedAction,
  words: ToolWords,
): Pick<CallDescription, 'verb' | 'object' | 'rest'> {
  const verb = label === '' ? words.verb : (words.onElement ?? words.verb);
  const own = words.describe?.(args, { label: cut(label, maxObjectLength), app });
  if (own) return { verb, object: '', rest: '', ...own };
  if (label !== '') return { verb, object: label, rest: '' };
  const argument = tool === 'swipe' ? swipeDirection(args) : ownMember(args, words.argument ?? '');
  const named = words.argument === 'package_id' ? (app ?? argument) : argument;
  return { verb, object: typeof named === 'string' ? named : '', rest: '' };
}

/** The element that a call looks for, where none is known: `“Save”`, `@save`; empty without one. */
function wantedElement(args: Json | undefined): string {
  const wanted = ownMember(args, 'selector') ?? ownMember(args, 'element_id');
  if (typeof wanted !== 'string') return '';
  const [, text] = /^:(?:text|contains|desc)\("([^"\\]+)"\)$/.exec(wanted) ?? [];
  return text === undefined ? wanted : `“${text}”`;
}

/** Where most of a swipe goes; empty where it stays in place. */
function swipeDirection(args: Json | undefined): string {
  const across = Number(ownMember(args, 'x2')) - Number(ownMember(args, 'x1'));
  const down = Number(ownMember(args, 'y2')) - Number(ownMember(args, 'y1'));
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? 'right' : 'left';
  if (down === 0 || Number.isNaN(across + down)) return '';
  return down > 0 ? 'down' : 'up';
}

/** What the user should know of a call whose element is gone, or that finds no field to type into. */
export function goneNote({ argumentsJson }: Pick<CallQuestion, 'argumentsJson'>): string {
  const isNamed = wantedElement(parseJson(argumentsJson)) !== '';
  return isNamed ? questionStrings.gone : questionStrings.noFocus;
}

/** The sentence as plain text, without the full stop: `claude wants to tap Weather in Notes`. */
export function questionSentence(question: CallQuestion, title: string): string {
  const { verb, object, rest, app, isHomeScreen } = describeCall(question, title);
  const place = app === '' ? '' : `${questionStrings.inApp} ${app}`;
  return [
    plainText(question.agent),
    questionStrings.wantsTo,
    verb,
    object,
    rest,
    isHomeScreen ? questionStrings.onHomeScreen : place,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Where a step stands in its call, and what follows: `Step 1 of 3 · then: press Back, tap “Clock”`. */
export function planLine(
  { number, total, next }: NonNullable<CallQuestion['plan']>,
  tools: readonly ToolInfo[],
): string {
  const steps = next.map((step) => {
    const call = { app: null, ...step, touchPreview: null, isTargetGone: false };
    const { verb, object, rest } = describeCall(call, toolTitle(tools, step.tool));
    return [verb, object, rest].filter(Boolean).join(' ');
  });
  const place = questionStrings.step(number, total);
  if (steps.length === 0) return place;
  const more = questionStrings.more(total - number - steps.length);
  return place + questionStrings.then(steps) + more;
}

/** The text, or its beginning and an ellipsis. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The fields used of a key event. */
type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'target'
>;

/**
 * The answer that these keys give, `note` for a refusal that needs one first; null where they give
 * none: while they are held down, and where they delete a word on a Mac, in a text field of the page.
 */
export function answerForKey(event: KeyPress): 'once' | 'no' | 'note' | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
  if (!altKey || ctrlKey || metaKey || repeat) return null;
  if (key === 'Enter') return shiftKey ? null : 'once';
  const deletes = isMac() && isInTextField(event) && !goesToPhone(event);
  if (key !== 'Backspace' || deletes) return null;
  return shiftKey ? 'note' : 'no';
}
