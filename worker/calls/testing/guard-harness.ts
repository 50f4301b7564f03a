import { HandsetError } from '#core/errors.ts';
import type { CallOrigin } from '#core/link/call.ts';
import type { CallQuestion } from '#core/link/messages.ts';
import { defaultPolicy, type AgentPolicy } from '#core/link/policy.ts';
import type { AgentLimits } from '#core/relay/agent-tokens.ts';
import { tools } from '#core/tools/registry.ts';
import type { AnyTool, CallProgress } from '#core/tools/shared/tool.ts';
import { ActiveCalls } from '../active-calls.ts';
import { PolicyGuard } from '../policy-guard.ts';

/** The tool of this name. */
export function toolOf(name: string): AnyTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no ${name}`);
  return tool;
}

/** A guard with its observed effects. */
interface GuardHarness {
  readonly guard: PolicyGuard;
  questions(): readonly CallQuestion[];
  toolListChanges(): number;
  /** Requests permission, by default as the agent `codex` of the bridge. */
  requestPermission(
    name: string,
    by?: {
      readonly agent?: string;
      readonly from?: CallOrigin;
      readonly risk?: string;
      readonly limits?: AgentLimits;
    },
  ): PermissionAttempt;
}

/** A call that requests permission. */
interface PermissionAttempt {
  outcome: 'waiting' | 'yes' | HandsetError;
  readonly progress: readonly CallProgress[];
  cancel(): void;
}

/** A guard with this policy. */
export function createGuard(policy: Partial<AgentPolicy> = {}): GuardHarness {
  let questions: readonly CallQuestion[] = [];
  let changes = 0;
  const guard = new PolicyGuard({
    tools,
    onQuestions: (now) => (questions = now),
    onToolListChange: () => changes++,
  });
  guard.setPolicy({ ...defaultPolicy, ...policy });
  const calls = new ActiveCalls(() => undefined);
  const requestPermission: GuardHarness['requestPermission'] = (
    name,
    { agent = 'codex', from = 'bridge', risk = null, limits = null } = {},
  ) => {
    const abort = new AbortController();
    const progress: CallProgress[] = [];
    const attempt: PermissionAttempt = {
      outcome: 'waiting',
      progress,
      cancel: () => abort.abort(),
    };
    const target = { touchPreview: null, app: null, isTargetGone: false, plan: null };
    const request = { tool: toolOf(name), risk, target, watchTarget: () => () => undefined };
    const call = {
      agent,
      from,
      chosenPhone: null,
      limits,
      name,
      arguments: { x: 1 },
      signal: abort.signal,
      onProgress: (report: CallProgress) => void progress.push(report),
    };
    calls
      .runCall(call, (active) => guard.requestPermission(active, request))
      .then(
        () => (attempt.outcome = 'yes'),
        (error: unknown) => {
          if (error instanceof HandsetError) attempt.outcome = error;
        },
      );
    return attempt;
  };
  return { guard, requestPermission, questions: () => questions, toolListChanges: () => changes };
}
