import type { CallRecord, CallerWay, RunningCall } from '../../../core/link/messages.ts';

/** One agent as the person sees it. */
export interface SeenAgent {
  readonly name: string;
  /** One of the same name that comes by another way is another agent. */
  readonly from: CallerWay;
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
  const { tool, isError, startedAtEpochMs, durationMs } = record;
  return change(agents, record, (before) => ({
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
      change(before, call, (agent) => ({ ...agent, running: [...agent.running, call] })),
    agents,
  );
}

function change(
  agents: readonly SeenAgent[],
  { agent: name, from }: Pick<CallRecord, 'agent' | 'from'>,
  how: (agent: SeenAgent) => SeenAgent,
): readonly SeenAgent[] {
  const isMeant = (agent: SeenAgent): boolean => agent.name === name && agent.from === from;
  const fresh: SeenAgent = { name, from, calls: 0, failures: 0, last: null, running: [] };
  const all = agents.some(isMeant) ? agents : [...agents, fresh];
  return all.map((agent) => (isMeant(agent) ? how(agent) : agent));
}
