import type { WorkerLink } from '../../../core/link/link.ts';
import type { CallRecord, ActiveCallInfo } from '../../../core/link/messages.ts';
import { recall, remember } from '../../ui/storage.ts';
import { type SeenAgent, withCall, withRunning } from './seen.ts';

/** Whether an agent has ever called a console in this browser. */
export function hasSeenAgent(): boolean {
  return recall('agent-seen') !== null;
}

/** The agents that have called since the page was loaded. */
export class SeenAgents {
  /** Active calls of agents, in order of their start. */
  running = $state.raw<readonly ActiveCallInfo[]>([]);
  #ended = $state.raw<readonly SeenAgent[]>([]);

  /** In order of their first call. */
  readonly seen = $derived.by(() => withRunning(this.#ended, this.running));

  constructor(link: WorkerLink) {
    link.on('activeCalls', (running) => (this.running = running.filter(isAgentCall)));
    link.on('call', (record) => {
      if (isAgentCall(record)) this.#addCall(record);
    });
  }

  #addCall(record: CallRecord): void {
    if (this.#ended.length === 0) remember('agent-seen', 'yes');
    this.#ended = withCall(this.#ended, record);
  }
}

function isAgentCall({ agent }: { readonly agent: string }): boolean {
  return agent !== 'you';
}
