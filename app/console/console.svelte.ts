import { tick } from 'svelte';
import type { Call, StepCall } from '#core/call.ts';
import { PortConnections } from '../browser-agents/port-connections.svelte.ts';
import { createWebMcpOffer } from '../browser-agents/web-mcp.ts';
import { keepInAddress, parseShare, recall, remember } from '../ui/storage.ts';
import { Theme } from '../ui/theme.svelte.ts';
import { BridgeState } from './agents/bridge.svelte.ts';
import { SeenAgents } from './agents/seen-agents.svelte.ts';
import { CallsState } from './calls/calls.svelte.ts';
import { PhoneState } from './connect/phone.svelte.ts';
import { DeviceState } from './device/device-state.svelte.ts';
import { InspectorState } from './elements/inspector.svelte.ts';
import { ScreenState } from './screen/screen.svelte.ts';
import { TransfersState } from './files/transfers.svelte.ts';
import { ConsoleWorker } from './liveness/console-worker.svelte.ts';
import type { LogsState } from './logs/log-view.svelte.ts';
import type { PanelId } from './panels.ts';
import { AgentPolicyState } from './policy/agent-policy.svelte.ts';
import { QuestionsState } from './policy/questions.svelte.ts';
import { ChangedSettingsState } from './screen/changed-settings.svelte.ts';
import { LiveState } from './screen/live.svelte.ts';
import { RecordingState } from './screen/recording.svelte.ts';
import { TouchesState } from './screen/touches/touches.svelte.ts';
import { readStartup } from './startup.ts';
import { StepRecorder } from './steps/step-recorder.svelte.ts';
import { TimelineState } from './timeline/timeline.svelte.ts';
import { PickState } from './tools/pick.svelte.ts';
import { ToolsState } from './tools/tools.svelte.ts';

/** The selected panel, of the page's address first, and the width of the phone; both stored in this browser. */
class LayoutState {
  #panel = $state(readStartup(location.href).panel ?? recall('panel'));
  #phoneShare = $state(parseShare(recall('phone-width')));
  /** Whether the scripted agent has its card beside the phone. */
  showsScriptedAgent = $state(false);

  /** The stored panel id, which may no longer exist; null when nothing is stored. */
  get panel(): string | null {
    return this.#panel;
  }

  /** The part of the width that the phone has, 0 to 1; null where the user has not chosen one. */
  get phoneShare(): number | null {
    return this.#phoneShare;
  }

  set phoneShare(share: number | null) {
    this.#phoneShare = share;
    remember('phone-width', share === null ? null : share.toFixed(4));
  }

  show(id: PanelId): void {
    this.#panel = id;
    remember('panel', id);
    keepInAddress('panel', id);
    // Tab leads to the tab of the shown panel, and to no other.
    if (document.activeElement?.role === 'tab') document.getElementById(`tab-${id}`)?.focus();
  }

  /** Scrolls to the phone, which a narrow page has above the panels. */
  showPhone(): void {
    document.getElementById('screen')?.scrollIntoView({ block: 'start' });
  }

  /** Shows a panel, which a narrow page has below the phone, and focuses its tab. */
  open(id: PanelId): void {
    this.show(id);
    document.getElementById(`tab-${id}`)?.focus();
    // When the panel has its height.
    void tick().then(() => document.getElementById('details')?.scrollIntoView({ block: 'start' }));
  }
}

/** All state of the page; it lives as long as the page. */
export class Console {
  readonly theme = new Theme();
  readonly layout = new LayoutState();
  readonly pick = new PickState();
  readonly phone: PhoneState;
  readonly bridge: BridgeState;
  readonly screen: ScreenState;
  readonly live: LiveState;
  readonly recording: RecordingState;
  readonly changedSettings: ChangedSettingsState;
  readonly touches: TouchesState;
  readonly calls: CallsState;
  readonly timeline: TimelineState;
  readonly stepRecorder: StepRecorder;
  readonly tools: ToolsState;
  readonly device: DeviceState;
  readonly inspector: InspectorState;
  readonly logs: LogsState;
  readonly transfers: TransfersState;
  readonly policy: AgentPolicyState;
  readonly questions: QuestionsState;
  readonly agents: SeenAgents;
  readonly portConnections: PortConnections;
  readonly worker: ConsoleWorker;

  /** `createWorker` creates the worker; it is called again to replace one that was terminated. */
  constructor(createWorker: () => Worker) {
    const worker = new ConsoleWorker(createWorker);
    const { link } = worker;
    this.worker = worker;
    this.phone = new PhoneState(link, () => worker.isAnswering);
    this.bridge = new BridgeState(link, () => this.questions.clearTrust());
    this.screen = new ScreenState(link);
    this.live = new LiveState(link);
    this.recording = new RecordingState(link, () => this.policy.current.paused);
    this.changedSettings = new ChangedSettingsState(link);
    this.touches = new TouchesState(link);
    this.calls = new CallsState(link, () => this.phone.info);
    this.timeline = new TimelineState(this.calls);
    this.stepRecorder = new StepRecorder(link, this.calls);
    this.tools = new ToolsState(link, this.layout);
    this.device = new DeviceState(link);
    this.inspector = new InspectorState(this.screen, this.calls);
    this.logs = $state({ link, view: null, callToShow: null });
    this.transfers = new TransfersState(link);
    this.questions = new QuestionsState(link, () => this.policy.current.paused);
    this.policy = new AgentPolicyState(worker, this.bridge, () => this.questions.clearTrust());
    this.agents = new SeenAgents(link, {
      calls: () => this.calls.own,
      known: () => [...this.questions.trusted, ...this.policy.current.blocked],
    });
    this.portConnections = new PortConnections(link);
    const offerTools = createWebMcpOffer(link);
    if (offerTools !== null) {
      $effect.root(() => {
        $effect(() => offerTools(this.policy.offered));
      });
    }
    worker.onReplaced(() => {
      this.screen.clear();
      this.live.reset();
      this.live.sendElementReader();
      this.recording.reset();
      this.questions.reset();
      this.touches.clear();
      this.stepRecorder.isRecording = false;
      this.phone.reconnect();
    });
  }

  /** Joins the bridge and connects a phone, as the page's address asks. */
  start(): void {
    const { demo, live, joinsBridge } = readStartup(location.href);
    this.screen.live = live;
    // Before a phone is there: the video then starts with the connection, not with the page.
    this.live.setOn(live);
    // Before any agent can connect: the worker handles calls in the order in which they were sent.
    this.policy.start();
    this.changedSettings.kept.start();
    this.portConnections.listen();
    if (joinsBridge) this.bridge.join();
    this.#followAddress();
    // Pasting the printed address into a tab with an open console changes only the fragment; nothing reloads.
    window.addEventListener('hashchange', () => this.#followAddress());
    if (demo === null) void this.phone.watchPhone();
    else void this.phone.connect({ kind: 'demo', request: demo });
  }

  /** Records what happens on the phone as steps, or no longer, and shows them. */
  async recordSteps(on: boolean): Promise<void> {
    this.layout.show('timeline');
    this.timeline.openView = 'steps';
    await this.stepRecorder.record(this, on);
  }

  /** The steps that are chosen in the Timeline, as run_steps takes them. */
  async recordedSteps(): Promise<readonly StepCall[]> {
    const steps = await this.stepRecorder.loadSteps(this);
    await steps.show();
    const { chosen, startStep } = steps;
    return (startStep === null ? chosen : [startStep, ...chosen]).map(
      ({ tool, arguments: args }) => ({ tool, arguments: args }),
    );
  }

  /** Shows a call in the Timeline. */
  showCall(call: Call): void {
    this.calls.opened = null;
    this.timeline.openView = 'list';
    this.timeline.showOnlyAgent(null);
    this.timeline.select(call);
    this.layout.open('timeline');
  }

  /** Shows the lines of the phone's log that were written during a call. */
  showLog(call: Call): void {
    this.logs.callToShow = call;
    this.layout.open('logs');
  }

  /** Opens the small window, or brings it to the front; may resolve to a message. Call it in a user gesture. */
  async openSmallWindow(): Promise<string | null> {
    const { openSmallWindow } = await import('./small-window/small-window.ts');
    return await openSmallWindow(this);
  }

  /** Joins the bridge that the fragment of the page's address names, if any. */
  #followAddress(): void {
    const { secret, at, error, joinsBridge } = readStartup(location.href);
    if (secret === null && error === null) return;
    // The secret must not stay in the address bar, bookmarks or history.
    history.replaceState(null, '', location.pathname + location.search);
    if (!joinsBridge) return;
    if (error !== null) this.bridge.showLinkError(error);
    else if (secret !== null) this.bridge.followLink({ secret, at });
  }
}
