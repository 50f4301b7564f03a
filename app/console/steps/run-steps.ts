import { ownMember } from '#app/ui/json.ts';
import type { PictureData, ToolInfo } from '#core/link/messages.ts';
import type { Call, Step, StepCall } from '#core/call.ts';
import { startOf } from '#core/export/start.ts';
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
  /** At the step with this key, `startIndex` for what leads to where they begin; `refused`: the tool rejects the step's arguments, so no step was run. */
  | { readonly kind: 'failed' | 'stopped' | 'refused'; readonly key: number };

/** What is left to say of a run after the user changed the list: where it ended early, while that step is there. */
export function endAfterChange(
  end: RunEnd | null,
  list: readonly Pick<ListedStep, 'key'>[],
): RunEnd | null {
  if (end?.kind !== 'failed' && end?.kind !== 'stopped') return null;
  return list.some(({ key }) => key === end.key) ? end : null;
}

/** What the steps' screens may take, in bytes: those of about 200 steps. */
const maxScreenBytes = 20_000_000;

/** The steps; without the screens of those before which others take `maxScreenBytes`. */
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

/** What is run: the whole list, after what leads to where it begins; one step; or the steps from one on. */
export type RunPart = 'all' | { readonly only: number } | { readonly from: number };

/** The index of the call that leads to where the steps begin. */
export const startIndex = -1;

/**
 * The call that leads to the screen where the steps begin: null where the first of them does, undefined
 * where the screen is not known.
 */
export function startStepOf(
  steps: readonly Pick<Step, 'tool' | 'arguments' | 'touchedAt'>[],
): StepCall | null | undefined {
  const start = startOf(
    steps.map(({ tool, arguments: args, touchedAt }) => ({ tool, args, at: touchedAt })),
  );
  return start && { tool: start.tool, arguments: start.args };
}

/** What a step is before it is run. */
export const notRun = { state: 'pending', resultText: '', runCallId: null } as const;

/** The list as a run of `order` begins: without earlier results, but for those of steps that are done and come before it. */
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

/** The recorded screen before a step: that before its call, while that is kept, else that after the step before it; null where neither is known. */
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
