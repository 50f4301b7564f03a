/** What scripts for all programs have in common: their head, their steps in order, and the steps that a program can't run. */
import type { CallArguments } from '../call.ts';
import type { Point } from '../geometry.ts';
import { parseSelector } from '../selector/parse.ts';
import type { SelectorTest } from '../selector/selector.ts';
import { startOf, type ScriptStep } from './start.ts';

/** What else a script says. */
export interface ScriptInfo {
  /** What the file says of itself, one line each. */
  readonly comments: readonly string[];
  /** The names of the variables that stand in texts as `${NAME}`; anything else in braces is literal. */
  readonly variables: readonly string[];
}

/** The lines of one call; undefined if the program has no command for it. Throws for arguments that Handset itself would refuse. */
export type WriteStep = (
  step: ScriptStep,
  previous: ScriptStep | undefined,
) => readonly string[] | undefined;

/** How one program is told what to do. */
export interface ScriptWriter {
  readonly program: string;
  /** By the name of the tool. */
  readonly tools: ReadonlyMap<string, WriteStep>;
  /** Presses a place. */
  press(how: 'click' | 'long click', at: Point): readonly string[];
}

const pressTools: ReadonlyMap<string, 'click' | 'long click'> = new Map([
  ['click_element', 'click'],
  ['long_click_element', 'long click'],
]);

/** How many steps the script says that the program can't run. */
export function lostSteps(script: string): number {
  return script.split('\n').filter((line) => /^ *# \w+ can't do this: /.test(line)).length;
}

/** The lines of all steps, after what leads to where they begin. */
export function scriptLines(steps: readonly ScriptStep[], writer: ScriptWriter): readonly string[] {
  const start = startOf(steps);
  const all = start ? [start, ...steps] : steps;
  return all.flatMap((step, index) => {
    const lines = linesOf(step, all[index - 1], writer);
    if (lines !== undefined) return lines;
    const { tool, arguments: args, touchedAt } = step;
    const lost = comment(`${writer.program} can't do this: ${tool} ${JSON.stringify(args)}`);
    const setsSlider = tool === 'set_text' && touchedAt?.isSlider === true;
    const how = setsSlider ? 'click' : pressTools.get(tool);
    if (how === undefined || touchedAt === null) return [lost];
    // The place is less than the element, and better than nothing.
    return [lost, comment('Instead, the place where it was:'), ...writer.press(how, touchedAt)];
  });
}

function linesOf(
  step: ScriptStep,
  previous: ScriptStep | undefined,
  { tools }: ScriptWriter,
): readonly string[] | undefined {
  try {
    return tools.get(step.tool)?.(step, previous);
  } catch {
    // Handset itself would refuse its selector or its number.
    return undefined;
  }
}

/** The comments at the head of a file, with what a person has to do if no known step leads to the first screen. */
export function headComments(steps: readonly ScriptStep[], comments: readonly string[]): string {
  const unknownStart = 'First open the screen where the steps begin.';
  const all = startOf(steps) === undefined ? [...comments, unknownStart] : comments;
  return all.map((line) => `${comment(line)}\n`).join('');
}

/** One line, whatever the text holds. */
function comment(text: string): string {
  return `# ${text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}`;
}

/** The number in this argument of a call; `absent` if the call leaves it out. Throws if it is not a finite number. */
export function numberIn(args: CallArguments, name: string, absent?: number): number {
  const value = args[name] ?? absent;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError(`${name} is not a number.`);
}

/** The text in this argument of a call. Throws if it is no text. */
export function textIn(args: CallArguments, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} is not a text.`);
}

/** The one setting that a call of set_device changes; undefined if it changes several. */
export function onlySetting(args: CallArguments): readonly [string, unknown] | undefined {
  const [setting, ...others] = Object.entries(args);
  return others.length === 0 ? setting : undefined;
}

/** What a call of wait_for_element waits for. */
export type WaitCondition = ReturnType<typeof waitCondition>;

const negatedStates: ReadonlyMap<string, string> = new Map([
  ['disabled', 'enabled'],
  ['unchecked', 'checked'],
  ['unselected', 'selected'],
  ['unfocused', 'focused'],
]);

/** The selector is null if one property describes the element, the state if it must only be there. Throws for arguments that the tool would refuse. */
export function waitCondition(args: CallArguments) {
  const selector = args['selector'] === undefined ? null : textIn(args, 'selector');
  return {
    selector,
    by: selector === null ? textIn(args, 'by') : '',
    value: selector === null ? textIn(args, 'value') : '',
    state: attributeOf(args['state'] ?? 'visible'),
    isGone: args['gone'] === true,
    timeoutMs: numberIn(args, 'timeout', 5_000),
  };
}

/** The attribute that a state is about. */
function attributeOf(state: unknown): { readonly name: string; readonly value: boolean } | null {
  if (state === 'visible') return null;
  const name = String(state);
  const negated = negatedStates.get(name);
  if (negated !== undefined) return { name: negated, value: false };
  if ([...negatedStates.values()].includes(name)) return { name, value: true };
  throw new TypeError('There is no such state.');
}

/** The share of its length to which a call of set_text sets a slider, 0 to 1; null for a text field. Throws for a text that is no percentage. */
export function sliderShare({ arguments: args, touchedAt }: ScriptStep): number | null {
  const { selector } = args;
  if (touchedAt?.isSlider !== true && !(typeof selector === 'string' && namesSlider(selector)))
    return null;
  const percent = Number(/^\s*(\d+)\s*%?\s*$/.exec(textIn(args, 'text'))?.[1] ?? NaN);
  if (percent <= 100) return percent / 100;
  throw new TypeError('The text is no percentage.');
}

function namesSlider(selector: string): boolean {
  const isSlider = (test: SelectorTest): boolean =>
    test.kind === 'type' && /(?:SeekBar|Slider|RatingBar)$/.test(test.suffix);
  return parseSelector(selector).alternatives.every(({ steps }) =>
    steps.at(-1)?.tests.some(isSlider),
  );
}
