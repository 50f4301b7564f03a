import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { CallRecord, RunningCall } from '../../../core/link/messages.ts';

/** Calls kept for reading; older ones are dropped with their pictures. */
const keptCalls = 50;

/** The tool calls of agents and of the person. */
export class CallsState {
  /** Newest first. */
  records = $state.raw<readonly CallRecord[]>([]);
  /** The last begun last. */
  running = $state.raw<readonly RunningCall[]>([]);
  /** Why a call of the person could not even be made. */
  error = $state.raw<WireError | null>(null);
  /** The call chosen for reading; null follows the newest. */
  chosenId = $state.raw<number | null>(null);
  /** The agent whose calls are listed; null for all. */
  onlyAgent = $state.raw<string | null>(null);

  /** Those that are asked for, newest first. */
  readonly listed = $derived(
    this.onlyAgent === null
      ? this.records
      : this.records.filter(({ agent }) => agent === this.onlyAgent),
  );
  readonly shown = $derived(
    this.listed.find((record) => record.id === this.chosenId) ?? this.listed[0] ?? null,
  );

  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('running', (running) => (this.running = running));
    link.on('call', (record) => this.#add(record));
  }

  /** Shows this call; choosing the newest follows what comes after it. */
  choose(record: CallRecord): void {
    this.chosenId = record === this.listed[0] ? null : record.id;
  }

  /** Lists the calls of this agent alone, or with null all of them. */
  showOnly(agent: string | null): void {
    this.onlyAgent = agent;
    this.chosenId = null;
  }

  /** Makes the call an agent would make, and shows what comes back. */
  async runScreenState(withScreenshot: boolean): Promise<void> {
    this.error = null;
    this.showOnly(null);
    try {
      const argumentsJson = JSON.stringify({ include_screenshot: withScreenshot });
      this.#add(await this.#link.call('runTool', { name: 'get_screen_state', argumentsJson }));
    } catch (error) {
      this.error = toWire(error);
    }
  }

  /** A call of the person comes twice, as result and as event: it stands once. */
  #add(record: CallRecord): void {
    if (this.records.some(({ id }) => id === record.id)) return;
    this.records = [record, ...this.records].slice(0, keptCalls);
  }
}
