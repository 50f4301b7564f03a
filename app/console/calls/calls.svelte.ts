import type { WorkerLink } from '#core/link/link.ts';
import type { ActiveCallInfo, CallRecord, PictureData } from '#core/link/messages.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import { recallInTab } from '../../ui/storage.ts';
import {
  addScreenAfter,
  insertCall,
  maxPictureBytes,
  mergeCalls,
  pictureBytes,
  trimCalls,
  type TimelineCall,
} from './call-list.ts';
import type { OpenedSession, SessionsState } from './sessions.svelte.ts';

/** For how long a cleared list can be restored. */
const undoMs = 10_000;

/** A call that the user makes. */
interface ToolRequest {
  readonly name: string;
  readonly args: { readonly [key: string]: unknown };
  readonly as?: 'step';
}

/** What a panel does about each call of this tab. */
export interface CallFollower {
  /** Whether all that the call was given stands unmasked elsewhere, so that it is no secret. */
  isInPlainSight(call: CallRecord): boolean;
  added(call: TimelineCall): void;
  screenAdded(id: number, screen: PictureData | null): void;
  /** Texts have become secrets. */
  secretsAdded(): void;
}

/** The tool calls of agents and of the user in this tab, and their store; makes those of the user. */
export class CallsState {
  /** The calls that have not ended, newest last. */
  running = $state.raw<readonly ActiveCallInfo[]>([]);
  /** The calls that were cleared last, which can be restored. */
  cleared = $state.raw<readonly TimelineCall[]>([]);
  /** Typed passwords and clipboard texts of all calls so far, including calls that are no longer kept. */
  secrets = $state.raw<readonly string[]>([]);
  /** The sessions that this browser keeps; null until the first call is kept or they are shown. */
  sessions = $state.raw<SessionsState | null>(null);
  /** A kept session that is shown in place of this tab's calls. */
  opened = $state.raw<OpenedSession | null>(null);
  #own = $state.raw<readonly TimelineCall[]>([]);
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
  get own(): readonly TimelineCall[] {
    return this.#own;
  }

  /** Tells `follower` of each later call. */
  follow(follower: CallFollower): void {
    this.#follower = follower;
  }

  /** The call of this tab with this id; null if it is no longer kept. */
  find(id: number): TimelineCall | null {
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

  /** Runs a tool as the user. A tool error is in the record; rejects only when the call could not be made. */
  async runTool(
    name: string,
    args: { readonly [key: string]: unknown },
    signal?: AbortSignal,
  ): Promise<CallRecord> {
    return await this.#run({ name, args }, signal);
  }

  /** Makes the call of a step, as `runTool` does. */
  async runStep(
    step: { readonly tool: string; readonly arguments: { readonly [key: string]: unknown } },
    signal: AbortSignal,
  ): Promise<CallRecord> {
    return await this.#run({ name: step.tool, args: step.arguments, as: 'step' }, signal);
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

  async #run({ name, args, as }: ToolRequest, signal?: AbortSignal): Promise<CallRecord> {
    const call = { name, argumentsJson: JSON.stringify(args), ...(as && { as }) };
    const record = await this.#link.call('runTool', call, signal);
    this.#add(record);
    return record;
  }

  #add(recorded: CallRecord): void {
    const isPlain = recorded.areSecretsPresumed && this.#follower?.isInPlainSight(recorded);
    const record = { ...recorded, ...(isPlain && { secrets: [] }), hadVideo: this.#hasVideo };
    const calls = insertCall(this.#own, record);
    // A call of the user arrives twice.
    if (calls === this.#own) return;
    const secrets = record.secrets.filter((secret) => !this.secrets.includes(secret));
    if (secrets.length > 0) this.secrets = [...this.secrets, ...secrets];
    this.#own = calls;
    const added = this.find(record.id);
    if (added !== null) this.#follower?.added(added);
    this.#trimCleared();
    // What is a secret now may be in the text of an earlier call, which is kept already.
    const holdsSecret = ({ text, argumentsJson }: TimelineCall): boolean =>
      secrets.some((secret) => text.includes(secret) || argumentsJson.includes(secret));
    for (const call of calls) if (call.id === record.id || holdsSecret(call)) this.#keep(call.id);
    if (secrets.length > 0) this.#follower?.secretsAdded();
  }

  /** Keeps a call of this tab as it is now. A failure is in `sessions.keepError`. */
  #keep(id: number): void {
    const call = this.find(id);
    if (call === null) return;
    const { secrets } = this;
    const phone = this.#phone();
    this.#withSessions((sessions) => sessions.keepOwn({ call, secrets, phone }));
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
