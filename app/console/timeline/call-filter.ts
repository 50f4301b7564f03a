import type { Call } from '#core/call.ts';
import { callEndOf, callerLabel, type CallEnd } from '../../ui/call-strings.ts';

/** Which calls the timeline lists. */
export interface CallFilter {
  /** An agent's name; null for all. */
  readonly agent: string | null;
  readonly end: 'all' | CallEnd;
  /** Without the calls that only read. */
  readonly actionsOnly: boolean;
  /** Search terms; each must occur in the tool's name, the agent's name, the arguments or the text. */
  readonly search: string;
}

export const emptyCallFilter: CallFilter = {
  agent: null,
  end: 'all',
  actionsOnly: false,
  search: '',
};

/** The calls that match the filter, in their order. */
export function filterCalls(
  calls: readonly Call[],
  { agent, end, actionsOnly, search }: CallFilter,
): readonly Call[] {
  const searchTerms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter(
    (call) =>
      (agent === null || call.agent === agent) &&
      (end === 'all' || callEndOf(call) === end) &&
      (!actionsOnly || call.effect === 'act') &&
      searchTerms.every((term) => searchTextOf(call).includes(term)),
  );
}

/** How many parts of the filter are set, not counting the search. */
export function countActiveFilters({ agent, end, actionsOnly }: CallFilter): number {
  return Number(agent !== null) + Number(end !== 'all') + Number(actionsOnly);
}

/** The lower-case search text of each call, cached because every key press searches hundreds of calls. */
const searchTexts = new WeakMap<Call, string>();

function searchTextOf(call: Call): string {
  const cached = searchTexts.get(call);
  if (cached !== undefined) return cached;
  const { tool, agent, text } = call;
  const searchText = [tool, agent, JSON.stringify(call.arguments), text].join('\n').toLowerCase();
  searchTexts.set(call, searchText);
  return searchText;
}

export type Grouping = 'none' | 'agent';

interface CallGroup {
  /** Empty when the list is not grouped. */
  readonly title: string;
  readonly calls: readonly Call[];
}

/** Groups calls without reordering them; groups are in the order of their first call. */
export function groupCalls(calls: readonly Call[], grouping: Grouping): readonly CallGroup[] {
  const groups = new Map<string, Call[]>();
  for (const call of calls) {
    const title = grouping === 'agent' ? callerLabel(call.agent) : '';
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [call]);
    else group.push(call);
  }
  return [...groups].map(([title, groupedCalls]) => ({ title, calls: groupedCalls }));
}
