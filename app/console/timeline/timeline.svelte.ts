import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { ActiveCallInfo, CallRecord } from '#core/link/messages.ts';
import { argumentsOf } from '../../ui/mask-secrets.ts';
import { recall, remember } from '../../ui/storage.ts';
import type { BridgeState } from '../agents/bridge.svelte.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { AgentPolicyState } from '../policy/agent-policy.svelte.ts';
import type { ToolsState } from '../tools/tools.svelte.ts';
import {
  addScreenAfter,
  emptyCallFilter,
  filterCalls,
  insertCall,
  maxPictureBytes,
  mergeCalls,
  pictureBytes,
  trimCalls,
  type CallFilter,
  type Grouping,
  type TimelineCall,
} from './timeline-calls.ts';

/** The parts of the console that the timeline, its export and its replay use. */
export interface TimelineConsole {
  readonly timeline: TimelineState;
  readonly tools: ToolsState;
  readonly policy: AgentPolicyState;
  readonly phone: PhoneState;
  readonly bridge: BridgeState;
}

const orders = ['newest', 'oldest'] as const;
const groupings = ['none', 'minute', 'agent'] as const satisfies readonly Grouping[];

/** Order and grouping of the list, stored in this browser. */
export class TimelineView {
  #order = $state(orders.find((each) => each === recall('timeline-order')) ?? 'newest');
  #grouping = $state(groupings.find((each) => each === recall('timeline-groups')) ?? 'none');
  /** Whether the filter fields are shown. */
  areFiltersOpen = $state(false);

  get order(): (typeof orders)[number] {
    return this.#order;
  }

  set order(order: (typeof orders)[number]) {
    this.#order = order;
    remember('timeline-order', order);
  }

  get grouping(): Grouping {
    return this.#grouping;
  }

  set grouping(grouping: Grouping) {
    this.#grouping = grouping;
    remember('timeline-groups', grouping);
  }
}

/** The tool calls of agents and of the user. */
export class TimelineState {
  /** Newest first. */
  records = $state.raw<readonly TimelineCall[]>([]);
  /** Newest last. */
  running = $state.raw<readonly ActiveCallInfo[]>([]);
  /** Why a call of the user could not be made at all. */
  error = $state.raw<WireError | null>(null);
  /** The id of the call to show; null follows the newest. */
  selectedId = $state.raw<number | null>(null);
  filter = $state.raw<CallFilter>(emptyCallFilter);
  /** Which view of the timeline is open. */
  openView = $state<'list' | 'pictures' | 'export' | 'replay'>('list');
  /** The calls that were cleared last, which can be restored. */
  clearedCalls = $state.raw<readonly TimelineCall[]>([]);
  /** The current time for the filter by minutes; the panel that shows it keeps it up to date. */
  nowEpochMs = $state.raw(Date.now());
  /** Typed passwords and clipboard texts of all calls so far, including calls that are no longer kept. */
  secrets = $state.raw<readonly string[]>([]);

  /** The calls that match the filter, newest first. */
  readonly listedCalls = $derived(filterCalls(this.records, this.filter, this.nowEpochMs));
  readonly selected = $derived(
    this.listedCalls.find((record) => record.id === this.selectedId) ?? this.listedCalls[0] ?? null,
  );
  /** Bytes of all pictures that are kept, including those of cleared calls. */
  readonly pictureBytes = $derived(pictureBytes([...this.records, ...this.clearedCalls]));
  /** The agent whose calls are listed; null for all. */
  readonly onlyAgent = $derived(this.filter.agent);

  /** The last call that the user started from the timeline, for `retry`. */
  #lastRequest: {
    readonly name: string;
    readonly args: { readonly [key: string]: unknown };
  } | null = null;
  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    link.on('activeCalls', (running) => (this.running = running));
    link.on('call', (record) => this.#add(record));
    link.on('screenAfterCall', (after) => {
      this.records = addScreenAfter(this.records, after);
      this.#trimClearedCalls();
    });
  }

  /** Shows this call; choosing the newest one follows later calls. */
  select({ id }: Pick<CallRecord, 'id'>): void {
    this.selectedId = id === this.listedCalls[0]?.id ? null : id;
  }

  /** Lists only this agent's calls; null lists all. */
  showOnlyAgent(agent: string | null): void {
    this.filter = { ...emptyCallFilter, agent };
    this.selectedId = null;
  }

  /** Changes some parts of the filter. */
  updateFilter(changes: Partial<CallFilter>): void {
    this.filter = { ...this.filter, ...changes };
  }

  /** Clears the list; `restore` brings it back until the next clear. */
  clear(): void {
    this.clearedCalls = this.records;
    this.records = [];
    this.selectedId = null;
  }

  /** Merges the cleared calls with those that have arrived since. */
  restore(): void {
    this.records = mergeCalls(this.records, this.clearedCalls);
    this.clearedCalls = [];
  }

  /** Drops the cleared calls for good. */
  dropClearedCalls(): void {
    this.clearedCalls = [];
  }

  /** Runs a tool as the user. A tool error is in the record; rejects only when the call could not be made. */
  async runTool(
    name: string,
    args: { readonly [key: string]: unknown },
    signal?: AbortSignal,
  ): Promise<CallRecord> {
    const call = { name, argumentsJson: JSON.stringify(args) };
    const record = await this.#link.call('runTool', call, signal);
    this.#add(record);
    return record;
  }

  /** Repeats a call as the user and shows the result. */
  async runAgain(call: CallRecord): Promise<void> {
    await this.#runAndSelect(call.tool, argumentsOf(call));
  }

  /** Calls `get_screen_state` as an agent would and shows the result. */
  async runScreenState(): Promise<void> {
    this.showOnlyAgent(null);
    await this.#runAndSelect('get_screen_state', { include_screenshot: true });
  }

  /** Tries the call again that could not be made. */
  async retry(): Promise<void> {
    if (this.#lastRequest !== null)
      await this.#runAndSelect(this.#lastRequest.name, this.#lastRequest.args);
  }

  async #runAndSelect(name: string, args: { readonly [key: string]: unknown }): Promise<void> {
    this.error = null;
    this.#lastRequest = { name, args };
    try {
      const record = await this.runTool(name, args);
      if (this.listedCalls.some(({ id }) => id === record.id)) this.select(record);
    } catch (error) {
      this.error = toWire(error);
    }
  }

  #add(record: CallRecord): void {
    const secrets = record.secrets.filter((secret) => !this.secrets.includes(secret));
    if (secrets.length > 0) this.secrets = [...this.secrets, ...secrets];
    this.records = insertCall(this.records, record);
    this.#trimClearedCalls();
    this.nowEpochMs = Date.now();
  }

  /** Leaves the cleared calls only the pictures for which the later ones leave room. */
  #trimClearedCalls(): void {
    if (this.clearedCalls.length === 0) return;
    this.clearedCalls = trimCalls(this.clearedCalls, maxPictureBytes - pictureBytes(this.records));
  }
}
