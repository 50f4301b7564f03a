import type { StepPlan } from '#core/caller.ts';
import { HandsetError, toHandsetError } from '#core/errors.ts';
import { escapeInvisible } from '#core/text/invisible-characters.ts';
import { findTool } from '#core/tools/registry.ts';
import type { ArgumentProblem } from '#core/link/call.ts';
import type { Phone } from '#core/phone/phone.ts';
import { checkArguments, parseArguments } from '#core/tools/shared/arguments.ts';
import { runSteps, stepsIn } from '#core/tools/steps.ts';
import { waitForElement } from '#core/tools/wait.ts';
import type { ToolCall } from '#core/mcp/server.ts';
import type {
  AnyTool,
  CallSecrets,
  StepCalls,
  StepOutcome,
  StepsTool,
} from '#core/tools/shared/tool.ts';
import type { ActiveCall } from './active-calls.ts';
import type { PolicyGuard } from './policy-guard.ts';
import type { ToolOutcome } from './outcome.ts';

/** The most later steps that a question about a step shows. */
const maxPlanned = 3;

type StepTool = Exclude<AnyTool, { readonly at: 'directory' | 'calls' }>;

function canBeStep(tool: AnyTool): tool is StepTool {
  return tool.at !== 'directory' && tool.at !== 'calls';
}

/** The tool that a step calls. Throws `unknown-tool`, or `invalid-argument` for a tool that can't be a step. */
function findStepTool(name: string, isOffered = (_name: string): boolean => true): StepTool {
  const tool = findTool(name, (known) => canBeStep(known) && isOffered(known.name));
  if (canBeStep(tool)) return tool;
  const hint = 'Call it on its own.';
  throw new HandsetError('invalid-argument', `${name} can't be a step.`, { hint });
}

/** All problems with a call's arguments, including those of its steps. */
export function argumentProblems(name: string, args: unknown): readonly ArgumentProblem[] {
  const problems = checkArguments(findTool(name), args);
  return name === runSteps.name ? [...problems, ...stepProblems(args)] : problems;
}

/** The problems of the steps, each at its path in the arguments. */
function stepProblems(args: unknown): readonly ArgumentProblem[] {
  return stepsIn(args).flatMap(({ tool, arguments: stepArguments, wait }, index) => {
    if (tool === '') return [];
    const at = (name: string, problems: readonly ArgumentProblem[]): readonly ArgumentProblem[] =>
      problems.map((each) => ({ ...each, path: ['steps', index, name, ...each.path] }));
    const waited = wait === null ? [] : checkArguments(waitForElement, wait);
    try {
      const own = checkArguments(findStepTool(tool), stepArguments ?? {});
      return [...at('arguments', own), ...at('expect', waited)];
    } catch (thrown) {
      const { message, hint } = toHandsetError(thrown);
      return at('tool', [
        { path: [], message, isMissing: false, ...(hint !== undefined && { hint }) },
      ]);
    }
  });
}

interface StepCallsOptions {
  /** The call that runs the steps. */
  readonly call: ActiveCall;
  readonly tool: StepsTool;
  /** The phone on which all steps must run. */
  readonly phone: Pick<Phone, 'serial' | 'originalSettings'>;
  readonly policyGuard: PolicyGuard;
  /** Runs one call like any other; resolves to its outcome and its secret texts. */
  runTool(
    call: ToolCall,
  ): Promise<{ readonly outcome: ToolOutcome; readonly secrets: CallSecrets }>;
}

/**
 * Runs the steps of one call as calls of the same agent, each with its own policy check, question
 * and turn; each is in the timeline.
 */
export function createStepCalls(options: StepCallsOptions): StepCalls {
  const { call, tool: whole, phone, policyGuard, runTool } = options;
  const { serial, originalSettings } = phone;
  const { agent, from, chosenPhone, limits = null, port, session = null, signal } = call;
  const steps = stepsIn(call.arguments);
  const planAt = (index: number): StepPlan => ({
    number: index + 1,
    total: steps.length,
    next: steps
      .slice(index + 1, index + 1 + maxPlanned)
      .map((step) => ({ tool: step.tool, argumentsJson: JSON.stringify(step.arguments ?? {}) })),
  });
  return {
    check(name, args) {
      const isOffered = (known: string): boolean =>
        from === 'person' || policyGuard.isOffered(known, call);
      const tool = findStepTool(name, isOffered);
      if (from !== 'person') policyGuard.assertAllowed(tool, null, call);
      const input = parseArguments(tool, args);
      if (from === 'person') return;
      policyGuard.assertAllowed(tool, tool.risk?.(input, originalSettings) ?? null, call);
    },
    async requestPermission() {
      if (from === 'person') return;
      // There is no single target: each step that asks shows its own.
      const target = { touchPreview: null, app: null, isTargetGone: false, plan: null };
      const watchTarget = () => () => undefined;
      const subject = { tool: whole, risk: null, target, watchTarget };
      await policyGuard.requestPermission(call, subject);
      call.beginStage();
    },
    async run(name, args, { step, onProgress }): Promise<StepOutcome> {
      const toolCall = {
        agent,
        from,
        chosenPhone,
        limits,
        session,
        signal,
        name,
        onProgress,
        ...(port !== undefined && { port }),
        // Only the first step: when a later step waits, earlier ones have already run.
        ...(step === 0 && { onWaiting: call.onWaiting }),
        arguments: args,
        stepOf: { callId: call.id, serial, plan: step === undefined ? null : planAt(step) },
      };
      try {
        const { outcome, secrets } = await runTool(toolCall);
        if (step !== undefined) call.secrets.setStep(step, secrets);
        const { isError, texts, notes, pictures, data, unmetWait } = outcome;
        return { isError, texts, notes, pictureCount: pictures.length, data, unmetWait };
      } catch (thrown) {
        // A call that can't begin, such as with too many at once, is a failed step, because earlier steps have run.
        const texts = [escapeInvisible(toHandsetError(thrown).fullText)];
        return { isError: true, texts, notes: [], pictureCount: 0, data: undefined };
      }
    },
  };
}
