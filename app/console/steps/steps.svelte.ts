import { toolTitle } from '#app/ui/call-strings.ts';
import { describeThrown, type WireError } from '#core/errors.ts';
import type { Call, Step, StepCall } from '#core/call.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { ToolsState } from '../tools/tools.svelte.ts';
import type { AgentPolicyState } from '../policy/agent-policy.svelte.ts';
import type { StoredSteps } from '../calls/session-store.ts';
import type { OpenedSession, SessionsState } from '../calls/sessions.svelte.ts';
import { isStep, keepMasked, newStepFacts, parseSteps, stepsFromCalls } from './recorded-steps.ts';
import type { EditedSteps, StepSource } from '../calls/step.ts';
import { resultText } from '../calls/strings.ts';
import { stepStrings as strings } from './strings.ts';
import { atRest } from '../calls/call-list.ts';
import { keyLeft, withPresentFacts, type LastChange } from './last-change.ts';
import {
  boundScreens,
  endAfterChange,
  isTextMissing,
  notRun,
  type ListedStep,
  type RunPart,
} from './run-steps.ts';
import { startOf } from '#core/export/start.ts';
import { problemsToShow, StepsRun, type StepCalls } from './steps-run.svelte.ts';

/** Larger than any recording. */
const maxFileBytes = 50 * 1024 * 1024;

/** A step that is loaded; a kept one has its key, and one of a call its id. */
type LoadedStep = Step & Partial<Pick<ListedStep, 'callId' | 'key'>>;

/** What the steps need of the console. */
interface StepsDependencies {
  readonly calls: StepCalls & {
    readonly opened: OpenedSession | null;
    loadSessions(): Promise<Pick<SessionsState, 'keepsCalls' | 'readSteps' | 'keepSteps'>>;
  };
  readonly timeline: { readonly listedCalls: readonly Call[] };
  readonly stepRecorder: { readonly isRecording: boolean };
  readonly tools: Pick<ToolsState, 'check'>;
  readonly policy: Pick<AgentPolicyState, 'tools'>;
}

/** The one list of steps: recorded or loaded, edited, and run on the phone that is connected now. */
export class StepsState {
  list = $state.raw<readonly ListedStep[]>([]);
  source = $state.raw<StepSource>({ kind: 'calls' });
  /** The key of the step whose buttons are shown. */
  selectedKey = $state.raw<number | null>(null);
  /** The change that `undo` takes back. */
  lastChange = $state.raw<LastChange | null>(null);
  /** For screen readers: what was undone. */
  announcement = $state('');
  /** The key of the step whose form is open; null while none is. */
  editedKey = $state.raw<number | null>(null);
  /** Saves what is in that form, or shows why it can't be saved; resolves to whether it was. Set by the form. */
  saveEdit: (() => Promise<boolean>) | null = null;
  /** Whether something did not begin because what is in the form is not valid. */
  isEditRefused = $state(false);
  /** Why the last file was not opened. */
  error = $state.raw<WireError | null>(null);
  /** Why the last change was not kept. */
  keepError = $state.raw<WireError | null>(null);
  /** Whether the list is the user's work, which is kept with its session and never replaced unasked. */
  isEdited = $state(false);

  readonly chosen = $derived(this.list.filter(({ chosen }) => chosen));
  /** The step that leads to the screen on which the chosen steps begin; null if their first one does, or the screen is not known. */
  readonly startStep = $derived(startOf(this.chosen) ?? null);
  /** The place of the next step: after the one that is recorded or opened, or at the end. */
  readonly nextIndex = $derived.by(() => {
    const key = this.#recorder.isRecording ? this.#recordedKey : this.selectedKey;
    const at = this.list.findIndex((step) => step.key === key);
    return at < 0 ? this.list.length : at + 1;
  });
  /** Whether a masked text of a chosen step is still to be typed. */
  readonly isTextMissing = $derived(this.chosen.some(isTextMissing));

  readonly #calls: StepsDependencies['calls'];
  readonly #policy: StepsDependencies['policy'];
  readonly #timeline: StepsDependencies['timeline'];
  readonly #recorder: StepsDependencies['stepRecorder'];
  readonly #tools: Pick<ToolsState, 'check'>;
  readonly run: StepsRun;
  /** The kept session to which the steps belong; null for this tab's. */
  #sessionId: string | null = null;
  /** Whether the browser keeps the list as it is. */
  #isKept = false;
  /** Larger than those of earlier visits, by which the screens of kept steps are stored. */
  #lastKey = Date.now();
  #recordingSinceEpochMs = 0;
  /** The key of the step after which the next one is recorded; null for the end. */
  #recordedKey = $state.raw<number | null>(null);
  /** When the last recorded step ended. */
  #lastEndEpochMs: number | null = null;

  constructor({ calls, timeline, stepRecorder, tools, policy }: StepsDependencies) {
    this.#policy = policy;
    this.#calls = calls;
    this.#timeline = timeline;
    this.#recorder = stepRecorder;
    this.#tools = tools;
    this.run = new StepsRun(this, { calls, tools, policy });
  }

  /**
   * Shows the steps of the session whose calls are listed: the edited ones that are kept with it, else its
   * calls. An edited list of the same session, or one that could not be kept, stays.
   */
  async show(): Promise<void> {
    const sessionId = this.#shownSessionId;
    if (this.isEdited && (sessionId === this.#sessionId || !this.#isKept)) return;
    const { list } = this;
    // Without the script that keeps sessions there are no kept ones.
    const sessions = await this.#calls.loadSessions().catch(() => null);
    const kept = sessions && (await sessions.readSteps(sessionId));
    // It may have changed meanwhile.
    if (this.list !== list || sessionId !== this.#shownSessionId) return;
    this.lastChange = null;
    this.#load(
      kept?.steps ?? stepsFromCalls(this.#timeline.listedCalls),
      kept?.source ?? { kind: 'calls' },
    );
    this.isEdited = kept !== null;
    this.#isKept = kept !== null;
  }

  /** Loads the listed calls as steps; those that failed or were refused are not chosen. */
  loadCalls(): void {
    const steps = stepsFromCalls(this.#timeline.listedCalls);
    this.#replace(steps, { kind: 'calls' }, strings.changes.fromTimeline);
  }

  /** The edited list of the run that is shown; null if there is none. */
  async editedSteps(): Promise<EditedSteps | null> {
    await this.show();
    if (!this.isEdited || this.#sessionId !== this.#shownSessionId) return null;
    const { source, steps } = this.#stored();
    // The keys are the database's.
    return { source, steps: steps.map(({ key: _, ...step }) => step) };
  }

  /** Ends a run. Then `addCall` adds to the user's list; one that is only made of calls gives way to an empty one. */
  async beginRecording(): Promise<void> {
    await this.run.stop();
    await this.saveEdit?.();
    await this.show();
    if (this.isEdited) {
      this.#sessionId = this.#shownSessionId;
      this.error = null;
      this.run.end = null;
    } else this.#replace([], { kind: 'recording' }, strings.changes.cleared);
    this.#recordedKey = this.selectedKey;
    this.#lastEndEpochMs = null;
    this.#recordingSinceEpochMs = Date.now();
  }

  /** Adds a call that was made while recording; other calls are ignored. */
  addCall(call: Call): void {
    // The whole call of several steps comes after them.
    if (!isStep(call) || call.tool === 'run_steps') return;
    // Such as the call during which a run was stopped.
    if (call.startedAtEpochMs < this.#recordingSinceEpochMs) return;
    const [step] = stepsFromCalls([call]);
    if (step === undefined) return;
    const sinceMs = call.startedAtEpochMs - (this.#lastEndEpochMs ?? call.startedAtEpochMs);
    this.#lastEndEpochMs = call.startedAtEpochMs + call.durationMs;
    // A call that failed is listed with the reason.
    const listed = this.#listed({ ...step, gapMs: Math.max(0, sinceMs) });
    const added = { ...listed, resultText: call.isError ? resultText(call) : '' };
    // A call that takes longer to report may have begun before the last one.
    const later = this.list.findIndex(({ callId }) => callId !== null && callId > call.id);
    const at = later < 0 ? this.nextIndex : later;
    if (later < 0) this.#recordedKey = added.key;
    this.#remember(strings.changes.added(at + 1));
    this.list = this.list.toSpliced(at, 0, added);
    this.keep();
  }

  /** Adds the screen after a call of this tab to the step that was made of it, if any. */
  addScreen(callId: number, screen: PictureData | null): void {
    const isOf = (step: ListedStep): boolean => step.callId === callId;
    if (this.#sessionId !== null || !this.list.some(isOf)) return;
    this.list = boundScreens(
      this.list.map((step) => (isOf(step) ? { ...step, screen: atRest(screen) } : step)),
    );
    this.keep();
  }

  /** Loads the steps of a file; sets `error` when it is invalid. */
  async loadFile(file: File): Promise<void> {
    this.error = null;
    if (file.size > maxFileBytes) {
      this.#rejectFile(file, strings.tooBig);
      return;
    }
    let text: string;
    try {
      text = await file.text();
    } catch (error) {
      this.#rejectFile(file, describeThrown(error));
      return;
    }
    const result = parseSteps(text);
    if ('steps' in result) {
      const { name } = file;
      this.#replace(result.steps, { kind: 'file', name }, strings.changes.opened(name));
    } else if (result.fault === 'not-step') this.#rejectFile(file, strings.notStep(result.at));
    else this.#rejectFile(file, strings.faults[result.fault]);
  }

  /** Sets whether a step is chosen; null sets all. */
  choose(index: number | null, chosen: boolean): void {
    this.#change(
      this.list.map((step, each) =>
        index === null || each === index ? { ...step, chosen } : step,
      ),
    );
  }

  /** Stores what the user typed for a masked text. */
  fill(index: number, key: string, text: string): void {
    this.update(index, ({ typedTexts }) => ({ typedTexts: { ...typedTexts, [key]: text } }));
  }

  /** Moves a step to the place of another; returns whether both are there. */
  move(from: number, to: number): boolean {
    const step = this.list[from];
    if (step === undefined || this.list[to] === undefined || from === to) return false;
    this.#remember(strings.changes.moved(from + 1));
    this.#change(this.list.toSpliced(from, 1).toSpliced(to, 0, step));
    return true;
  }

  /** Empties the list, which `undo` brings back. */
  clear(): void {
    this.isEdited = true;
    this.#replace([], { kind: 'recording' }, strings.changes.cleared);
  }

  /** Deletes a step, which `undo` brings back. The next row stays folded: its buttons take the place of those just pressed. */
  delete(index: number): void {
    const deleted = this.list[index];
    if (deleted === undefined) return;
    const note = strings.deleted(toolTitle(this.#policy.tools, deleted.tool));
    this.#remember(strings.changes.deleted(index + 1), note);
    this.#change(this.list.toSpliced(index, 1));
  }

  /** Whether the last change can be undone now. */
  get canUndo(): boolean {
    return this.lastChange !== null && this.run.currentIndex === null;
  }

  /** Undoes the last change of the list, once; a step that was deleted is selected. */
  undo(): void {
    if (this.lastChange === null || !this.canUndo) return;
    const { words, list, source, recordedKey } = this.lastChange;
    const present = this.list;
    this.lastChange = null;
    this.source = source;
    this.#change(withPresentFacts(list, present));
    this.#recordedKey = recordedKey;
    const returned = list.filter(({ key }) => !present.some((step) => step.key === key));
    if (returned.length === 1) this.selectedKey = returned[0]?.key ?? null;
    this.announcement = strings.undid(words);
  }

  /** Drops the offer to undo the last change, which can still be undone. */
  dismissOffer(): void {
    this.lastChange = this.lastChange && { ...this.lastChange, note: null };
  }

  /** Replaces a step's tool and arguments, unless the tool would refuse them; resolves with why, empty if not. Never rejects. */
  async edit(key: number, step: StepCall): ReturnType<typeof problemsToShow> {
    const problems = await problemsToShow(this.#tools, step);
    if (problems.length > 0) return problems;
    const index = this.list.findIndex((each) => each.key === key);
    const before = this.list[index];
    if (before !== undefined) {
      const masked = keepMasked(step, before);
      const typedTexts = { ...before.typedTexts, ...masked.typedTexts };
      const edited = {
        ...before,
        ...masked.step,
        recordedEnd: 'done',
        ...notRun,
        typedTexts,
      } as const;
      this.#remember(strings.changes.edited(index + 1));
      this.#change(this.list.with(index, edited));
    }
    return [];
  }

  /** Inserts a step, unless its tool would refuse it; resolves with why, empty if not. Never rejects. */
  async add(step: StepCall): ReturnType<typeof problemsToShow> {
    const problems = await problemsToShow(this.#tools, step);
    if (problems.length === 0) this.insert(step);
    return problems;
  }

  /** Does this with the steps as the user sees them: saves what is being edited first; if that is not valid, it stays open and nothing is done. */
  async afterEdit(action: () => unknown): Promise<void> {
    this.isEditRefused = this.saveEdit !== null && !(await this.saveEdit());
    if (!this.isEditRefused) await action();
  }

  /** Runs steps as the user sees them, as `afterEdit` does. */
  async start(part: RunPart): Promise<void> {
    await this.afterEdit(() => this.run.start(part));
  }

  /** Inserts a step. */
  insert(step: StepCall, at = this.nextIndex): void {
    const listed = this.#listed({ ...step, ...newStepFacts });
    this.#remember(strings.changes.added(at + 1));
    this.#change(this.list.toSpliced(at, 0, listed));
    this.selectedKey = listed.key;
    this.#recordedKey = listed.key;
  }

  /** Inserts the same step after it, with what is masked in it. */
  duplicate(index: number): void {
    const step = this.list[index];
    if (step === undefined) return;
    const { key: _key, ...facts } = step;
    const copy = { ...this.#listed({ ...facts, callId: null }), typedTexts: step.typedTexts };
    this.#remember(strings.changes.duplicated(index + 1));
    this.#change(this.list.toSpliced(index + 1, 0, copy));
    this.selectedKey = copy.key;
  }

  /** Changes a step without touching what the user made of it: what they typed for it, and its result. */
  update(index: number, update: (step: ListedStep) => Partial<ListedStep>): void {
    this.list = this.list.map((step, each) =>
      each === index ? { ...step, ...update(step) } : step,
    );
  }

  /** Keeps the list as it is before a change, for `undo`. */
  #remember(words: string, note: string | null = null): void {
    const { list, source } = this;
    this.lastChange = { words, note, list, source, recordedKey: this.#recordedKey };
  }

  /** Changes the list as the user asked. */
  #change(list: readonly ListedStep[]): void {
    this.#recordedKey = keyLeft(list, this.list, this.#recordedKey);
    this.list = list;
    this.isEdited = true;
    this.run.end = endAfterChange(this.run.end, list);
    this.keep();
  }

  /** Keeps the list with its session, if it is the user's work. A failure is in `keepError`. */
  keep(): void {
    if (this.isEdited) void this.#keep(this.#stored());
  }

  async #keep(steps: StoredSteps | null): Promise<void> {
    const { list } = this;
    const sessions = await this.#calls.loadSessions().catch(() => null);
    const error = (await sessions?.keepSteps(this.#sessionId, steps)) ?? null;
    if (this.list !== list) return;
    this.keepError = error;
    this.#isKept = sessions?.keepsCalls === true && error === null;
  }

  #stored(): StoredSteps {
    const steps = this.list.map(({ key, tool, arguments: args, ...step }) => {
      const { gapMs, recordedEnd, screen, touchedAt, chosen } = step;
      return { key, tool, arguments: args, gapMs, recordedEnd, screen, touchedAt, chosen };
    });
    return { source: this.source, steps };
  }

  get #shownSessionId(): string | null {
    return this.#calls.opened?.session.id ?? null;
  }

  /** Replaces the list, which `undo` brings back if it was the user's work. */
  #replace(steps: readonly Step[], source: StepSource, words: string): void {
    const { length: count } = this.list;
    if (this.isEdited && count > 0)
      this.#remember(
        words,
        steps.length === 0 ? strings.deletedAll(count) : strings.replaced(count),
      );
    this.#load(steps, source);
    void this.#keep(this.isEdited ? this.#stored() : null);
  }

  #load(steps: readonly LoadedStep[], source: StepSource): void {
    this.error = null;
    this.selectedKey = null;
    this.keepError = null;
    this.run.end = null;
    this.run.forgetStart();
    this.source = source;
    this.#sessionId = this.#shownSessionId;
    this.isEdited = source.kind !== 'calls';
    // Ids are those of this tab's calls; another session's would be taken for them.
    const isOwn = this.#sessionId === null;
    this.list = boundScreens(
      steps.map((step) => this.#listed(isOwn ? step : { ...step, callId: null })),
    );
  }

  #listed(step: LoadedStep): ListedStep {
    return { key: ++this.#lastKey, callId: null, ...step, ...notRun, typedTexts: {} };
  }

  #rejectFile({ name }: File, reason: string): void {
    const message = strings.notOpened(name, reason);
    this.error = { code: 'invalid-argument', message, hint: strings.notOpenedHint };
  }
}
