import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { CallRecord, RunningCall } from '../../../core/link/messages.ts';
import { argumentsOf } from '../../ui/mask.ts';
import { type CallFilter, everyCall, filterCalls } from './listed-calls.ts';
import { type TimelineCall, merged, withAfter, withCall } from './timeline-call.ts';

/** The tool calls of agents and of the person. */
export class TimelineState {
  /** The last begun first. */
  records = $state.raw<readonly TimelineCall[]>([]);
  /** The last begun last. */
  running = $state.raw<readonly RunningCall[]>([]);
  /** Why a call of the person could not even be made. */
  error = $state.raw<WireError | null>(null);
  /** The call chosen for reading; null follows the newest. */
  chosenId = $state.raw<number | null>(null);
  filter = $state.raw<CallFilter>(everyCall);
  /** What is shown of the calls. */
  part = $state<'list' | 'export' | 'replay'>('list');
  /** What was cleared last and can be had back. */
  cleared = $state.raw<readonly TimelineCall[]>([]);
  /** For the filter by time; moved on by those who show it. */
  nowEpochMs = $state.raw(Date.now());
  /** Typed passwords and the clipboard's texts of all calls so far, also of those that are not kept. */
  secrets = $state.raw<readonly string[]>([]);

  /** Those that are asked for, the last begun first. */
  readonly listed = $derived(filterCalls(this.records, this.filter, this.nowEpochMs));
  readonly shown = $derived(
    this.listed.find((record) => record.id === this.chosenId) ?? this.listed[0] ?? null,
  );
  /** The agent whose calls are listed; null for all. */
  readonly onlyAgent = $derived(this.filter.agent);

  /** What the person has had run last from here. */
  #asked: { readonly name: string; readonly given: { readonly [key: string]: unknown } } | null =
    null;
  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('running', (running) => (this.running = running));
    link.on('call', (record) => this.#add(record));
    link.on('callAfter', (after) => {
      this.records = withAfter(this.records, after);
    });
  }

  /** Shows this call; choosing the newest follows what comes after it. */
  choose({ id }: Pick<CallRecord, 'id'>): void {
    this.chosenId = id === this.listed[0]?.id ? null : id;
  }

  /** Lists the calls of this agent alone, or with null all of them. */
  showOnly(agent: string | null): void {
    this.filter = { ...everyCall, agent };
    this.chosenId = null;
  }

  /** Changes some parts of the filter. */
  narrow(changes: Partial<CallFilter>): void {
    this.filter = { ...this.filter, ...changes };
  }

  /** Takes all calls off the list; they can be had back until the next time. */
  clear(): void {
    this.cleared = this.records;
    this.records = [];
    this.chosenId = null;
  }

  /** Puts what was cleared back among what has come since. */
  restore(): void {
    this.records = merged(this.records, this.cleared);
    this.cleared = [];
  }

  /** Lets go of what was cleared. */
  dropCleared(): void {
    this.cleared = [];
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

  /** Makes the same call as the person, and shows what comes back. */
  async runAgain(call: CallRecord): Promise<void> {
    await this.#runShown(call.tool, argumentsOf(call));
  }

  /** Makes the call an agent would make to look, and shows what comes back. */
  async runScreenState(): Promise<void> {
    this.showOnly(null);
    await this.#runShown('get_screen_state', { include_screenshot: true });
  }

  /** Makes the call that could not be made once more. */
  async tryAgain(): Promise<void> {
    if (this.#asked !== null) await this.#runShown(this.#asked.name, this.#asked.given);
  }

  async #runShown(name: string, given: { readonly [key: string]: unknown }): Promise<void> {
    this.error = null;
    this.#asked = { name, given };
    try {
      const record = await this.run(name, given);
      if (this.listed.some(({ id }) => id === record.id)) this.choose(record);
    } catch (error) {
      this.error = toWire(error);
    }
  }

  #add(record: CallRecord): void {
    const secrets = record.secrets.filter((secret) => !this.secrets.includes(secret));
    if (secrets.length > 0) this.secrets = [...this.secrets, ...secrets];
    this.records = withCall(this.records, record);
    this.nowEpochMs = Date.now();
  }
}
