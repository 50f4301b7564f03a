import type { WorkerLink } from '#core/link/link.ts';
import type { Call, StepCall } from '#core/call.ts';
import type { ActiveCallInfo, PictureData } from '#core/link/messages.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import { recallInTab } from '../../ui/storage.ts';
import {
  addScreenAfter,
  insertCall,
  maxPictureBytes,
  mergeCalls,
  pictureBytes,
  trimCalls,
} from './call-list.ts';
import type { OpenedSession, SessionsState } from './sessions.svelte.ts';

/** For how long a cleared list can be restored. */
const undoMs = 10_000;

/** What a panel does about each call of this tab. */
export interface CallFollower {
  added(call: Call): void;
  screenAdded(id: number, screen: PictureData | null): void;
}

/** The tool calls of agents and of the user in this tab, and their store; makes those of the user. */
export class CallsState {
  /** The calls that have not ended, newest last. */
  running = $state.raw<readonly ActiveCallInfo[]>([]);
  /** The calls that were cleared last, which can be restored. */
  cleared = $state.raw<readonly Call[]>([]);
  /** The sessions that this browser keeps; null until the first call is kept or they are shown. */
  sessions = $state.raw<SessionsState | null>(null);
  /** A kept session that is shown in place of this tab's calls. */
  opened = $state.raw<OpenedSession | null>(null);
  #own = $state.raw<readonly Call[]>([]);
  /** The calls of the session that is shown, newest first. */
  readonly shown = $derived(this.opened?.calls ?? this.#own);
  /** Bytes of all pictures in memory, including those of cleared calls. */
  readonly pictureBytes = $derived(pictureBytes([...this.#own, ...this.cleared]));

  readonly #link: WorkerLink;
  readonly #phone: () => PhoneInfo | null;
  #follower: CallFollower | null = null;
  #loadingSessions: Promise<SessionsState> | null = null;
  #hasVideo = false;
  #undoTimer: ReturnType<typeof setTimeout> | undefined;

  /** `phone` is the connected phone, for the names of sessions. */
  constructor(link: WorkerLink, phone: () => PhoneInfo | null) {
    this.#link = link;
    this.#phone = phone;
    // After a reload: the calls that this tab has made before.
    if (recallInTab('run') !== null) {
      this.#withSessions(async (sessions) => {
        const before = await sessions.readOwn();
        // Calls may have come meanwhile, and the list may have been cleared.
        if (before !== null) this.#own = mergeCalls(this.#own, before);
      });
    }
    link.on('live', ({ state }) => (this.#hasVideo = state === 'video'));
    link.on('activeCalls', (running) => (this.running = running));
    link.on('call', (record) => this.#add(record));
    link.on('screenAfterCall', (after) => {
      const calls = addScreenAfter(this.#own, after);
      if (calls === this.#own) return;
      this.#own = calls;
      this.#follower?.screenAdded(after.id, after.picture);
      this.#trimCleared();
      this.#keep(after.id);
      // The screen after the last step is also that after the call of the steps.
      const whole = this.find(after.id)?.stepOf;
      if (whole !== undefined) this.#keep(whole);
    });
  }

  /** This tab's calls, newest first. */
  get own(): readonly Call[] {
    return this.#own;
  }

  /** Tells `follower` of each later call. */
  follow(follower: CallFollower): void {
    this.#follower = follower;
  }

  /** The call of this tab with this id; null if it is no longer kept. */
  find(id: number): Call | null {
    return this.#own.find((call) => call.id === id) ?? null;
  }

  /** Loads what keeps the sessions, once. Rejects when its script can't be loaded. */
  async loadSessions(): Promise<SessionsState> {
    this.#loadingSessions ??= import('./sessions.svelte.ts').then(
      async ({ SessionsState: Sessions }) => await Sessions.open(),
    );
    this.#loadingSessions.catch(() => (this.#loadingSessions = null));
    return (this.sessions = await this.#loadingSessions);
  }

  /** Runs a tool as the user; resolves to the call with what they get of it, secrets included. A tool error is in it; rejects only when the call could not be made. */
  async runTool(
    name: string,
    args: { readonly [name: string]: unknown },
    signal?: AbortSignal,
  ): Promise<Call> {
    return await this.#link.call('runTool', { name, argumentsJson: JSON.stringify(args) }, signal);
  }

  /** Makes the call of a step, as `runTool` does; resolves to it as it is listed. */
  async runStep(step: StepCall, signal: AbortSignal): Promise<Call> {
    const argumentsJson = JSON.stringify(step.arguments);
    return await this.#link.call('runTool', { name: step.tool, argumentsJson, as: 'step' }, signal);
  }

  /** Waits until the screen is idle, or this long. The call is not listed: the pauses between steps would fill the list. */
  async waitForIdle(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const argumentsJson = JSON.stringify({ timeout: timeoutMs });
    await this.#link.call('runTool', { name: 'wait_for_idle', argumentsJson, as: 'pause' }, signal);
  }

  /** Marks a call as one that the user ran again although it was done. */
  markRepeat(id: number): void {
    this.#own = this.#own.map((call) => (call.id === id ? { ...call, isRepeat: true } : call));
    this.#keep(id);
  }

  /** Clears the list, whose calls stay among the kept sessions; `restore` brings it back for a while. */
  clear(): void {
    if (this.#own.length === 0) return;
    this.cleared = this.#own;
    clearTimeout(this.#undoTimer);
    this.#undoTimer = setTimeout(() => this.dropCleared(), undoMs);
    this.#withSessions((sessions) => sessions.beginOwn());
    this.#own = [];
  }

  /** Merges the cleared calls with those that have arrived since, and goes on with their session. */
  restore(): void {
    this.#own = mergeCalls(this.#own, this.cleared);
    this.cleared = [];
    this.#withSessions((sessions) => sessions.resumeOwn());
  }

  /** Drops the cleared calls for good. */
  dropCleared(): void {
    this.cleared = [];
  }

  #add(call: Call): void {
    this.#own = insertCall(this.#own, { ...call, hadVideo: this.#hasVideo });
    const added = this.find(call.id);
    if (added !== null) this.#follower?.added(added);
    this.#trimCleared();
    this.#keep(call.id);
  }

  /** Keeps a call of this tab as it is now. A failure is in `sessions.keepError`. */
  #keep(id: number): void {
    const call = this.find(id);
    if (call === null) return;
    const phone = this.#phone();
    this.#withSessions((sessions) => sessions.keepOwn(call, phone));
  }

  /** Without the script that keeps sessions, a reload loses the calls. */
  #withSessions(use: (sessions: SessionsState) => unknown): void {
    void this.loadSessions().then(use, () => undefined);
  }

  /** Leaves the cleared calls only the pictures for which the later ones leave room. */
  #trimCleared(): void {
    if (this.cleared.length === 0) return;
    this.cleared = trimCalls(this.cleared, maxPictureBytes - pictureBytes(this.#own));
  }
}
