import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { ShownText } from '#core/link/call.ts';
import type { CallRecord, ScreenView } from '#core/link/messages.ts';
import { callEndOf } from '../../ui/call-strings.ts';
import { argumentsOf } from '../../ui/json.ts';
import { recall, remember } from '../../ui/storage.ts';
import type { BridgeState } from '../agents/bridge.svelte.ts';
import type { TimelineCall } from '../calls/call-list.ts';
import type { CallsState } from '../calls/calls.svelte.ts';
import type { OpenedSession } from '../calls/sessions.svelte.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { AgentPolicyState } from '../policy/agent-policy.svelte.ts';
import type { PickState } from '../tools/pick.svelte.ts';
import type { ToolsState } from '../tools/tools.svelte.ts';
import { emptyCallFilter, filterCalls, type CallFilter, type Grouping } from './call-filter.ts';
import { screenDueMs } from './call-screens.ts';
import type { StepsState } from './steps/steps.svelte.ts';

/** The parts of the console that the timeline, its export and its replay use. */
export interface TimelineConsole {
  readonly calls: CallsState;
  readonly timeline: TimelineState;
  readonly tools: ToolsState;
  readonly policy: AgentPolicyState;
  readonly phone: PhoneState;
  readonly bridge: BridgeState;
  readonly pick: PickState;
  /** Counts what the user sends to the phone. */
  readonly live: { readonly inputCount: number };
  /** The elements as last read. */
  readonly screen: { readonly view: ScreenView | null };
  /** Shows what the phone logged during a call. */
  showLog(call: CallRecord): void;
}

const orders = ['newest', 'oldest'] as const;
const groupings = ['none', 'agent'] as const satisfies readonly Grouping[];

/** Order and grouping of the list, stored in this browser. */
class TimelineView {
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

/** A call that the user starts from the timeline. */
interface ToolRequest {
  readonly name: string;
  readonly args: { readonly [key: string]: unknown };
  /** Whether a call that succeeded is made once more. */
  readonly isRepeat?: boolean;
}

/** The timeline panel: which calls it lists and shows, the calls made from it, and the recording of steps. */
export class TimelineState {
  /** A kept session that is shown in place of this tab's calls. */
  openedRun = $state.raw<OpenedSession | null>(null);
  /** Why a call of the user could not be made at all. */
  error = $state.raw<WireError | null>(null);
  /** The id of the call to show; null follows the newest. */
  selectedId = $state.raw<number | null>(null);
  /** Id of the call whose passwords and clipboard texts the user chose to see; null for none. */
  unmaskedId = $state.raw<number | null>(null);
  filter = $state.raw<CallFilter>(emptyCallFilter);
  readonly view = new TimelineView();
  /** Which view of the timeline is open. */
  openView = $state<'list' | 'pictures' | 'export' | 'steps' | 'runs'>('list');
  /** The current time, for the pictures that may still come. */
  nowEpochMs = $state.raw(Date.now());

  /** The steps to replay; null until they are first shown or recorded. */
  steps = $state.raw<StepsState | null>(null);
  /** Whether what happens on the phone is recorded as steps. */
  isRecording = $state(false);
  /** Newest first. */
  readonly records = $derived.by(() => this.openedRun?.calls ?? this.#calls.own);
  /** The calls that match the filter, newest first. */
  readonly listedCalls = $derived(filterCalls(this.records, this.filter));
  readonly selected = $derived(
    this.listedCalls.find((record) => record.id === this.selectedId) ?? this.listedCalls[0] ?? null,
  );
  /** The agent whose calls are listed; null for all. */
  readonly onlyAgent = $derived(this.filter.agent);

  /** The last call that the user started from the timeline, for `retry`. */
  #lastRequest: ToolRequest | null = null;
  readonly #link: WorkerLink;
  readonly #calls: CallsState;

  constructor(link: WorkerLink, calls: CallsState) {
    this.#link = link;
    this.#calls = calls;
    calls.follow({
      isInPlainSight: (call) => this.steps?.isInPlainSight(call) ?? false,
      added: (call) => this.#added(call),
      screenAdded: (id, screen) => this.steps?.addScreen(id, screen),
      secretsAdded: () => this.steps?.keep(),
    });
  }

  /** Loads the list of steps, once. Rejects when its script can't be loaded. */
  async loadSteps(console: TimelineConsole): Promise<StepsState> {
    const { StepsState: Steps } = await import('./steps/steps.svelte.ts');
    return (this.steps ??= new Steps(console));
  }

  /** Records from now on what happens on the phone as steps, or no longer. A failure is in `error`. */
  async record(console: TimelineConsole, on: boolean): Promise<void> {
    this.error = null;
    try {
      const steps = await this.loadSteps(console);
      if (on) {
        // What is recorded belongs to this tab's calls.
        this.openedRun = null;
        await steps.beginRecording();
        this.isRecording = true;
      }
      await this.#link.call('recordInput', { on });
      if (!on) this.isRecording = false;
    } catch (thrown) {
      this.isRecording = false;
      this.error = toWire(thrown);
    }
  }

  /** Makes a step of what was recorded so far, so that what is added now comes after it; resolves to texts that it made disappear. */
  async finishRecordedStep(): Promise<readonly ShownText[]> {
    if (!this.isRecording) return [];
    await this.#link.call('recordInput', {});
    return await this.#link.call('listGoneTexts', null);
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

  /** Clears this tab's list. */
  clear(): void {
    this.#calls.clear();
    this.selectedId = null;
  }

  /** Repeats a call as the user and shows the result. */
  async runAgain(call: CallRecord): Promise<void> {
    const isRepeat = callEndOf(call) === 'done';
    await this.#runAndSelect({ name: call.tool, args: argumentsOf(call), isRepeat });
  }

  /** Calls `get_screen_state` as an agent would and shows the result. */
  async runScreenState(): Promise<void> {
    this.showOnlyAgent(null);
    await this.#runAndSelect({ name: 'get_screen_state', args: { include_screenshot: true } });
  }

  /** Tries the call again that could not be made. */
  async retry(): Promise<void> {
    if (this.#lastRequest !== null) await this.#runAndSelect(this.#lastRequest);
  }

  async #runAndSelect(request: ToolRequest): Promise<void> {
    this.error = null;
    // The result is this tab's.
    this.openedRun = null;
    this.#lastRequest = request;
    try {
      const record = await this.#calls.runTool(request.name, request.args);
      if (request.isRepeat) this.#calls.markRepeat(record.id);
      if (this.listedCalls.some(({ id }) => id === record.id)) this.select(record);
    } catch (error) {
      this.error = toWire(error);
    }
  }

  #added(call: TimelineCall): void {
    if (this.isRecording) this.steps?.addCall(call);
    this.nowEpochMs = Date.now();
    // Until then its picture may be missing.
    if (call.effect === 'act') setTimeout(() => (this.nowEpochMs = Date.now()), screenDueMs);
  }
}
