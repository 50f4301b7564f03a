import type { CallQuestion } from '#core/link/messages.ts';
import { ownMember, parseJson } from '../../ui/json.ts';
import { plainText } from '../../ui/plain-text.ts';
import { questionStrings as strings } from './strings.ts';

/** What a call would do, in the words of a sentence that begins with the agent's name. */
interface Deed {
  /** `tap`; follows `wants to`. */
  readonly verb: string;
  /** Shown with emphasis after the verb: an element's text, a key, an app; empty without one. */
  readonly object: string;
  /** The app it happens in; empty where that says nothing. */
  readonly app: string;
}

/** The words for a tool's call. */
interface ToolWords {
  readonly verb: string;
  /** The verb where an element is known: `type into`. */
  readonly onElement?: string;
  /** The argument that names the object. */
  readonly argument?: string;
  /** It acts outside the app in front, or on all of the phone. */
  readonly anywhere?: true;
}

const toolWords: Readonly<Record<string, ToolWords>> = {
  tap: { verb: 'tap' },
  click_element: { verb: 'tap' },
  double_tap: { verb: 'double-tap' },
  long_press: { verb: 'touch and hold' },
  long_click_element: { verb: 'touch and hold' },
  swipe: { verb: 'swipe' },
  scroll: { verb: 'scroll', argument: 'direction' },
  scroll_to_element: { verb: 'scroll', onElement: 'scroll to' },
  pinch: { verb: 'pinch' },
  drag: { verb: 'drag' },
  custom_gesture: { verb: 'make a gesture' },
  set_text: { verb: 'fill in a field', onElement: 'fill in' },
  input_text: { verb: 'type', onElement: 'type into' },
  clear_text: { verb: 'clear a field', onElement: 'clear' },
  press_key: { verb: 'press', argument: 'key' },
  press_back: { verb: 'press Back' },
  dismiss_keyboard: { verb: 'hide the keyboard' },
  press_home: { verb: 'press Home', anywhere: true },
  press_recents: { verb: 'show the recent apps', anywhere: true },
  open_app: { verb: 'open', argument: 'package_id', anywhere: true },
  stop_app: { verb: 'stop', argument: 'package_id', anywhere: true },
  uninstall_app: { verb: 'uninstall', argument: 'package_id', anywhere: true },
  clear_app_data: { verb: 'delete all data of', argument: 'package_id', anywhere: true },
  open_link: { verb: 'open', argument: 'url', anywhere: true },
  get_clipboard: { verb: 'read the clipboard', anywhere: true },
  set_clipboard: { verb: 'change the clipboard', anywhere: true },
  get_device_logs: { verb: 'read the phone’s log', anywhere: true },
  get_screen_state: { verb: 'look at the screen' },
  get_screen_tree: { verb: 'read the screen' },
  lock_screen: { verb: 'lock the phone', anywhere: true },
  wake_screen: { verb: 'wake the phone', anywhere: true },
  set_device: { verb: 'change settings of the phone', anywhere: true },
  set_permission: { verb: 'change a permission', anywhere: true },
  run_steps: { verb: 'do several things in a row', anywhere: true },
};

/** Longer objects are cut; the arguments below the sentence are complete. */
const maxObjectLength = 60;

/** What a question is about, in plain words; `title` is the tool's, for tools without words of their own. */
export function deedOf(
  { tool, argumentsJson, touchPreview, app }: CallQuestion,
  title: string,
): Deed {
  const words: ToolWords = Object.hasOwn(toolWords, tool)
    ? (toolWords[tool] ?? { verb: title })
    : { verb: lowerFirst(title), anywhere: true };
  const label = touchPreview?.kind === 'element' ? touchPreview.label : '';
  const argument = ownMember(parseJson(argumentsJson), words.argument ?? '');
  const object = label || (typeof argument === 'string' ? argument : '');
  return {
    verb: label === '' ? words.verb : (words.onElement ?? words.verb),
    object: plainText(object.length > maxObjectLength ? `${cut(object)}…` : object),
    app: words.anywhere ? '' : plainText(app ?? ''),
  };
}

/** The sentence as plain text, without the full stop: `claude wants to tap Weather in Notes`. */
export function questionSentence(question: CallQuestion, title: string): string {
  const { verb, object, app } = deedOf(question, title);
  const parts = [plainText(question.agent), strings.wantsTo, verb, object];
  return [...parts, ...(app === '' ? [] : [strings.inApp, app])].filter(Boolean).join(' ');
}

function cut(text: string): string {
  return text.slice(0, maxObjectLength).replace(/[\ud800-\udbff]$/, '');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
