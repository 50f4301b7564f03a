import { toWire, type WireError } from '#core/errors.ts';
import type { Call, CallArguments } from '#core/call.ts';
import { callEndOf } from '../../ui/call-strings.ts';
import { recall, remember } from '../../ui/storage.ts';
import { isMasked } from '../calls/call-list.ts';
import type { CallsState } from '../calls/calls.svelte.ts';
import type { StepsConsole } from '../steps/step-recorder.svelte.ts';
import { emptyCallFilter, filterCalls, type CallFilter, type Grouping } from './call-filter.ts';

/** The parts of the console that the timeline and its export use. */
export interface TimelineConsole extends StepsConsole {
  readonly timeline: TimelineState;
  /** Shows what the phone logged during a call. */
  showLog(call: Call): void;
}

const orders = ['newest', 'oldest'] as const;
const groupings = ['none', 'agent'] as const satisfies readonly Grouping[];

/** How the calls are listed and said, stored in this browser. */
class TimelineView {
  #order = $state(orders.find((each) => each === recall('timeline-order')) ?? 'newest');
  #grouping = $state(groupings.find((each) => each === recall('timeline-groups')) ?? 'none');
  #announcesCalls = $state(recall('timeline-announce') !== null);
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

  /** Whether a screen reader says each call of an agent when it has ended. */
  get announcesCalls(): boolean {
    return this.#announcesCalls;
  }

  set announcesCalls(on: boolean) {
    this.#announcesCalls = on;
    remember('timeline-announce', on ? 'on' : null);
  }
}

/** A call that the user starts from the timeline. */
interface ToolRequest {
  readonly name: string;
  readonly args: CallArguments;
  /** Whether this repeats a call that succeeded. */
  readonly isRepeat?: boolean;
}

/** The timeline panel: which calls it lists and shows, and the calls made from it. */
export class TimelineState {
  /** Why the user's last call could not be made at all. */
  error = $state.raw<WireError | null>(null);
  /** The id of the call to show; null follows the newest. */
  selectedId = $state.raw<number | null>(null);
  filter = $state.raw<CallFilter>(emptyCallFilter);
  readonly view = new TimelineView();
  openView = $state<'list' | 'pictures' | 'export' | 'steps' | 'sessions'>('list');
  /** The calls that match the filter, newest first. */
  readonly listedCalls = $derived.by(() => filterCalls(this.#calls.shown, this.filter));
  readonly selected = $derived(
    this.listedCalls.find((call) => call.id === this.selectedId) ?? this.listedCalls[0] ?? null,
  );
  /** The agent whose calls are listed; null for all. */
  readonly onlyAgent = $derived(this.filter.agent);

  /** The last call that the user started from the timeline, for `retry`. */
  #lastRequest: ToolRequest | null = null;
  readonly #calls: CallsState;

  constructor(calls: CallsState) {
    this.#calls = calls;
  }

  /**
   * Why the call can't be made again as it is: it belongs to another session, which somebody else may
   * have recorded, or part of it is masked, such as a typed password. Null if it can.
   */
  whyNotRepeatable(call: Call): 'otherSession' | 'masked' | null {
    if (this.#calls.opened !== null) return 'otherSession';
    return isMasked(call) ? 'masked' : null;
  }

  /** Shows this call. If it is the newest, later calls are shown as they arrive. */
  select({ id }: Pick<Call, 'id'>): void {
    this.selectedId = id === this.listedCalls[0]?.id ? null : id;
  }

  /** Lists only this agent's calls; null lists all. */
  showOnlyAgent(agent: string | null): void {
    this.filter = { ...emptyCallFilter, agent };
    this.selectedId = null;
  }

  updateFilter(changes: Partial<CallFilter>): void {
    this.filter = { ...this.filter, ...changes };
  }

  /** Clears this tab's list. */
  clear(): void {
    this.#calls.clear();
    this.selectedId = null;
  }

  /** Repeats a call as the user and shows the result. */
  async runAgain(call: Call): Promise<void> {
    const isRepeat = callEndOf(call) === 'done';
    await this.#runAndSelect({ name: call.tool, args: call.arguments, isRepeat });
  }

  /** Calls `get_screen_state` as an agent would and shows the result. */
  async runScreenState(): Promise<void> {
    this.showOnlyAgent(null);
    await this.#runAndSelect({ name: 'get_screen_state', args: { include_screenshot: true } });
  }

  /** Retries the call that could not be made. */
  async retry(): Promise<void> {
    if (this.#lastRequest !== null) await this.#runAndSelect(this.#lastRequest);
  }

  async #runAndSelect(request: ToolRequest): Promise<void> {
    this.error = null;
    // The new call appears among this tab's calls.
    this.#calls.opened = null;
    this.#lastRequest = request;
    try {
      const call = await this.#calls.runTool(request.name, request.args);
      if (request.isRepeat) this.#calls.markRepeat(call.id);
      if (this.listedCalls.some(({ id }) => id === call.id)) this.select(call);
    } catch (error) {
      this.error = toWire(error);
    }
  }
}
