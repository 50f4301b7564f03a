import type { CallRecord } from '../../../core/link/messages.ts';
import { type CallEnd, callEndOf, callerLabel } from '../../ui/call-strings.ts';

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

export const emptyCallFilter: CallFilter = {
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
  const searchTerms = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const sinceEpochMs = minutes === 0 ? 0 : nowEpochMs - minutes * 60_000;
  return calls.filter(
    (call) =>
      (agent === null || call.agent === agent) &&
      (tool === null || call.tool === tool) &&
      (effect === 'all' || call.effect === effect) &&
      (end === 'all' || callEndOf(call) === end) &&
      call.startedAtEpochMs >= sinceEpochMs &&
      searchTerms.every((term) => searchTextOf(call).includes(term)),
  );
}

/** How many parts of the filter are set, not counting the search. */
export function countActiveFilters({ agent, tool, effect, end, minutes }: CallFilter): number {
  const parts = [agent !== null, tool !== null, effect !== 'all', end !== 'all', minutes !== 0];
  return parts.filter(Boolean).length;
}

/** Lower-case search texts, cached so that a key press does not recompute hundreds. */
const searchTexts = new WeakMap<CallRecord, string>();

function searchTextOf(call: CallRecord): string {
  const cached = searchTexts.get(call);
  if (cached !== undefined) return cached;
  const { tool, agent, argumentsJson, text } = call;
  const searchText = [tool, agent, argumentsJson, text].join('\n').toLowerCase();
  searchTexts.set(call, searchText);
  return searchText;
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
    const title = groupTitle(call, grouping);
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [call]);
    else group.push(call);
  }
  return [...groups].map(([title, groupedCalls]) => ({ title, calls: groupedCalls }));
}

function groupTitle({ agent, startedAtEpochMs }: CallRecord, grouping: Grouping): string {
  if (grouping === 'none') return '';
  if (grouping === 'agent') return callerLabel(agent);
  const started = new Date(startedAtEpochMs);
  const day = started.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  const minute = started.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${day}, ${minute}`;
}
