import type { CallRecord, RunningCall } from '../../../core/link/messages.ts';

/** One agent as the person sees it. */
export interface SeenAgent {
  readonly name: string;
  /** That have ended. */
  readonly calls: number;
  readonly failures: number;
  /** The one that ended last, without its content. */
  readonly last: Pick<CallRecord, 'tool' | 'isError' | 'startedAtEpochMs' | 'durationMs'> | null;
  /** What it runs now, the last begun last. */
  readonly running: readonly RunningCall[];
}

/** The agents with one more call that has ended. */
export function withCall(agents: readonly SeenAgent[], record: CallRecord): readonly SeenAgent[] {
  const { agent, tool, isError, startedAtEpochMs, durationMs } = record;
  return change(agents, agent, (before) => ({
    ...before,
    calls: before.calls + 1,
    failures: before.failures + (isError ? 1 : 0),
    last: { tool, isError, startedAtEpochMs, durationMs },
  }));
}

/** The agents with what each of them runs now; an agent in its first call is among them. */
export function withRunning(
  agents: readonly SeenAgent[],
  running: readonly RunningCall[],
): readonly SeenAgent[] {
  return running.reduce(
    (before, call) =>
      change(before, call.agent, (agent) => ({ ...agent, running: [...agent.running, call] })),
    agents,
  );
}

function change(
  agents: readonly SeenAgent[],
  name: string,
  how: (agent: SeenAgent) => SeenAgent,
): readonly SeenAgent[] {
  const isKnown = agents.some((agent) => agent.name === name);
  const fresh: SeenAgent = { name, calls: 0, failures: 0, last: null, running: [] };
  const all = isKnown ? agents : [...agents, fresh];
  return all.map((agent) => (agent.name === name ? how(agent) : agent));
}
