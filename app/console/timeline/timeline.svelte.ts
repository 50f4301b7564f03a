import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { ShownText } from '#core/link/call.ts';
import type { ActiveCallInfo, CallRecord, ScreenView } from '#core/link/messages.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import { callEndOf } from '../../ui/call-strings.ts';
import { argumentsOf } from '../../ui/json.ts';
import { recall, recallInTab, remember } from '../../ui/storage.ts';
import type { BridgeState } from '../agents/bridge.svelte.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { AgentPolicyState } from '../policy/agent-policy.svelte.ts';
import type { PickState } from '../tools/pick.svelte.ts';
import type { ToolsState } from '../tools/tools.svelte.ts';
import type { CallStep } from './recorded-steps.ts';
import type { OpenedRun, RunsState } from './runs/runs.svelte.ts';
import type { StepsState } from './steps/steps.svelte.ts';
import {
  addScreenAfter,
  emptyCallFilter,
  filterCalls,
  insertCall,
  maxPictureBytes,
  mergeCalls,
  pictureBytes,
  screenDueMs,
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

/** For how long a cleared list can be restored from the panel. */
const undoMs = 10_000;

/** A call that the user starts from the timeline. */
interface ToolRequest {
  readonly name: string;
  readonly args: { readonly [key: string]: unknown };
  /** Whether a call that succeeded is made once more. */
  readonly isRepeat?: boolean;
}

/** The tool calls of agents and of the user. */
export class TimelineState {
  /** A kept run that is shown in place of this tab's calls. */
  openedRun = $state.raw<OpenedRun | null>(null);
  /** Newest last. */
  running = $state.raw<readonly ActiveCallInfo[]>([]);
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
  /** The calls that were cleared last, which can be restored. */
  clearedCalls = $state.raw<readonly TimelineCall[]>([]);
  /** The current time, for the pictures that may still come. */
  nowEpochMs = $state.raw(Date.now());
  /** Typed passwords and clipboard texts of all calls so far, including calls that are no longer kept. */
  secrets = $state.raw<readonly string[]>([]);

  /** The kept runs; null until the first call is kept or they are shown. */
  runs = $state.raw<RunsState | null>(null);
  /** The steps to replay; null until they are first shown or recorded. */
  steps = $state.raw<StepsState | null>(null);
  /** Whether what happens on the phone is recorded as steps. */
  isRecording = $state(false);
  /** This tab's calls, newest first. */
  #ownCalls = $state.raw<readonly TimelineCall[]>([]);
  /** Newest first. */
  readonly records = $derived(this.openedRun?.calls ?? this.#ownCalls);
  /** The calls that match the filter, newest first. */
  readonly listedCalls = $derived(filterCalls(this.records, this.filter));
  readonly selected = $derived(
    this.listedCalls.find((record) => record.id === this.selectedId) ?? this.listedCalls[0] ?? null,
  );
  /** Bytes of all pictures of this tab's calls in memory, including those of cleared calls. */
  readonly pictureBytes = $derived(pictureBytes([...this.#ownCalls, ...this.clearedCalls]));
  /** The agent whose calls are listed; null for all. */
  readonly onlyAgent = $derived(this.filter.agent);

  /** The last call that the user started from the timeline, for `retry`. */
  #lastRequest: ToolRequest | null = null;
  readonly #link: WorkerLink;
  readonly #phone: () => PhoneInfo | null;
  #loadingRuns: Promise<RunsState> | null = null;
  #hasVideo = false;
  #undoTimer: ReturnType<typeof setTimeout> | undefined;

  /** `phone` is the connected phone, for the names of runs. */
  constructor(link: WorkerLink, phone: () => PhoneInfo | null) {
    this.#link = link;
    this.#phone = phone;
    // After a reload: the calls that this tab has made before.
    if (recallInTab('run') !== null) {
      this.#withRuns(async (runs) => {
        const before = await runs.readOwn();
        // Calls may have come meanwhile, and the list may have been cleared.
        if (before !== null) this.#ownCalls = mergeCalls(this.#ownCalls, before);
      });
    }
    link.on('live', ({ state }) => (this.#hasVideo = state === 'video'));
    link.on('activeCalls', (running) => (this.running = running));
    link.on('call', (record) => this.#add(record));
    link.on('screenAfterCall', (after) => {
      const calls = addScreenAfter(this.#ownCalls, after);
      if (calls === this.#ownCalls) return;
      this.#ownCalls = calls;
      this.steps?.addScreen(after.id, after.picture);
      this.#trimClearedCalls();
      this.#keep(after.id);
      // It may be that of the call, too, whose step this is.
      const whole = this.findCall(after.id)?.stepOf;
      if (whole !== undefined) this.#keep(whole);
    });
  }

  /** Loads what keeps the runs, once. Rejects when its script can't be loaded. */
  async loadRuns(): Promise<RunsState> {
    this.#loadingRuns ??= import('./runs/runs.svelte.ts').then(
      async ({ RunsState: Runs }) => await Runs.open(),
    );
    this.#loadingRuns.catch(() => (this.#loadingRuns = null));
    return (this.runs = await this.#loadingRuns);
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

  /** The call of this tab with this id; null where it is no longer kept. */
  findCall(id: number): TimelineCall | null {
    return this.#ownCalls.find((call) => call.id === id) ?? null;
  }

  /** This tab's calls, newest first, whichever run is shown. */
  get ownCalls(): readonly TimelineCall[] {
    return this.#ownCalls;
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

  /** Clears this tab's list, whose calls stay among the kept runs; `restore` brings it back for a while. */
  clear(): void {
    if (this.#ownCalls.length === 0) return;
    this.clearedCalls = this.#ownCalls;
    clearTimeout(this.#undoTimer);
    this.#undoTimer = setTimeout(() => this.dropClearedCalls(), undoMs);
    this.#withRuns((runs) => runs.beginOwn());
    this.#ownCalls = [];
    this.selectedId = null;
  }

  /** Merges the cleared calls with those that have arrived since, and goes on with their run. */
  restore(): void {
    this.#ownCalls = mergeCalls(this.#ownCalls, this.clearedCalls);
    this.clearedCalls = [];
    this.#withRuns((runs) => runs.resumeOwn());
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
    return await this.#run({ name, args }, signal);
  }

  /** Makes the call of a step, as `runTool` does. */
  async runStep(step: CallStep, signal: AbortSignal): Promise<CallRecord> {
    return await this.#run({ name: step.tool, args: step.arguments, as: 'step' }, signal);
  }

  /** Waits until the screen is idle, or this long. The call is not listed: a run would fill the list with them. */
  async waitForIdle(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const argumentsJson = JSON.stringify({ timeout: timeoutMs });
    await this.#link.call('runTool', { name: 'wait_for_idle', argumentsJson, as: 'pause' }, signal);
  }

  async #run(
    {
      name,
      args,
      as,
    }: {
      readonly name: string;
      readonly args: { readonly [key: string]: unknown };
      readonly as?: 'step';
    },
    signal?: AbortSignal,
  ): Promise<CallRecord> {
    const call = { name, argumentsJson: JSON.stringify(args), ...(as && { as }) };
    const record = await this.#link.call('runTool', call, signal);
    this.#add(record);
    return record;
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
      const record = await this.runTool(request.name, request.args);
      if (request.isRepeat) this.#markRepeat(record.id);
      if (this.listedCalls.some(({ id }) => id === record.id)) this.select(record);
    } catch (error) {
      this.error = toWire(error);
    }
  }

  #markRepeat(id: number): void {
    this.#ownCalls = this.#ownCalls.map((call) =>
      call.id === id ? { ...call, isRepeat: true } : call,
    );
    this.#keep(id);
  }

  #add(recorded: CallRecord): void {
    const isPlain = recorded.areSecretsPresumed && this.steps?.isInPlainSight(recorded);
    const record = { ...recorded, ...(isPlain && { secrets: [] }), hadVideo: this.#hasVideo };
    const calls = insertCall(this.#ownCalls, record);
    // A call of the user arrives twice.
    if (calls === this.#ownCalls) return;
    const secrets = record.secrets.filter((secret) => !this.secrets.includes(secret));
    if (secrets.length > 0) this.secrets = [...this.secrets, ...secrets];
    this.#ownCalls = calls;
    if (this.isRecording) this.steps?.addCall(record);
    this.#trimClearedCalls();
    this.nowEpochMs = Date.now();
    // Until then its picture may be missing.
    if (record.effect === 'act') setTimeout(() => (this.nowEpochMs = Date.now()), screenDueMs);
    // What is a secret now may be in the text of an earlier call, which is kept already.
    const holdsSecret = ({ text, argumentsJson }: TimelineCall): boolean =>
      secrets.some((secret) => text.includes(secret) || argumentsJson.includes(secret));
    for (const call of calls) if (call.id === record.id || holdsSecret(call)) this.#keep(call.id);
    if (secrets.length > 0) this.steps?.keep();
  }

  /** Keeps a call of this tab as it is now. A failure is in `runs.error`. */
  #keep(id: number): void {
    const call = this.findCall(id);
    if (call === null) return;
    const { secrets } = this;
    const phone = this.#phone();
    this.#withRuns((runs) => runs.keepOwn({ call, secrets, phone }));
  }

  /** Without the script that keeps runs, a reload loses the calls. */
  #withRuns(use: (runs: RunsState) => unknown): void {
    void this.loadRuns().then(use, () => undefined);
  }

  /** Leaves the cleared calls only the pictures for which the later ones leave room. */
  #trimClearedCalls(): void {
    if (this.clearedCalls.length === 0) return;
    this.clearedCalls = trimCalls(
      this.clearedCalls,
      maxPictureBytes - pictureBytes(this.#ownCalls),
    );
  }
}
