import type { CallRecord } from '../../../core/link/messages.ts';
import { callerWords } from '../../ui/call-strings.ts';

/** What stands together in the list. */
export type Grouping = 'none' | 'minute' | 'agent';

/** Calls under one title. */
export interface CallGroup<Call> {
  /** Empty where nothing is grouped. */
  readonly title: string;
  readonly calls: readonly Call[];
}

/** The calls under titles: groups in the order of their first call, calls in theirs. */
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
