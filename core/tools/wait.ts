import { z } from 'zod';
import { HandsetError } from '../errors.ts';
import type { HierarchyReading, Phone, ScreenEvents } from '../phone/phone.ts';
import { type SearchField, elementsMatching } from '../screen/find.ts';
import { fingerprint } from '../screen/hashes.ts';
import { type Element, type Screen, isOnScreen, keptElements } from '../screen/screen.ts';
import type { ElementNamer } from '../screen/snapshots.ts';
import { indexScreen, matchSelector } from '../selector/match.ts';
import { selectorForMessage, describeNearest } from '../selector/resolve.ts';
import type { Selector } from '../selector/selector.ts';
import { elementData, elementSchema, nameWithRef } from './shared/find-element.ts';
import {
  choice,
  typeIssueParam,
  nonEmpty,
  searchField,
  selectorParameter,
  timeout,
} from './shared/parameters.ts';
import { labelOnScreen } from '../screen/summary/screen-facts.ts';
import { type ScreenDump, readMovingScreen } from './shared/read-screen.ts';
import { defineTool, type JsonValue } from './shared/tool.ts';
import { pauseOrCancel, pollUntil } from './shared/poll-until.ts';
import type { Size } from '../geometry.ts';

/** What agents read after a wait whose time ran out. */
const retryAdvice = ' Retry if the operation is long-running.';

/** What each state means that a call can wait for; `screen` is the size of its screen. */
const conditions = {
  enabled: ({ enabled }) => enabled,
  disabled: ({ enabled }) => !enabled,
  checked: ({ checked }) => checked,
  // An element without a check mark is neither checked nor unchecked.
  unchecked: ({ checkable, checked }) => checkable && !checked,
  selected: ({ selected }) => selected,
  unselected: ({ selected }) => !selected,
  focused: ({ focused }) => focused,
  unfocused: ({ focused }) => !focused,
  // If the dump does not report it, the element is neither expanded nor collapsed.
  expanded: ({ expanded }) => expanded === true,
  collapsed: ({ expanded }) => expanded === false,
  visible: isOnScreen,
} as const satisfies Readonly<Record<string, (element: Element, screen: Size) => boolean>>;

/** The name of a state that a call can wait for. */
type StateCondition = keyof typeof conditions;

/** All names, the frequent ones first. */
// Object.keys forgets that the keys of a literal are known.
const stateConditions = Object.keys(conditions) as readonly StateCondition[];

/** Whether the element is in the state; `screen` is the size of its screen. */
function isInState(element: Element, state: StateCondition, screen: Size): boolean {
  return conditions[state](element, screen);
}

/** Why none of these elements can ever be in the state, and what else to ask for; undefined if one can. */
function explainImpossibleState(
  elements: readonly Element[],
  state: StateCondition,
): string | undefined {
  switch (state) {
    case 'checked':
    case 'unchecked':
      if (elements.some(({ checkable, checked }) => checkable || checked)) return undefined;
      return 'This element is not checkable. Name the switch or checkbox beside it, as in Switch:near("…").';
    case 'expanded':
    case 'collapsed':
      if (elements.some(({ expanded }) => expanded !== null)) return undefined;
      return 'The phone does not report whether this element is expanded. Wait instead for an element that appears or disappears when it expands.';
    default:
      return undefined;
  }
}

/** What a call waits for. */
interface WaitCondition {
  /** Its name in messages: `by=text, value='Save'`. */
  readonly name: string;
  /** The matches in document order, invisible ones included. */
  find(screen: Screen): readonly Element[];
  /** The state that one of the matches must have. */
  readonly state: StateCondition | undefined;
  /** A sentence about the nearest elements on a screen without a match. */
  nearest(screen: Screen, nameOf: ElementNamer): string | undefined;
}

/** The parameters for the element. Use with the check `exactlyOneCondition`. */
const conditionParameters = {
  by: searchField().optional(),
  value: nonEmpty('value').optional(),
  selector: selectorParameter('by and value').optional(),
};

interface ConditionArguments {
  readonly by?: SearchField | undefined;
  readonly value?: string | undefined;
  readonly selector?: Selector | undefined;
  readonly state?: StateCondition | undefined;
  readonly gone: boolean;
}

/** For a schema's `check`: a call has either `by` and `value` or `selector`, and no state together with `gone`. */
function exactlyOneCondition({
  value: args,
  issues,
}: z.core.ParsePayload<ConditionArguments>): void {
  const { by, value, selector } = args;
  if (selector === undefined && by !== undefined && value === undefined) {
    // Without a message of its own: it depends on whether the value was left out or empty.
    issues.push({ code: 'invalid_type', expected: 'string', input: value, path: ['value'] });
    return;
  }
  const problem = conditionProblem(args);
  if (problem === undefined) return;
  const { message, parameter } = problem;
  const params = { [typeIssueParam]: true };
  issues.push({ code: 'custom', input: args, path: [parameter], message, params });
}

/** The problem with the parameters, and the one that the error names. */
function conditionProblem({ by, value, selector, state, gone }: ConditionArguments) {
  if (gone && state !== undefined) {
    const message =
      "Only one of 'gone' and 'state' may be given, not both: an element that is gone has no state";
    return { parameter: 'state', message };
  }
  if (selector === undefined) {
    if (by !== undefined) return undefined;
    return { parameter: 'by', message: "Missing required parameter: 'by' or 'selector'" };
  }
  if (by === undefined && value === undefined) return undefined;
  const parameter = by === undefined ? 'value' : 'by';
  return { parameter, message: `Only one of '${parameter}' and 'selector' may be given, not both` };
}

/** What the call waits for. Throws `invalid-argument` where the check `exactlyOneCondition` would have failed. */
function conditionOf(args: ConditionArguments): WaitCondition {
  const { by, value, selector, state } = args;
  if (selector !== undefined) {
    return {
      state,
      name: `selector=${selectorForMessage(selector)}`,
      find: (screen) => matchSelector(selector, indexScreen(screen)),
      nearest: (screen, nameOf) => describeNearest(selector, indexScreen(screen), nameOf),
    };
  }
  if (by === undefined || value === undefined) {
    throw new HandsetError(
      'invalid-argument',
      conditionProblem(args)?.message ?? 'Nothing to wait for',
    );
  }
  return {
    state,
    name: `by=${by}, value='${value}'`,
    find: ({ roots }) => elementsMatching(roots, { by, value, exact: false }),
    nearest: () => undefined,
  };
}

interface ConditionCheck {
  readonly screen: ScreenDump;
  /** In the state, if one is waited for. */
  readonly matches: readonly Element[];
  /** In another state. */
  readonly others: readonly Element[];
}

/** Waits until an element appears or disappears. */
export const waitForElement = defineTool({
  name: 'wait_for_element',
  title: 'Wait for element',
  words: {
    wantsTo: [
      { when: { gone: true }, say: 'wait until *{target}* is gone' },
      { when: { state: 'visible' }, say: 'wait for *{target}*' },
      'wait until *{target}* is {state}',
      'wait for *{target}*',
      'wait for an element',
    ],
    anywhere: true,
    awaitsElement: true,
    short: [
      { when: { gone: true }, say: '{target} to be gone[ (up to {timeout})]' },
      { when: { state: 'visible' }, say: '{target}[ (up to {timeout})]' },
      '{target}[ to be {state}][ (up to {timeout})]',
    ],
    done: [
      { when: { gone: true }, say: '{target} disappeared after {elapsedMs}' },
      { when: { state: 'visible' }, say: '{target} appeared after {elapsedMs}' },
      '{target} became {state} after {elapsedMs}',
      '{target} appeared after {elapsedMs}',
    ],
    missed: [
      { when: { gone: true }, say: '{target} didn’t disappear within {elapsedMs}' },
      { when: { state: 'visible' }, say: '{target} didn’t appear within {elapsedMs}' },
      '{target} didn’t become {state} within {elapsedMs}',
      '{target} didn’t appear within {elapsedMs}',
    ],
  },
  description:
    'Waits until there is an element whose text, description, resource id or class name contains the value (ignoring case), or that the selector matches; with gone, until there is none; with state, until one is in that state. If several match, it returns the first and their count as "matches". A timeout is a normal result with a message, not an error.',
  input: z
    .strictObject({
      ...conditionParameters,
      timeout: timeout().describe('In milliseconds.'),
      gone: z.boolean().default(false),
      state: choice('state', stateConditions).optional(),
    })
    .check(exactlyOneCondition),
  output: z.strictObject({
    found: z.boolean(),
    elapsedMs: z.number(),
    attempts: z.number(),
    element: elementSchema.optional(),
    matches: z.number().optional(),
    message: z.string().optional().describe('Set only if the time ran out.'),
    reason: z.string().optional(),
  }),
  effect: 'read',
  async execute(phone, { timeout: timeoutMs, ...input }, reply, signal) {
    const { gone, state } = input;
    const condition = conditionOf(input);
    const goal = gone ? 'gone' : state;
    const waitedFor = `element ${goal === undefined ? '' : `to be ${goal} `}(${condition.name})`;
    let latest: ConditionCheck | undefined;
    const { result, elapsedMs, attempts, lastFailure } = await pollUntil<
      ScreenDump,
      ConditionCheck
    >(
      {
        timeoutMs,
        read: (ended) => readMovingScreen(phone, ended),
        nextChange: ({ events }) => events?.next,
        check(screen) {
          const all = condition.find(screen);
          const hasState = (element: Element): boolean =>
            state === undefined || isInState(element, state, screen.size);
          const others = all.filter((element) => !hasState(element));
          latest = { screen, matches: all.filter(hasState), others };
          // A window that is just opening has no elements yet.
          const isOpening = !screen.settled && keptElements(screen.roots).length === 0;
          if (gone && isOpening) return undefined;
          return (latest.matches.length === 0) === gone ? latest : undefined;
        },
        onAttempt(attempt) {
          const message = `Waiting for ${waitedFor}, attempt ${attempt.attempts}`;
          reply.progress({ done: attempt.elapsedMs, total: timeoutMs, message });
        },
      },
      signal,
    );
    const lastCheck = result ?? latest;
    const listed =
      lastCheck && (lastCheck.matches.length > 0 ? lastCheck.matches : lastCheck.others);
    if (lastCheck) phone.shown.remember(lastCheck.screen, listed?.slice(0, 1) ?? []);
    const timedOut = `Operation timed out after ${timeoutMs}ms waiting for ${waitedFor}.`;
    const reason = lastCheck && missReason(phone, lastCheck, condition);
    const failure = lastFailure && `The last reading failed: ${lastFailure.message}`;
    const reasons = [reason, failure].filter((part) => part !== undefined).join(' ');
    if (result) reply.wait({ isMet: true, elapsedMs, reason: '' });
    else {
      const otherState = lastCheck && onlyInOtherState(lastCheck, state);
      const missed = { isMet: false, elapsedMs, reason: reasons } as const;
      reply.wait(
        { ...missed, ...(otherState !== undefined && { otherState }) },
        `${timedOut} ${reasons}`.trim(),
      );
    }
    reply.data({
      found: lastCheck !== undefined && lastCheck.matches.length > 0,
      elapsedMs,
      attempts,
      ...(lastCheck && listed && elementOf(listed, lastCheck.screen)),
      ...(result === undefined && { message: timedOut + retryAdvice }),
      ...(result === undefined && reasons !== '' && { reason: reasons }),
    });
  },
});

/** What the one match is called, empty without a name, if it is on the screen, but in another state; undefined otherwise. */
function onlyInOtherState(
  { screen, matches, others: [only, ...more] }: ConditionCheck,
  state: StateCondition | undefined,
): string | undefined {
  const isOnlyOne = matches.length === 0 && more.length === 0;
  if (only === undefined || !isOnlyOne || state === undefined || state === 'visible')
    return undefined;
  return explainImpossibleState([only], state) === undefined
    ? labelOnScreen(screen, only)
    : undefined;
}

/** Why the last screen does not have what the call waits for, as far as it shows. */
function missReason(
  phone: Phone,
  { screen, matches, others }: ConditionCheck,
  { state, nearest }: WaitCondition,
): string | undefined {
  const [first, ...rest] = others;
  if (matches.length > 0) return undefined;
  if (first === undefined || state === undefined)
    return nearest(screen, phone.shown.refsOn(screen));
  const [count, verb] =
    rest.length === 0 ? ['1 element', 'is'] : [`${others.length} elements`, 'are'];
  const there = `${count} on the screen ${verb} not ${state}: ${nameWithRef(phone, screen, first)}${rest.length === 0 ? '' : ', …'}.`;
  return [there, explainImpossibleState(others, state) ?? ''].join(' ').trim();
}

function elementOf(
  [element, ...others]: readonly Element[],
  screen: Screen,
): { readonly [key: string]: JsonValue } {
  if (element === undefined) return {};
  return {
    element: elementData(element, screen),
    ...(others.length > 0 && { matches: others.length + 1 }),
  };
}

/** A screen that is unchanged for this long is idle. */
const stillMs = 500;

/** Waits until the screen stops changing. */
export const waitForIdle = defineTool({
  name: 'wait_for_idle',
  title: 'Wait until screen stops changing',
  words: {
    wantsTo: ['wait until the screen stops changing'],
    anywhere: true,
    short: ['up to {timeout}'],
  },
  description:
    'Waits until the screen has not changed for half a second, judging by the live video if there is one, otherwise by the elements. A timeout is a normal result, not an error.',
  input: z.strictObject({ timeout: timeout().describe('In milliseconds.') }),
  output: z.strictObject({ message: z.string(), elapsedMs: z.number() }),
  effect: 'read',
  async execute(phone, { timeout: timeoutMs }, reply, signal) {
    const tracker = createStillnessTracker();
    const endMs = performance.now() + timeoutMs;
    const { result, elapsedMs, lastFailure } = await pollUntil<HierarchyReading, true>(
      {
        timeoutMs,
        read: (ended) => readUntilIdle(phone, endMs, ended),
        nextChange: ({ events }) => events?.next,
        check: (reading) => {
          const { events } = reading;
          const isIdle = events ? isIdleByEvents(events) : tracker.isStillWith(reading);
          return isIdle || isIdleByLivePicture(phone, reading) ? true : undefined;
        },
        onFailure: () => {
          tracker.reset();
        },
        onAttempt(attempt) {
          const message = `Waiting for the screen to be still, attempt ${attempt.attempts}`;
          reply.progress({ done: attempt.elapsedMs, total: timeoutMs, message });
        },
      },
      signal,
    );
    if (result) {
      reply.data({ message: 'UI is idle', elapsedMs });
      return;
    }
    const failure = lastFailure ? ` The last reading failed: ${lastFailure.message}` : '';
    const message = `Operation timed out after ${timeoutMs}ms waiting for UI idle.${retryAdvice}${failure}`;
    reply.data({ message, elapsedMs }, message);
  },
});

/**
 * Whether the live picture is still, so that one reading is enough. A picture that always moves (a
 * video, a spinner) does not rule out idle elements.
 */
function isIdleByLivePicture(phone: Phone, { settled }: HierarchyReading): boolean {
  return settled && (phone.stillForMs() ?? 0) >= stillMs;
}

/** The elements, where events tell of changes after so long that they are idle if none came; until `endMs` at most. */
async function readUntilIdle(
  phone: Phone,
  endMs: number,
  signal: AbortSignal,
): Promise<HierarchyReading> {
  const reading = await phone.readHierarchy(signal);
  const { settled, events } = reading;
  if (!settled || !events || isIdleByLivePicture(phone, reading)) return reading;
  const leftMs = Math.min(events.lastMs + stillMs, endMs) - performance.now();
  // A timer may fire a little early.
  await pauseOrCancel(Math.max(0, leftMs) + 2, signal, events.next);
  return reading;
}

/** Whether no event has told of a change for long enough. */
function isIdleByEvents({ lastMs, next }: ScreenEvents): boolean {
  return !next.aborted && performance.now() - lastMs >= stillMs;
}

/**
 * Tests whether at least two successive readings show the same for long enough. A reading shows the
 * screen as of its end, because the dump is the last step.
 */
function createStillnessTracker() {
  let since: { readonly hash: number; readonly atMs: number } | undefined;
  return {
    isStillWith({ hierarchy, settled }: HierarchyReading): boolean {
      const hash = fingerprint(hierarchy);
      const atMs = performance.now();
      if (!settled) since = undefined;
      else if (since?.hash !== hash) since = { hash, atMs };
      return since !== undefined && atMs - since.atMs >= stillMs;
    },
    /** Starts over, because the screen may have changed during a failed reading. */
    reset(): void {
      since = undefined;
    },
  };
}
