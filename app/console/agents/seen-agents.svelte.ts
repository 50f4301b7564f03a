import type { AgentContact, CallOrigin } from '#core/link/call.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { Call } from '#core/call.ts';
import type { ActiveCallInfo } from '#core/link/messages.ts';
import { callEndOf, ownMs, type CallEnd, type UnsuccessfulCounts } from '../../ui/call-strings.ts';
import { recall, remember } from '../../ui/storage.ts';

/** An agent that has connected, with the counts of its calls. */
interface SeenAgent extends UnsuccessfulCounts {
  readonly name: string;
  /** The same name with another origin is another agent. */
  readonly from: CallOrigin;
  /** Ended calls. */
  readonly calls: number;
  /** How many were denied because the user had paused agents, not one by one. */
  readonly paused: number;
  /** The call that ended last, without its content. */
  readonly last: LastCall | null;
  /** Active calls, in order of their start. */
  readonly running: readonly ActiveCallInfo[];
  /** When its last request came, of any kind; null where that is not known. */
  readonly contactAtEpochMs: number | null;
}

interface LastCall extends Pick<Call, 'tool' | 'startedAtEpochMs' | 'durationMs'> {
  /** Without the waiting for the user, which `durationMs` includes. */
  readonly ownMs: number;
  readonly end: CallEnd;
  /** Whether it was denied because the user had paused agents. */
  readonly wasPaused: boolean;
}

/** The agents after one more ended call. A call and its steps count as one, as in the timeline. */
export function withCall(agents: readonly SeenAgent[], record: Call): readonly SeenAgent[] {
  if (record.stepOf !== undefined) return agents;
  const { tool, startedAtEpochMs, durationMs } = record;
  const end = callEndOf(record);
  const wasPaused = record.refused === 'paused';
  const counted = wasPaused ? 'paused' : end;
  return updateAgent(agents, record, (before) => ({
    ...before,
    calls: before.calls + 1,
    ...(counted !== 'done' && { [counted]: before[counted] + 1 }),
    last: { tool, startedAtEpochMs, durationMs, ownMs: ownMs(record), end, wasPaused },
  }));
}

/** The agents with those that the user trusts or has blocked, whose calls may be cleared. */
function withKnown(
  agents: readonly SeenAgent[],
  known: readonly Pick<Call, 'agent' | 'from'>[],
): readonly SeenAgent[] {
  return known.reduce((before, agent) => updateAgent(before, agent, (same) => same), agents);
}

/** The agents with their active calls; includes an agent in its first call. */
export function withRunning(
  agents: readonly SeenAgent[],
  running: readonly ActiveCallInfo[],
): readonly SeenAgent[] {
  return running.reduce(
    (before, call) =>
      updateAgent(before, call, (agent) => ({ ...agent, running: [...agent.running, call] })),
    agents,
  );
}

/** The agents with those that have only connected so far. */
export function withContacts(
  agents: readonly SeenAgent[],
  contacts: readonly AgentContact[],
): readonly SeenAgent[] {
  return contacts.reduce(
    (before, contact) =>
      updateAgent(before, contact, (agent) => ({ ...agent, contactAtEpochMs: contact.atEpochMs })),
    agents,
  );
}

/** The agents, the most recently active first: those that are calling, then by the end of their last call or by when they connected. */
export function byActivity(agents: readonly SeenAgent[]): readonly SeenAgent[] {
  const activeAt = ({ running, last, contactAtEpochMs }: SeenAgent): number => {
    if (running.length > 0) return Infinity;
    return last === null
      ? (contactAtEpochMs ?? -Infinity)
      : last.startedAtEpochMs + last.durationMs;
  };
  const compare = (a: number, b: number): number => (a === b ? 0 : b - a);
  return agents.toSorted((a, b) => compare(activeAt(a), activeAt(b)));
}

function updateAgent(
  agents: readonly SeenAgent[],
  { agent: name, from }: Pick<Call, 'agent' | 'from'>,
  update: (agent: SeenAgent) => SeenAgent,
): readonly SeenAgent[] {
  const isSameAgent = (agent: SeenAgent): boolean => agent.name === name && agent.from === from;
  const newAgent: SeenAgent = {
    name,
    from,
    calls: 0,
    failed: 0,
    refused: 0,
    paused: 0,
    stopped: 0,
    unanswered: 0,
    last: null,
    running: [],
    contactAtEpochMs: null,
  };
  const all = agents.some(isSameAgent) ? agents : [...agents, newAgent];
  return all.map((agent) => (isSameAgent(agent) ? update(agent) : agent));
}

/** Whether an agent has ever called a console in this browser. */
export function hasSeenAgent(): boolean {
  return recall('agent-seen') !== null;
}

/** What the list of agents is made of. */
interface SeenSources {
  /** This tab's calls, newest first: those of the timeline, so that both tell the same. */
  calls(): readonly Call[];
  /** The agents that look or act without being asked about, and those that are blocked. */
  known(): readonly Pick<Call, 'agent' | 'from'>[];
}

/** How many agents that have connected are remembered: each could give itself a new name every time. */
const maxContacts = 20;

/** The agents that have connected, whose calls the timeline holds, that may call without a question, or that are blocked. */
export class SeenAgents {
  /** Active calls of agents, in order of their start. */
  running = $state.raw<readonly ActiveCallInfo[]>([]);
  readonly #sources: SeenSources;
  #contacts = $state.raw<readonly AgentContact[]>([]);
  readonly #ended = $derived.by(() =>
    this.#sources.calls().filter(isAgentCall).reduceRight(withCall, []),
  );

  /** The most recently active first. */
  readonly seen = $derived.by(() =>
    byActivity(
      withRunning(
        withContacts(withKnown(this.#ended, this.#sources.known()), this.#contacts),
        this.running,
      ),
    ),
  );

  constructor(link: WorkerLink, sources: SeenSources) {
    this.#sources = sources;
    link.on('activeCalls', (running) => (this.running = running.filter(isAgentCall)));
    link.on('agentContact', (contact) => {
      const isOther = ({ agent, from }: AgentContact): boolean =>
        agent !== contact.agent || from !== contact.from;
      this.#contacts = [...this.#contacts.filter(isOther), contact].slice(-maxContacts);
    });
    link.on('call', (record) => {
      if (isAgentCall(record) && !hasSeenAgent()) remember('agent-seen', 'yes');
    });
  }
}

function isAgentCall({ from }: Pick<Call, 'from'>): boolean {
  return from !== 'person';
}
