import type { WorkerLink } from '#core/link/link.ts';
import type { Call, ScreenFacts, StepCall } from '#core/call.ts';
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

/** How long a cleared list can be restored. */
const undoMs = 10_000;

/** Is notified of each new call of this tab. */
export interface CallFollower {
  added(call: Call): void;
  screenAdded(id: number, screen: PictureData | null): void;
  factsAdded(id: number, facts: ScreenFacts): void;
}

/** The tool calls of this tab, by agents and the user, and the sessions that store them. Also makes the user's calls. */
export class CallsState {
  /** The calls that have not ended, newest last. */
  running = $state.raw<readonly ActiveCallInfo[]>([]);
  /** The calls that were cleared last, which can be restored. */
  cleared = $state.raw<readonly Call[]>([]);
  /** The sessions that this browser keeps; null until they are loaded. */
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
    // After a reload, load the calls that this tab made before.
    if (recallInTab('run') !== null) {
      this.#withSessions(async (sessions) => {
        const before = await sessions.readOwn();
        // New calls may have arrived meanwhile, or the list may have been cleared.
        if (before !== null) this.#own = mergeCalls(this.#own, before);
      });
    }
    link.on('live', ({ state }) => (this.#hasVideo = state === 'video'));
    link.on('activeCalls', (running) => (this.running = running));
    link.on('call', (call) => this.#add(call));
    link.on('factsAfterCall', ({ id, facts }) => this.#follower?.factsAdded(id, facts));
    link.on('screenAfterCall', (after) => {
      const calls = addScreenAfter(this.#own, after);
      if (calls === this.#own) return;
      this.#own = calls;
      this.#follower?.screenAdded(after.id, after.picture);
      this.#trimCleared();
      this.#keep(after.id);
      // The screen after the last step is also the screen after the whole call.
      const whole = this.find(after.id)?.stepOf;
      if (whole !== undefined) this.#keep(whole);
    });
  }

  /** This tab's calls, newest first. */
  get own(): readonly Call[] {
    return this.#own;
  }

  /** Notifies `follower` of each later call, in place of an earlier follower. */
  follow(follower: CallFollower): void {
    this.#follower = follower;
  }

  /** The call of this tab with this id; null if it is no longer kept. */
  find(id: number): Call | null {
    return this.#own.find((call) => call.id === id) ?? null;
  }

  /** Loads the sessions once. Rejects if the script can't be loaded. */
  async loadSessions(): Promise<SessionsState> {
    this.#loadingSessions ??= import('./sessions.svelte.ts').then(
      async ({ SessionsState: Sessions }) => await Sessions.open(),
    );
    this.#loadingSessions.catch(() => (this.#loadingSessions = null));
    return (this.sessions = await this.#loadingSessions);
  }

  /** Runs a tool as the user. Resolves to the call with its unmasked result, even if the tool failed; rejects only if the call could not be made. */
  async runTool(
    name: string,
    args: { readonly [name: string]: unknown },
    signal?: AbortSignal,
  ): Promise<Call> {
    return await this.#link.call('runTool', { name, argumentsJson: JSON.stringify(args) }, signal);
  }

  /** Runs a step as `runTool` does, but resolves to the call as it is listed, with secrets masked. */
  async runStep(step: StepCall, signal: AbortSignal): Promise<Call> {
    const argumentsJson = JSON.stringify(step.arguments);
    return await this.#link.call('runTool', { name: step.tool, argumentsJson, as: 'step' }, signal);
  }

  /** Makes a call that only waits. It is not listed: the pauses between steps would fill the list. */
  async waitFor(wait: StepCall, signal: AbortSignal): Promise<void> {
    const argumentsJson = JSON.stringify(wait.arguments);
    await this.#link.call('runTool', { name: wait.tool, argumentsJson, as: 'pause' }, signal);
  }

  /** Marks a call as a repeat of one that had succeeded. */
  markRepeat(id: number): void {
    this.#own = this.#own.map((call) => (call.id === id ? { ...call, isRepeat: true } : call));
    this.#keep(id);
  }

  /** Clears the list. Its session stays stored, and `restore` brings the list back within `undoMs`. */
  clear(): void {
    if (this.#own.length === 0) return;
    this.cleared = this.#own;
    clearTimeout(this.#undoTimer);
    this.#undoTimer = setTimeout(() => this.dropCleared(), undoMs);
    this.#withSessions((sessions) => sessions.beginOwn());
    this.#own = [];
  }

  /** Merges the cleared calls with those that have arrived since, and resumes their session. */
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

  /** Stores the current version of a call. A failure is in `sessions.keepError`. */
  #keep(id: number): void {
    const call = this.find(id);
    if (call === null) return;
    const phone = this.#phone();
    this.#withSessions((sessions) => sessions.keepOwn(call, phone));
  }

  /** Does nothing if the sessions can't be loaded; a reload then loses the calls. */
  #withSessions(use: (sessions: SessionsState) => unknown): void {
    void this.loadSessions().then(use, () => undefined);
  }

  /** Drops pictures of the cleared calls that no longer fit beside those of the later calls. */
  #trimCleared(): void {
    if (this.cleared.length === 0) return;
    this.cleared = trimCalls(this.cleared, maxPictureBytes - pictureBytes(this.#own));
  }
}
