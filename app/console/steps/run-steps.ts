import { ownMember } from '#app/ui/json.ts';
import type { PictureData, ScreenView, ToolInfo } from '#core/link/messages.ts';
import type { Call, ScreenFacts, Step, StepCall } from '#core/call.ts';
import { atRest } from '../calls/call-list.ts';
import { maskedTexts } from './recorded-steps.ts';

/** Progress of a step. `waiting`: the pause before it runs. `stopped`: the user ended the run during it. `skipped`: the run ended before it. */
export type StepState =
  'pending' | 'waiting' | 'running' | 'done' | 'failed' | 'stopped' | 'skipped';

/** A step in the list, with the user's choices and its result. */
export interface ListedStep extends Step {
  /** The id of the call of this tab from which it was made; null if there is none. */
  readonly callId: number | null;
  /** Identifies the step; does not change when it is moved. */
  readonly key: number;
  readonly state: StepState;
  /** The tool's text. */
  readonly resultText: string;
  /** What the step expected and what the screen showed instead, in one line; empty if it didn't fail. */
  readonly mismatch: string;
  /** How the screen after the step, or before it if it failed, differs from the recorded one, in words; empty if it doesn't, as far as is known. */
  readonly difference: string;
  /** What that screen showed; null if it was not read. */
  readonly shownFacts: ScreenFacts | null;
  /** The id of the call that ran it last; null if it has not been run. */
  readonly runCallId: number | null;
  /** What the user typed for masked texts, by `MaskedText.key`. */
  readonly typedTexts: Readonly<Record<string, string>>;
}

/** The phone's screen: as last read, and read again if it may have changed. */
export interface ReadableScreen {
  readonly view: ScreenView | null;
  read(options: { readonly allowsRecent: boolean }): Promise<void>;
  /** What tells the screen from others; null if it can't be read. Never rejects. */
  readFacts(): Promise<ScreenFacts | null>;
}

/** How the last run ended. */
export type RunEnd =
  /** `keys`: of the steps that were run. */
  | { readonly kind: 'complete'; readonly keys: readonly number[] }
  /** `key`: of the step at which it ended, `startIndex` for the start step. `refused`: the tool rejects the step's arguments, so no step was run. */
  | { readonly kind: 'failed' | 'stopped' | 'refused'; readonly key: number };

/** The end to show after the list was changed: the last one, if the run ended early and its step is still there; else null. */
export function endAfterChange(
  end: RunEnd | null,
  list: readonly Pick<ListedStep, 'key'>[],
): RunEnd | null {
  if (end?.kind !== 'failed' && end?.kind !== 'stopped') return null;
  return list.some(({ key }) => key === end.key) ? end : null;
}

/** Most bytes of the steps' screens, enough for about 200 steps. */
const maxScreenBytes = 20_000_000;

/** Removes the screens of later steps beyond `maxScreenBytes`. */
export function boundScreens(list: readonly ListedStep[]): readonly ListedStep[] {
  let bytes = 0;
  return list.map((step) => {
    bytes += step.screen?.bytes.length ?? 0;
    return bytes > maxScreenBytes && step.screen !== null ? { ...step, screen: null } : step;
  });
}

/** Whether the user still has to type a masked text of the step. */
export function isTextMissing(step: ListedStep): boolean {
  return maskedTexts(step).some(({ key }) => !step.typedTexts[key]);
}

/** The part of the list that a run covers: the start step and the whole list, one step, or all steps from one on. */
export type RunPart = 'all' | { readonly only: number } | { readonly from: number };

/** The index of the start step, which is not in the list. */
export const startIndex = -1;

/** The result of a step that has not been run. */
export const notRun = {
  state: 'pending',
  resultText: '',
  mismatch: '',
  difference: '',
  shownFacts: null,
  runCallId: null,
} as const;

/** Whether the step was done, but led to another screen than when it was recorded. */
export function isOtherScreen({
  state,
  difference,
}: Pick<ListedStep, 'state' | 'difference'>): boolean {
  return state === 'done' && difference !== '';
}

/** The first of the last steps that all led to other screens; undefined if the last one did not. */
export function firstOfDifferent<Each extends Pick<ListedStep, 'state' | 'difference'>>(
  steps: readonly Each[],
): Each | undefined {
  return steps[steps.findLastIndex((step) => !isOtherScreen(step)) + 1];
}

/** What the call suggested in place of its selector. */
export function suggestedSelectors(
  step: Pick<ListedStep, 'tool'>,
  call: Pick<Call, 'tool' | 'arguments' | 'selectors'> | null,
): readonly string[] {
  const isOfStep = call?.tool === step.tool && typeof call.arguments['selector'] === 'string';
  return isOfStep ? (call.selectors ?? []) : [];
}

/** The list when a run of the steps at the indices in `order` begins. If a single step runs, all others keep their results; otherwise only done steps before the run do. */
export function readyToRun(
  list: readonly ListedStep[],
  order: readonly number[],
  part: RunPart,
): readonly ListedStep[] {
  return list.map((step, index) => {
    const isKept =
      part !== 'all' && ('only' in part || (index < part.from && step.state === 'done'));
    if (isKept && !order.includes(index)) return step;
    return { ...step, ...notRun };
  });
}

/** The recorded screen before a step: the screen before its call if that is kept, else the screen after the previous step; null if neither is known. */
export function screenBefore(
  list: readonly Pick<ListedStep, 'callId' | 'screen'>[],
  index: number,
  call: Pick<Call, 'before'> | null,
): PictureData | null {
  return atRest(call?.before ?? null) ?? list[index - 1]?.screen ?? null;
}

/** Maps each tool that presses a point to the tool that presses an element in the same way. */
const elementTools: ReadonlyMap<string, string> = new Map([
  ['tap', 'click_element'],
  ['long_press', 'long_click_element'],
]);

/** Whether the step presses a point, so that the user can choose an element instead. */
export function pressesPlace({ tool }: Pick<StepCall, 'tool'>): boolean {
  return elementTools.has(tool);
}

/** Whether the step's tool takes a selector. */
export function takesSelector(tools: readonly ToolInfo[], { tool }: StepCall): boolean {
  const schema = tools.find(({ name }) => name === tool)?.inputSchema;
  return ownMember(ownMember(schema, 'properties'), 'selector') !== undefined;
}

/** The step, with this selector in place of its point, element ID or search. */
export function withSelector({ tool, arguments: args }: StepCall, selector: string): StepCall {
  const elementTool = elementTools.get(tool);
  if (elementTool !== undefined) return { tool: elementTool, arguments: { selector } };
  const { element_id: _id, ...kept } = args;
  if (!('by' in kept)) return { tool, arguments: { ...kept, selector } };
  const { by: _by, value: _value, ...condition } = kept;
  return { tool, arguments: { ...condition, selector } };
}

/** The index of the dragged row and the index to which it would move. */
export interface RowDrag {
  readonly from: number;
  readonly to: number;
}

/** How `runSteps` runs a step, waits and reports. */
interface StepRunner {
  /** Runs one step. Rejects if the call could not be made or the signal aborts. */
  runStep(
    step: StepCall,
    signal: AbortSignal,
    index: number,
  ): Promise<{ readonly isError: boolean; readonly text: string }>;
  /** Waits before a step; not called for the first. */
  pauseBefore(index: number, signal: AbortSignal): Promise<void>;
  onState(index: number, state: StepState, resultText?: string): void;
}

/**
 * Runs the steps in order until one fails. Resolves to the index of the failed step, or
 * to the number of steps if all succeeded. Rejects if running a step rejects.
 */
export async function runSteps(
  steps: readonly StepCall[],
  runner: StepRunner,
  signal: AbortSignal,
): Promise<number> {
  for (const [index, step] of steps.entries()) {
    signal.throwIfAborted();
    if (index > 0) {
      runner.onState(index, 'waiting');
      await runner.pauseBefore(index, signal);
      signal.throwIfAborted();
    }
    runner.onState(index, 'running');
    const { isError, text } = await runner.runStep(step, signal, index);
    // A call that the user stopped does not count as failed.
    if (isError) signal.throwIfAborted();
    runner.onState(index, isError ? 'failed' : 'done', text);
    if (isError) return index;
  }
  return steps.length;
}
