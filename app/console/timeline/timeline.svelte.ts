import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { CallRecord, RunningCall } from '../../../core/link/messages.ts';

/** Calls kept for reading; older ones are dropped with their pictures. */
const keptCalls = 50;

/** The tool calls of agents and of the person. */
export class TimelineState {
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

  /** Runs a tool as the person; what the tool failed with stands in the record. Rejects with why it could not even be called. */
  async run(
    name: string,
    given: { readonly [key: string]: unknown },
    signal?: AbortSignal,
  ): Promise<CallRecord> {
    const call = { name, argumentsJson: JSON.stringify(given) };
    const record = await this.#link.call('runTool', call, signal);
    this.#add(record);
    return record;
  }

  /** Makes the call an agent would make, and shows what comes back. */
  async runScreenState(withScreenshot: boolean): Promise<void> {
    this.error = null;
    this.showOnly(null);
    try {
      await this.run('get_screen_state', { include_screenshot: withScreenshot });
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
