import type { CallQuestion } from '#core/link/messages.ts';
import { launcherPackage } from '#core/screen/package-names.ts';
import { toolTitle } from '../../ui/call-strings.ts';
import { cut, fillPhrase, type WordedTool } from '../../ui/call-words.ts';
import { membersOf, parseJson } from '../../ui/json.ts';
import { goesToPhone, goesToShell, isInTextField, isMac } from '../../ui/keys.ts';
import { plainText } from '../../ui/plain-text.ts';

/** The strings of the card. */
export const questionStrings = {
  wantsTo: 'wants to',
  call: 'call',
  inApp: 'in',
  onHomeScreen: 'on the home screen',
  bridgeTip: 'Agents without a token of their own choose their name',
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

/** Longer objects are cut; the arguments below the sentence are complete. */
const maxObjectLength = 60;

/** What a question is about, in the words of its tool; a tool that is not known here is described by its name. */
export function describeCall(
  {
    tool,
    argumentsJson,
    touchPreview,
    app,
    isTargetGone,
  }: Pick<CallQuestion, 'tool' | 'argumentsJson' | 'touchPreview' | 'app' | 'isTargetGone'>,
  tools: readonly WordedTool[],
): CallDescription {
  const words = tools.find(({ name }) => name === tool)?.words;
  const args = membersOf(parseJson(argumentsJson));
  const place = { label: cut(touchPreview?.label ?? '', maxObjectLength), app };
  const filled = words && fillPhrase(words.wantsTo, args, place);
  const { verb, object, rest } = filled ?? {
    verb: questionStrings.call,
    object: toolTitle(tools, tool),
    rest: '',
  };
  // Where its element is gone, it would not act on what is in the foreground now.
  const hasPlace = words !== undefined && words.anywhere !== true && !isTargetGone;
  const isHomeScreen = hasPlace && launcherPackage.test(app ?? '');
  return {
    verb,
    object: plainText(cut(object, maxObjectLength)),
    rest: plainText(cut(rest, maxObjectLength)),
    app: hasPlace && !isHomeScreen ? plainText(app ?? '') : '',
    isHomeScreen,
  };
}

/** What the user should know of a call whose element is gone, or that finds no field to type into. */
export function goneNote({ argumentsJson }: Pick<CallQuestion, 'argumentsJson'>): string {
  const { selector, element_id: elementId } = membersOf(parseJson(argumentsJson));
  const isNamed = selector !== undefined || elementId !== undefined;
  return isNamed ? questionStrings.gone : questionStrings.noFocus;
}

/** The sentence as plain text, without the full stop: `claude wants to tap Weather in Notes`. */
export function questionSentence(question: CallQuestion, tools: readonly WordedTool[]): string {
  const { verb, object, rest, app, isHomeScreen } = describeCall(question, tools);
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
  tools: readonly WordedTool[],
): string {
  const steps = next.map((step) => {
    const call = { app: null, ...step, touchPreview: null, isTargetGone: false };
    const { verb, object, rest } = describeCall(call, tools);
    return [verb, object, rest].filter(Boolean).join(' ');
  });
  const place = questionStrings.step(number, total);
  if (steps.length === 0) return place;
  const more = questionStrings.more(total - number - steps.length);
  return place + questionStrings.then(steps) + more;
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
  if (!altKey || ctrlKey || metaKey || repeat || goesToShell(event)) return null;
  if (key === 'Enter') return shiftKey ? null : 'once';
  const deletes = isMac() && isInTextField(event) && !goesToPhone(event);
  if (key !== 'Backspace' || deletes) return null;
  return shiftKey ? 'note' : 'no';
}
