import { ownMember } from '#app/ui/json.ts';
import type { PictureData, ToolInfo } from '#core/link/messages.ts';
import type { Call, Step, StepCall } from '#core/call.ts';
import { atRest } from '../calls/call-list.ts';
import { maskedTexts } from './recorded-steps.ts';

/** Progress of a step: `waiting` is the pause before it runs, `stopped` means that the user ended the run during it, `skipped` that it was never run. */
export type StepState =
  'pending' | 'waiting' | 'running' | 'done' | 'failed' | 'stopped' | 'skipped';

/** A step in the list, with the user's choices and its result. */
export interface ListedStep extends Step {
  /** The id of the call of this tab that it was made of; null if there is none. */
  readonly callId: number | null;
  /** Stays with it wherever it is moved. */
  readonly key: number;
  readonly state: StepState;
  /** The tool's text. */
  readonly resultText: string;
  /** The id of the call that ran it last; null before. */
  readonly runCallId: number | null;
  /** What the user typed for masked texts, by `MaskedText.key`. */
  readonly typedTexts: Readonly<Record<string, string>>;
}

/** How the last run ended. */
export type RunEnd =
  | { readonly kind: 'complete'; readonly count: number }
  /** The key of the step at which it ended, `startIndex` for the start step; `refused` means that the tool rejects the step's arguments, so no step was run. */
  | { readonly kind: 'failed' | 'stopped' | 'refused'; readonly key: number };

/** The end of the last run, to be shown after a change of the list: only of a run that ended early, and only if its step is still there. */
export function endAfterChange(
  end: RunEnd | null,
  list: readonly Pick<ListedStep, 'key'>[],
): RunEnd | null {
  if (end?.kind !== 'failed' && end?.kind !== 'stopped') return null;
  return list.some(({ key }) => key === end.key) ? end : null;
}

/** The most bytes that the steps' screens take: those of about 200 steps. */
const maxScreenBytes = 20_000_000;

/** The steps; once their screens exceed `maxScreenBytes`, the later ones have none. */
export function boundScreens(list: readonly ListedStep[]): readonly ListedStep[] {
  let bytes = 0;
  return list.map((step) => {
    bytes += step.screen?.bytes.length ?? 0;
    return bytes > maxScreenBytes && step.screen !== null ? { ...step, screen: null } : step;
  });
}

/** Whether a masked text of the step is still to be typed. */
export function isTextMissing(step: ListedStep): boolean {
  return maskedTexts(step).some(({ key }) => !step.typedTexts[key]);
}

/** The part of the list that a run covers: all of it, after the start step; one step; or the steps from one on. */
export type RunPart = 'all' | { readonly only: number } | { readonly from: number };

/** The index of the start step, which is not in the list. */
export const startIndex = -1;

/** The result of a step that has not been run. */
export const notRun = { state: 'pending', resultText: '', runCallId: null } as const;

/** The list when a run of `order` begins. Only steps that are done and come before the run keep their results. */
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

/** The recorded screen before a step: the one before its call, if that is kept, else the one after the previous step; null if neither is known. */
export function screenBefore(
  list: readonly Pick<ListedStep, 'callId' | 'screen'>[],
  index: number,
  call: Pick<Call, 'before'> | null,
): PictureData | null {
  return atRest(call?.before ?? null) ?? list[index - 1]?.screen ?? null;
}

/** The tools that press a place, and those that press an element in the same way. */
const elementTools: ReadonlyMap<string, string> = new Map([
  ['tap', 'click_element'],
  ['long_press', 'long_click_element'],
]);

/** Whether the step presses a place that an element can be chosen for. */
export function pressesPlace({ tool }: Pick<StepCall, 'tool'>): boolean {
  return elementTools.has(tool);
}

/** Whether the step's tool takes a selector. */
export function takesSelector(tools: readonly ToolInfo[], { tool }: StepCall): boolean {
  const schema = tools.find(({ name }) => name === tool)?.inputSchema;
  return ownMember(ownMember(schema, 'properties'), 'selector') !== undefined;
}

/** The step with its element named by this selector, in place of whatever named it. */
export function withSelector({ tool, arguments: args }: StepCall, selector: string): StepCall {
  const elementTool = elementTools.get(tool);
  if (elementTool !== undefined) return { tool: elementTool, arguments: { selector } };
  const { element_id: _id, ...kept } = args;
  if (!('by' in kept)) return { tool, arguments: { ...kept, selector } };
  const { by: _by, value: _value, ...condition } = kept;
  return { tool, arguments: { ...condition, selector } };
}

/** The index of the row that is dragged, and of the one whose place it would take. */
export interface RowDrag {
  readonly from: number;
  readonly to: number;
}

/** How `runSteps` runs a step, waits and reports. */
interface StepRunner {
  /** Runs one step. Rejects when the call could not be made, and when the signal aborts. */
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
 * Runs the steps in order, up to the first that fails. Resolves to the index of the failed step, or
 * to the number of steps when all are done. Rejects when running a step rejects.
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
    // A call that the user stopped has not failed.
    if (isError) signal.throwIfAborted();
    runner.onState(index, isError ? 'failed' : 'done', text);
    if (isError) return index;
  }
  return steps.length;
}
