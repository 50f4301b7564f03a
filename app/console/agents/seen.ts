import type { CallerWay } from '../../../core/link/call.ts';
import type { CallRecord, RunningCall } from '../../../core/link/messages.ts';
import { type CallEnd, endOf } from '../../ui/call-strings.ts';

/** One agent as the person sees it. */
export interface SeenAgent {
  readonly name: string;
  /** One of the same name that comes by another way is another agent. */
  readonly from: CallerWay;
  /** That have ended. */
  readonly calls: number;
  readonly failures: number;
  /** Those that the person, or a rule of theirs, said no to; not among the failures. */
  readonly refusals: number;
  /** The one that ended last, without its content. */
  readonly last: LastCall | null;
  /** What it runs now, the last begun last. */
  readonly running: readonly RunningCall[];
}

interface LastCall extends Pick<CallRecord, 'tool' | 'startedAtEpochMs' | 'durationMs'> {
  readonly end: CallEnd;
}

/** The agents with one more call that has ended. */
export function withCall(agents: readonly SeenAgent[], record: CallRecord): readonly SeenAgent[] {
  const { tool, startedAtEpochMs, durationMs } = record;
  const end = endOf(record);
  return change(agents, record, (before) => ({
    ...before,
    calls: before.calls + 1,
    failures: before.failures + (end === 'failed' ? 1 : 0),
    refusals: before.refusals + (end === 'refused' ? 1 : 0),
    last: { tool, end, startedAtEpochMs, durationMs },
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
  const fresh: SeenAgent = {
    name,
    from,
    calls: 0,
    failures: 0,
    refusals: 0,
    last: null,
    running: [],
  };
  const all = agents.some(isMeant) ? agents : [...agents, fresh];
  return all.map((agent) => (isMeant(agent) ? how(agent) : agent));
}
