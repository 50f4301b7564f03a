import type { CallRecord } from '../../../core/link/messages.ts';
import { type CallEnd, endOf, callerWords } from '../../ui/call-strings.ts';

/** Which calls the timeline lists. */
export interface CallFilter {
  /** An agent's name; null for all. */
  readonly agent: string | null;
  /** A tool's name; null for all. */
  readonly tool: string | null;
  readonly effect: 'all' | CallRecord['effect'];
  readonly end: 'all' | CallEnd;
  /** Only calls that began in the last this many minutes; 0 for any time. */
  readonly minutes: number;
  /** Search terms; each must occur in the tool's name, the agent's name, the arguments or the text. */
  readonly search: string;
}

export const everyCall: CallFilter = {
  agent: null,
  tool: null,
  effect: 'all',
  end: 'all',
  minutes: 0,
  search: '',
};

/** The calls that match the filter, in their order. */
export function filterCalls<Call extends CallRecord>(
  calls: readonly Call[],
  filter: CallFilter,
  nowEpochMs: number,
): readonly Call[] {
  const { agent, tool, effect, end, minutes } = filter;
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const sinceEpochMs = minutes === 0 ? 0 : nowEpochMs - minutes * 60_000;
  return calls.filter(
    (call) =>
      (agent === null || call.agent === agent) &&
      (tool === null || call.tool === tool) &&
      (effect === 'all' || call.effect === effect) &&
      (end === 'all' || endOf(call) === end) &&
      call.startedAtEpochMs >= sinceEpochMs &&
      words.every((word) => searchable(call).includes(word)),
  );
}

/** How many parts of the filter are set, not counting the search. */
export function activeFilters({ agent, tool, effect, end, minutes }: CallFilter): number {
  const parts = [agent !== null, tool !== null, effect !== 'all', end !== 'all', minutes !== 0];
  return parts.filter(Boolean).length;
}

/** Lower-case search texts, cached so that a key press does not recompute hundreds. */
const lowered = new WeakMap<CallRecord, string>();

function searchable(call: CallRecord): string {
  const known = lowered.get(call);
  if (known !== undefined) return known;
  const { tool, agent, argumentsJson, text } = call;
  const all = [tool, agent, argumentsJson, text].join('\n').toLowerCase();
  lowered.set(call, all);
  return all;
}

/** How the list is grouped. */
export type Grouping = 'none' | 'minute' | 'agent';

/** Calls under a common title. */
interface CallGroup<Call> {
  /** Empty when the list is not grouped. */
  readonly title: string;
  readonly calls: readonly Call[];
}

/** Groups the calls; groups are in the order of their first call, calls keep their order. */
export function groupCalls<Call extends CallRecord>(
  calls: readonly Call[],
  grouping: Grouping,
): readonly CallGroup<Call>[] {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const title = titleOf(call, grouping);
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [call]);
    else group.push(call);
  }
  return [...groups].map(([title, members]) => ({ title, calls: members }));
}

function titleOf({ agent, startedAtEpochMs }: CallRecord, grouping: Grouping): string {
  if (grouping === 'none') return '';
  if (grouping === 'agent') return callerWords(agent);
  const started = new Date(startedAtEpochMs);
  const day = started.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  const minute = started.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${day}, ${minute}`;
}
