import { z } from 'zod';
import { HandsetError, toHandsetError } from '../errors.ts';
import { prefixThatFits } from '../format/limits.ts';
import { tsvCell } from '../format/quote.ts';
import { choice } from './shared/parameters.ts';
import {
  defineStepsTool,
  type CallProgress,
  type StepCalls,
  type StepOutcome,
} from './shared/tool.ts';
import { waitForElement } from './wait.ts';

const maxSteps = 50;
/** How long a step's expectation may take where the step says nothing else, in milliseconds. */
const expectTimeoutMs = 5_000;
/** Longest text of one step in the reply, in UTF-16 units; the agent can call a reading tool for more. */
const maxStepText = 500;
/** Longest note of one step in the reply, in UTF-16 units. */
const maxStepNote = 200;

const stepSchema = z.strictObject({
  tool: z.string(),
  arguments: z.looseObject({}).nullish(),
  expect: z
    .looseObject({})
    .nullish()
    .describe(
      'What must be true after this step; takes the arguments of wait_for_element (default timeout 5000 ms).',
    ),
});
type Step = z.infer<typeof stepSchema>;

/** Runs several calls one after the other and stops at the first that fails. */
export const runSteps = defineStepsTool({
  at: 'calls',
  name: 'run_steps',
  title: 'Run steps',
  words: { wantsTo: ['run several steps'], anywhere: true, short: ['{steps}'] },
  description: `Runs up to ${maxSteps} tool calls in order and stops at the first that fails, also at a wait_for_element whose time ran out. All arguments are checked before the first runs. Returns a line for each step with the first ${maxStepText} characters of its answer, then the screen; to read more, call the reading tool on its own.`,
  input: z.strictObject({
    steps: z.array(stepSchema).min(1, { error: tooFew }).max(maxSteps, { error: tooMany }),
    observe: choice('observe', ['none', 'state', 'compact', 'diff'], 'diff').default('diff'),
  }),
  effect: 'act',
  async execute(calls, { steps }, reply) {
    steps.forEach((step, index) => checkStep(calls, step, index));
    await calls.requestPermission();
    for (const [index, step] of steps.entries()) {
      const position = `step ${index + 1} of ${steps.length}`;
      const report = (done: number, message: string): void =>
        reply.progress({ done, total: steps.length, message: `${position}: ${message}` });
      report(index, step.tool);
      const onProgress = stepProgress(index, report);
      const { failed, line, notes, isOwnMessage } = await runStep(calls, step, {
        step: index,
        onProgress,
      });
      const name = `${index + 1}. \`${step.tool}\`: `;
      reply.text(name + line, name.length + (isOwnMessage ? line.length : 0));
      reply.note(...notes.map((note) => `step ${index + 1}: ${note}`));
      if (failed) {
        reply.note(`${position} failed; ${laterSteps(index, steps.length)}`);
        return false;
      }
    }
    return true;
  },
});

function tooFew(): string {
  return "Parameter 'steps' must hold at least one step";
}

function tooMany({ input }: { readonly input?: unknown }): string {
  const count = Array.isArray(input) ? `, got: ${input.length}` : '';
  return `Parameter 'steps' may hold at most ${maxSteps} steps${count}`;
}

/** Throws why this step can't be accepted, naming it by its number. */
function checkStep(calls: StepCalls, step: Step, index: number): void {
  // Between backticks, so that a tool prefix reaches the name.
  let part = `\`${tsvCell(step.tool)}\``;
  try {
    calls.check(step.tool, step.arguments ?? {});
    part = 'expect';
    if (step.expect) calls.check(waitForElement.name, expectation(step.expect));
  } catch (thrown) {
    const { code, message, hint } = toHandsetError(thrown);
    const what = `Step ${index + 1} (${part}): ${message.replace(/\.?$/, '.')} No step has run.`;
    throw new HandsetError(code, what, { ...(hint !== undefined && { hint }), cause: thrown });
  }
}

/**
 * Reports the progress of one step as a part of the whole. Steps count in units of their own, and MCP
 * requires every value to be above the last one: each report covers half of what was left of its step,
 * then a third, and so on.
 */
function stepProgress(
  index: number,
  report: (done: number, message: string) => void,
): (progress: CallProgress) => void {
  let count = 0;
  return ({ message }) => {
    count += 1;
    report(index + count / (count + 1), message);
  };
}

interface StepResult {
  readonly failed: boolean;
  readonly line: string;
  readonly notes: readonly string[];
  /** Whether the line is an error of the tool, which Handset words; any other may be a text of the phone. */
  readonly isOwnMessage: boolean;
}

/** Runs the step and waits for what it expects. */
async function runStep(
  calls: StepCalls,
  { tool, arguments: args, expect }: Step,
  options: { readonly step: number; readonly onProgress: (progress: CallProgress) => void },
): Promise<StepResult> {
  const outcome = await calls.run(tool, args ?? {}, options);
  const isWait = tool === waitForElement.name;
  const answer = isWait ? describeWait(outcome) : describeAnswer(outcome);
  if (outcome.isError) return { failed: true, ...answer };
  // What a wait was for is needed by the steps after it.
  const { unmetWait } = outcome;
  if (unmetWait !== undefined)
    return { ...answer, failed: true, line: shorten(unmetWait, maxStepText) };
  if (!expect) return { failed: false, ...answer };
  const { onProgress } = options;
  const wait = await calls.run(waitForElement.name, expectation(expect), { onProgress });
  const problem = wait.isError ? (wait.texts[0] ?? '') : wait.unmetWait;
  const end =
    problem === undefined
      ? `; as expected after ${JSON.stringify(wait.data?.['elapsedMs'])}ms`
      : `; but then: ${shorten(problem, maxStepText)}`;
  return { ...answer, failed: problem !== undefined, line: answer.line.replace(/\.$/, '') + end };
}

/** The answer to a wait without the element, which the steps after it can't use and which is most of the text. */
function describeWait(outcome: StepOutcome): Omit<StepResult, 'failed'> {
  const answer = describeAnswer(outcome);
  const { element, ...end } = outcome.data ?? {};
  if (element === undefined) return answer;
  return { ...answer, line: `${JSON.stringify(end)} (its element is left out)` };
}

/** The answer on one line, which says what it leaves out, and the notes. */
function describeAnswer(outcome: StepOutcome): Omit<StepResult, 'failed'> {
  const { isError, texts, notes, pictureCount } = outcome;
  const [answer = '', ...others] = texts;
  const leftOut = [
    ...(notes.length < others.length ? [' (its screen is left out)'] : []),
    ...(pictureCount === 1 ? [' (its screenshot is left out)'] : []),
    ...(pictureCount > 1 ? [` (its ${pictureCount} screenshots are left out)`] : []),
  ];
  return {
    line: `${shorten(answer, maxStepText)}${leftOut.join('')}`,
    notes: notes.map((note) => shorten(note, maxStepNote)),
    isOwnMessage: isError,
  };
}

/** The arguments of the wait for what a step expects. */
function expectation(expect: NonNullable<Step['expect']>): Readonly<Record<string, unknown>> {
  return { ...expect, timeout: expect['timeout'] ?? expectTimeoutMs };
}

/** One line: a text of the phone must not look like a line of this reply. */
function shorten(text: string, maxLength: number): string {
  const line = tsvCell(text);
  return line.length > maxLength ? `${prefixThatFits(line, maxLength)}…` : line;
}

function laterSteps(index: number, count: number): string {
  const later = count - index - 1;
  if (later === 0) return 'it was the last';
  const numbers = later === 1 ? `step ${count}` : `steps ${index + 2} to ${count}`;
  return `${numbers} did not run`;
}

/** A step as sent. */
interface SentStep {
  readonly tool: string;
  readonly arguments: unknown;
  /** The arguments of the wait after it; null if it waits for nothing. */
  readonly wait: Readonly<Record<string, unknown>> | null;
}

/** The steps in arguments that may be invalid; a step without a tool has the tool name ''. */
export function stepsIn(args: unknown): readonly SentStep[] {
  const steps: unknown = memberOf(args, 'steps');
  if (!Array.isArray(steps)) return [];
  return steps.map((step: unknown) => {
    const tool = memberOf(step, 'tool');
    const { data: expect } = stepSchema.shape.expect.safeParse(memberOf(step, 'expect'));
    return {
      tool: typeof tool === 'string' ? tool : '',
      arguments: memberOf(step, 'arguments'),
      wait: expect ? expectation(expect) : null,
    };
  });
}

/** The arguments with each step's tool renamed, for servers that give tools a prefix; anything else stays. */
export function renameStepTools(args: unknown, rename: (name: string) => string): unknown {
  const steps: unknown = memberOf(args, 'steps');
  if (typeof args !== 'object' || !Array.isArray(steps)) return args;
  const renamed = steps.map((step: unknown) => {
    const tool = memberOf(step, 'tool');
    return typeof step === 'object' && typeof tool === 'string'
      ? { ...step, tool: rename(tool) }
      : step;
  });
  return { ...args, steps: renamed };
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
