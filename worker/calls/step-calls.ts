import { HandsetError } from '#core/errors.ts';
import { findTool } from '#core/tools/registry.ts';
import { parseArguments } from '#core/tools/shared/arguments.ts';
import type { ToolCall } from '#core/mcp/server.ts';
import type { CallSecrets } from '#core/tools/shared/call-secrets.ts';
import type { StepCalls, StepOutcome } from '#core/tools/shared/tool.ts';
import type { ActiveCall } from './active-calls.ts';
import type { PolicyGuard } from './policy-guard.ts';
import type { ToolOutcome } from './call-outcome.ts';

interface StepCallsOptions {
  /** The call that is made of steps. */
  readonly call: ActiveCall;
  readonly policyGuard: PolicyGuard;
  /** Runs one call, like any other; resolves with its outcome and its secret texts. */
  runTool(
    call: ToolCall,
  ): Promise<{ readonly outcome: ToolOutcome; readonly secrets: CallSecrets }>;
}

/**
 * Runs the steps of one call as calls of the same agent, each with its own policy check, question,
 * turn and record.
 */
export function createStepCalls({ call, policyGuard, runTool }: StepCallsOptions): StepCalls {
  const { agent, from, chosenPhone, port, session = null, signal } = call;
  return {
    check(name, args) {
      const tool = findTool(name);
      if (tool.at === 'directory' || tool.at === 'calls') {
        throw new HandsetError('invalid-argument', `${name} can't be a step.`, {
          hint: 'Call it by itself.',
        });
      }
      if (from !== 'person') policyGuard.assertAllowed(tool);
      const input = parseArguments(tool, args);
      if (from !== 'person') policyGuard.assertAllowed(tool, tool.risk?.(input) ?? null);
    },
    async run(name, args, step): Promise<StepOutcome> {
      const { outcome, secrets } = await runTool({
        ...{ agent, from, chosenPhone, session, signal },
        ...(port !== undefined && { port }),
        name,
        arguments: args,
        onProgress: () => undefined,
      });
      if (step !== undefined) call.secrets.setStep(step, secrets);
      return { isError: outcome.isError, text: outcome.texts[0] ?? '', data: outcome.data };
    },
  };
}
