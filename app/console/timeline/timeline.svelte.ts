import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { CallRecord, RunningCall } from '../../../core/link/messages.ts';
import { argumentsOf } from '../../ui/mask.ts';
import { type CallFilter, everyCall, filterCalls } from './listed-calls.ts';
import { type TimelineCall, merged, withAfter, withCall } from './timeline-call.ts';

/** The tool calls of agents and of the person. */
export class TimelineState {
  /** Newest first. */
  records = $state.raw<readonly TimelineCall[]>([]);
  /** Newest last. */
  running = $state.raw<readonly RunningCall[]>([]);
  /** Why a call of the person could not be made at all. */
  error = $state.raw<WireError | null>(null);
  /** The id of the call to show; null follows the newest. */
  chosenId = $state.raw<number | null>(null);
  filter = $state.raw<CallFilter>(everyCall);
  /** Which view of the timeline is open. */
  part = $state<'list' | 'export' | 'replay'>('list');
  /** The calls that were cleared last, which can be restored. */
  cleared = $state.raw<readonly TimelineCall[]>([]);
  /** The current time for the filter by minutes; the panel that shows it keeps it up to date. */
  nowEpochMs = $state.raw(Date.now());
  /** Typed passwords and clipboard texts of all calls so far, including calls that are no longer kept. */
  secrets = $state.raw<readonly string[]>([]);

  /** The calls that match the filter, newest first. */
  readonly listed = $derived(filterCalls(this.records, this.filter, this.nowEpochMs));
  readonly shown = $derived(
    this.listed.find((record) => record.id === this.chosenId) ?? this.listed[0] ?? null,
  );
  /** The agent whose calls are listed; null for all. */
  readonly onlyAgent = $derived(this.filter.agent);

  /** The last call that the person started from the timeline, for `retry`. */
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

  /** Shows this call; choosing the newest one follows later calls. */
  choose({ id }: Pick<CallRecord, 'id'>): void {
    this.chosenId = id === this.listed[0]?.id ? null : id;
  }

  /** Lists only this agent's calls; null lists all. */
  showOnly(agent: string | null): void {
    this.filter = { ...everyCall, agent };
    this.chosenId = null;
  }

  /** Changes some parts of the filter. */
  narrow(changes: Partial<CallFilter>): void {
    this.filter = { ...this.filter, ...changes };
  }

  /** Clears the list; `restore` brings it back until the next clear. */
  clear(): void {
    this.cleared = this.records;
    this.records = [];
    this.chosenId = null;
  }

  /** Merges the cleared calls with those that have arrived since. */
  restore(): void {
    this.records = merged(this.records, this.cleared);
    this.cleared = [];
  }

  /** Drops the cleared calls for good. */
  dropCleared(): void {
    this.cleared = [];
  }

  /** Runs a tool as the person. A tool error is in the record; rejects only when the call could not be made. */
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

  /** Repeats a call as the person and shows the result. */
  async runAgain(call: CallRecord): Promise<void> {
    await this.#runShown(call.tool, argumentsOf(call));
  }

  /** Calls `get_screen_state` as an agent would and shows the result. */
  async runScreenState(): Promise<void> {
    this.showOnly(null);
    await this.#runShown('get_screen_state', { include_screenshot: true });
  }

  /** Tries the call again that could not be made. */
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
