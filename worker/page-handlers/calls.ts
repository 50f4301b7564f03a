/** Handlers of the page's calls about tools, agents and what they may do. */
import type { CallHandlers } from '#core/link/link.ts';
import type { McpServer, ToolCall } from '#core/mcp/server.ts';
import { argumentsFromJson } from '#core/tools/shared/arguments.ts';
import { stepsCaller, userCaller } from '../calls/active-calls.ts';
import { servePort, toolInfos } from '../calls/console-mcp.ts';
import type { PolicyGuard } from '../calls/policy-guard.ts';
import type { ToolRunner } from '../calls/run-tool.ts';
import { argumentProblems } from '../calls/step-calls.ts';
import type { UserInputSender } from '../input/user-input.ts';
import type { ScreenRecorder } from '../recording/screen-recorder.ts';
import { action, notLoaded } from './shared.ts';

interface CallParts {
  readonly runner: ToolRunner;
  readonly policyGuard: PolicyGuard;
  /** For agents in the browser that speak MCP over a MessagePort. */
  readonly portMcp: McpServer;
  readonly recorder: ScreenRecorder;
  readonly userInput: UserInputSender;
  /** Called after the page has set the policy. */
  onPolicy(): void;
}

type PageToolRequest = Pick<ToolCall, 'agent' | 'name' | 'from' | 'isUnlisted'> & {
  readonly argumentsJson: string;
};

export function callHandlers(parts: CallParts) {
  const { runner, policyGuard, portMcp, recorder, userInput, onPolicy } = parts;

  const runForPage = async (
    { argumentsJson, ...request }: PageToolRequest,
    signal: AbortSignal,
  ): ReturnType<ToolRunner['runTool']> =>
    await runner.runTool({
      ...request,
      arguments: argumentsFromJson(argumentsJson),
      chosenPhone: null,
      signal,
      // The page gets progress with the list of running calls.
      onProgress: () => undefined,
    });

  return {
    listTools: async () => await Promise.resolve(toolInfos()),
    checkArguments: async ({ name, argumentsJson }) =>
      await Promise.resolve(argumentProblems(name, argumentsFromJson(argumentsJson))),
    makeStepScript: async (request) => {
      const { exportSteps } = await import('#core/export/export-steps.ts').catch(
        (error: unknown) => {
          throw notLoaded('The script writer', error);
        },
      );
      return exportSteps(request);
    },
    runTool: async ({ as, ...request }, signal) => {
      const caller = as === undefined ? userCaller : stepsCaller;
      const call = { ...request, ...caller, isUnlisted: as === 'pause' };
      const { answered, recorded } = await runForPage(call, signal);
      // The page learns of the call first.
      const record = await recorded;
      return as === undefined ? await answered : record;
    },
    runAgentTool: async (request, signal) => {
      const { answered, recorded } = await runForPage({ ...request, from: 'page' }, signal);
      await recorded;
      return await answered;
    },
    serveAgentPort: action((agentPort, signal) => servePort(portMcp, agentPort, signal)),
    setAgentPolicy: action((policy) => {
      policyGuard.setPolicy(policy);
      if (policy.paused) recorder.endAgentRecording('The user has paused agents.');
      onPolicy();
    }),
    answerQuestion: action(({ id, answer, reason }) => policyGuard.answer(id, answer, reason)),
    revokeTrust: action((agent) => policyGuard.revokeTrust(agent)),
    stopEverything: action(async () => {
      recorder.endAgentRecording('The user stopped everything.');
      const ended = Promise.all([runner.stopEverything(), userInput.stop()]);
      policyGuard.clearTrust();
      policyGuard.setPolicy({ ...policyGuard.policy, paused: true });
      await ended;
    }),
  } satisfies Partial<CallHandlers>;
}
