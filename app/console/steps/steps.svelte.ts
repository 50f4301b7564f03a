import { describeThrown, type WireError } from '#core/errors.ts';
import type { Call, ScreenFacts, Step, StepCall } from '#core/call.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { ToolsState } from '../tools/tools.svelte.ts';
import type { AgentPolicyState } from '../policy/agent-policy.svelte.ts';
import type { StoredSteps } from '../calls/session-store.ts';
import type { CallsState } from '../calls/calls.svelte.ts';
import {
  isStep,
  appsOf,
  keepMasked,
  newStepFacts,
  parseSteps,
  stepsFromCalls,
  withRecordedStep,
} from './recorded-steps.ts';
import type { EditedSteps, StepSource } from '../calls/step.ts';
import { resultText } from '../calls/strings.ts';
import { stepStrings as strings } from './strings.ts';
import { atRest, screenAfter } from '../calls/call-list.ts';
import { changedShare } from './changed-share.ts';
import { screenDifference } from './screen-difference.ts';
import { keyLeft, withPresentFacts, type LastChange } from './last-change.ts';
import {
  boundScreens,
  endAfterChange,
  isOtherScreen,
  isTextMissing,
  notRun,
  screenBefore,
  type ListedStep,
  type ReadableScreen,
  type RunPart,
} from './run-steps.ts';
import { startOf } from '#core/export/start.ts';
import { stepWords } from './step-words.ts';
import { problemsToShow, StepsRun } from './steps-run.svelte.ts';

/** Largest share of changed pixels that can be a difference of content: another text, another picture in a list. */
const maxShare = 0.15;
/** Larger than any recording. */
const maxFileBytes = 50 * 1024 * 1024;

/** A step to load. A stored step has its key; a step made from a call has the call's id. */
type LoadedStep = Step & Partial<Pick<ListedStep, 'callId' | 'key'>>;

/** The parts of the console that the list uses. */
interface StepsDependencies {
  readonly calls: Pick<CallsState, 'find' | 'loadSessions' | 'opened' | 'runStep' | 'waitFor'>;
  readonly timeline: { readonly listedCalls: readonly Call[] };
  readonly stepRecorder: { readonly isRecording: boolean };
  readonly tools: Pick<ToolsState, 'check'>;
  readonly policy: Pick<AgentPolicyState, 'tools'>;
  readonly screen: ReadableScreen;
}

/** The one list of steps: recorded or loaded, edited, and run on the phone that is connected now. */
export class StepsState {
  list = $state.raw<readonly ListedStep[]>([]);
  source = $state.raw<StepSource>({ kind: 'calls' });
  /** The key of the step whose buttons are shown. */
  selectedKey = $state.raw<number | null>(null);
  /** The change that `undo` takes back. */
  lastChange = $state.raw<LastChange | null>(null);
  /** For screen readers: what was deleted or undone. */
  announcement = $state('');
  /** The key of the step that is being edited; null for none. */
  editedKey = $state.raw<number | null>(null);
  /** Saves the open form, or shows why it can't be saved; resolves to whether it was saved. Set by the form. */
  saveEdit: (() => Promise<boolean>) | null = null;
  /** Whether the user picks an element to check. */
  isPicking = $state(false);
  /** Whether the dialog of the export is open. */
  isExporting = $state(false);
  /** Whether an action was not started because the open form is invalid. */
  isEditRefused = $state(false);
  /** Why the last file was not opened. */
  error = $state.raw<WireError | null>(null);
  /** Why the last change was not stored. */
  keepError = $state.raw<WireError | null>(null);
  /** Whether the user edited or recorded the list. Such a list is stored with its session and replaced only on request. */
  isEdited = $state(false);

  readonly chosen = $derived(this.list.filter(({ chosen }) => chosen));
  /** The step that opens the screen on which the chosen steps begin; null if the first of them does so, or the screen is not known. */
  readonly startStep = $derived(startOf(this.chosen) ?? null);
  /** The index for the next step: after the last recorded or the selected step, or at the end. */
  readonly nextIndex = $derived.by(() => {
    const key = this.#console.stepRecorder.isRecording ? this.#recordedKey : this.selectedKey;
    const at = this.list.findIndex((step) => step.key === key);
    return at < 0 ? this.list.length : at + 1;
  });
  /** Whether the user still has to type a masked text of a chosen step. */
  readonly isTextMissing = $derived(this.chosen.some(isTextMissing));
  /** How many steps of the last complete run led to another screen than when they were recorded. */
  readonly otherScreens = $derived.by(() => {
    const { end } = this.run;
    const keys = end?.kind === 'complete' ? end.keys : [];
    return this.list.filter((step) => keys.includes(step.key) && isOtherScreen(step)).length;
  });

  readonly #console: StepsDependencies;
  readonly run: StepsRun;
  /** The session to which the steps belong; null for this tab's. */
  #sessionId: string | null = null;
  /** Whether the current list is stored. */
  #isKept = false;
  /** Starts above the keys of earlier page loads, which identify the stored screens of steps. */
  #lastKey = Date.now();
  #recordingSinceEpochMs = 0;
  /** The key of the step after which the next one is recorded; null for the end. */
  #recordedKey = $state.raw<number | null>(null);

  constructor(console: StepsDependencies) {
    this.#console = console;
    this.run = new StepsRun(this, console);
  }

  /**
   * Shows the steps of the session whose calls are listed: the edited steps stored with it, else its
   * calls. Keeps an edited list of the same session, or one that could not be stored.
   */
  async show(): Promise<void> {
    const sessionId = this.#shownSessionId;
    if (this.isEdited && (sessionId === this.#sessionId || !this.#isKept)) return;
    const { list } = this;
    // If the sessions can't be loaded, there are no stored steps.
    const sessions = await this.#console.calls.loadSessions().catch(() => null);
    const kept = sessions && (await sessions.readSteps(sessionId));
    // The list or the session may have changed meanwhile.
    if (this.list !== list || sessionId !== this.#shownSessionId) return;
    this.lastChange = null;
    this.#load(
      kept?.steps ?? stepsFromCalls(this.#console.timeline.listedCalls),
      kept?.source ?? { kind: 'calls' },
    );
    this.isEdited = kept !== null;
    this.#isKept = kept !== null;
  }

  /** Loads the listed calls as steps; those that failed or were refused are not chosen. */
  loadCalls(): void {
    const steps = stepsFromCalls(this.#console.timeline.listedCalls);
    this.#replace(steps, { kind: 'calls' }, strings.changes.fromTimeline);
  }

  /** The edited list of the session that is shown; null if there is none. */
  async editedSteps(): Promise<EditedSteps | null> {
    await this.show();
    if (!this.isEdited || this.#sessionId !== this.#shownSessionId) return null;
    const { source, steps } = this.#stored();
    // Keys are internal to the store.
    return { source, steps: steps.map(({ key: _, ...step }) => step) };
  }

  /** Stops a run and prepares the list for `addCall`: an edited list is continued, any other is replaced by an empty one. */
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
    this.#recordingSinceEpochMs = Date.now();
  }

  /** The packages of the apps that the steps before the next one use. */
  get usedApps(): readonly string[] {
    return this.list.slice(0, this.nextIndex).flatMap(appsOf);
  }

  /** Adds a call that was made while recording; other calls are ignored. */
  addCall(call: Call): void {
    // The steps of run_steps have been added as calls of their own.
    if (!isStep(call) || call.tool === 'run_steps') return;
    // The call may be the last one of a run that was stopped.
    if (call.startedAtEpochMs < this.#recordingSinceEpochMs) return;
    const [step] = stepsFromCalls([call]);
    if (step === undefined) return;
    // A failed call is listed with the reason.
    const added = { ...this.#listed(step), resultText: call.isError ? resultText(call) : '' };
    // A slow call may have begun before steps that are already listed.
    const later = this.list.findIndex(({ callId }) => callId !== null && callId > call.id);
    const at = later < 0 ? this.nextIndex : later;
    if (later < 0) this.#recordedKey = added.key;
    this.#remember(strings.changes.added(at + 1));
    this.list = withRecordedStep(this.list, at, added);
    this.keep();
  }

  /** Adds the screen after a call of this tab to the step made from it, if any, and compares it with that of the step that it ran. */
  addScreen(callId: number, screen: PictureData | null): void {
    const index = this.list.findIndex(({ runCallId }) => runCallId === callId);
    const ran = this.list[index];
    // A late picture matters only if what the screens show doesn't tell.
    if (ran && ran.state !== 'failed' && (ran.facts === null || ran.shownFacts !== null))
      void this.compareAfter(index, ran.shownFacts);
    this.#addRecorded(callId, { screen: atRest(screen) });
  }

  /** Adds what that screen showed. */
  addFacts(callId: number, facts: ScreenFacts): void {
    this.#addRecorded(callId, { facts });
  }

  #addRecorded(callId: number, seen: Partial<Pick<Step, 'screen' | 'facts'>>): void {
    const isOf = (step: ListedStep): boolean => step.callId === callId;
    if (this.#sessionId !== null || !this.list.some(isOf)) return;
    this.list = boundScreens(this.list.map((step) => (isOf(step) ? { ...step, ...seen } : step)));
    this.keep();
  }

  /** Compares the screen after a step, which shows this, with the recorded one. */
  async compareAfter(index: number, shown: ScreenFacts | null): Promise<void> {
    const step = this.list[index];
    if (step === undefined) return;
    const call = this.#console.calls.find(step.runCallId ?? -1);
    await this.#compare(step, step, { facts: shown, screen: atRest(call && screenAfter(call)) });
  }

  /** Compares the screen before a step that failed with the recorded one. */
  async compareBefore(call: Call, shown: ScreenFacts | null): Promise<void> {
    const index = this.list.findIndex(({ runCallId }) => runCallId === call.id);
    const step = this.list[index];
    if (step === undefined) return;
    const made = this.#console.calls.find(step.callId ?? -1);
    const screen = screenBefore(this.list, index, made);
    const recorded = { facts: this.list[index - 1]?.facts ?? null, screen };
    const found = atRest(call.before) ?? atRest(screenAfter(call));
    await this.#compare(step, recorded, { facts: shown, screen: found });
  }

  /** Compares by what the screens show, or by their pixels if that doesn't tell. */
  async #compare(
    { runCallId, touchedAt }: ListedStep,
    recorded: Pick<Step, 'screen' | 'facts'>,
    shown: Pick<Step, 'screen' | 'facts'>,
  ): Promise<void> {
    const words =
      recorded.facts && shown.facts
        ? screenDifference(recorded.facts, shown.facts, touchedAt?.label)
        : null;
    const share =
      words === null && recorded.screen && shown.screen
        ? await changedShare(recorded.screen, shown.screen).catch(() => null)
        : null;
    const difference = words ?? ((share ?? 0) > maxShare ? strings.differs(share ?? 0) : '');
    // The step may have been moved or run again meanwhile.
    const index = this.list.findIndex((step) => step.runCallId === runCallId);
    if (index >= 0) this.update(index, () => ({ difference, shownFacts: shown.facts }));
  }

  /** Makes the screen after the step's last run the recorded one. */
  useScreen(index: number, screen: PictureData): void {
    const step = this.list[index];
    if (step === undefined) return;
    this.#remember(strings.changes.screenUsed(index + 1));
    const { shownFacts: facts } = step;
    this.#change(this.list.with(index, { ...step, screen, facts, difference: '' }));
  }

  /** Loads the steps of a file; sets `error` if it is invalid. */
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
      // Also steps that were only made of calls: the user may not expect that they are replaced.
      if (this.list.length > 0) this.#remember(strings.changes.opened(name));
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

  /** Moves a step; returns whether the list changed. */
  move(from: number, to: number): boolean {
    const step = this.list[from];
    if (step === undefined || this.list[to] === undefined || from === to) return false;
    this.#remember(strings.changes.moved(from + 1));
    this.#change(this.list.toSpliced(from, 1).toSpliced(to, 0, step));
    return true;
  }

  /** Empties the list; `undo` restores it. */
  clear(): void {
    this.isEdited = true;
    this.#replace([], { kind: 'recording' }, strings.changes.cleared);
  }

  /** Deletes a step; `undo` restores it. Does not select the next step, whose buttons would appear under the pointer. */
  delete(index: number): void {
    const deleted = this.list[index];
    if (deleted === undefined) return;
    this.#remember(strings.changes.deleted(index + 1));
    this.announcement = strings.deleted(stepWords(this.#console.policy.tools, deleted).title);
    this.#change(this.list.toSpliced(index, 1));
  }

  /** Whether the last change can be undone now. */
  get canUndo(): boolean {
    return this.lastChange !== null && this.run.currentIndex === null;
  }

  /** Undoes the last change of the list, once; selects a step that was deleted. */
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

  /** Replaces a step's tool and arguments, unless the tool would refuse them; resolves to the problems. Never rejects. */
  async edit(key: number, step: StepCall): ReturnType<typeof problemsToShow> {
    const problems = await problemsToShow(this.#console.tools, step);
    if (problems.length > 0) return problems;
    const index = this.list.findIndex((each) => each.key === key);
    const before = this.list[index];
    if (before !== undefined) {
      const masked = keepMasked(step, before);
      const typedTexts = { ...before.typedTexts, ...masked.typedTexts };
      const { touchedAt } = before;
      const edited = {
        ...before,
        ...masked.step,
        // It may be another element now.
        touchedAt: touchedAt && { ...touchedAt, label: undefined },
        recordedEnd: 'done',
        ...notRun,
        typedTexts,
      } as const;
      this.#remember(strings.changes.edited(index + 1));
      this.#change(this.list.with(index, edited));
    }
    return [];
  }

  /** Inserts a step, unless its tool would refuse it; resolves to the problems. Never rejects. */
  async add(step: StepCall): ReturnType<typeof problemsToShow> {
    const problems = await problemsToShow(this.#console.tools, step);
    if (problems.length === 0) this.insert(step);
    return problems;
  }

  /** Saves the open form, then runs the action. If the form is invalid, it stays open and the action is not run. */
  async afterEdit(action: () => unknown): Promise<void> {
    this.isEditRefused = this.saveEdit !== null && !(await this.saveEdit());
    if (!this.isEditRefused) await action();
  }

  /** Saves the open form, then runs steps; see `afterEdit`. */
  async start(part: RunPart): Promise<void> {
    this.announcement = '';
    await this.afterEdit(() => this.run.start(part));
  }

  /** Inserts and selects a step. */
  insert(step: StepCall, at = this.nextIndex): void {
    const listed = this.#listed({ ...step, ...newStepFacts });
    this.#remember(strings.changes.added(at + 1));
    this.#change(this.list.toSpliced(at, 0, listed));
    this.selectedKey = listed.key;
    this.#recordedKey = listed.key;
  }

  /** Inserts a copy of the step after it, with the texts typed for its masked texts. */
  duplicate(index: number): void {
    const step = this.list[index];
    if (step === undefined) return;
    const { key: _key, ...facts } = step;
    const copy = { ...this.#listed({ ...facts, callId: null }), typedTexts: step.typedTexts };
    this.#remember(strings.changes.duplicated(index + 1));
    this.#change(this.list.toSpliced(index + 1, 0, copy));
    this.selectedKey = copy.key;
  }

  /** Changes a typed text or the result of a step. The list does not count as edited. */
  update(index: number, update: (step: ListedStep) => Partial<ListedStep>): void {
    this.list = this.list.map((step, each) =>
      each === index ? { ...step, ...update(step) } : step,
    );
  }

  /** Keeps the list from before a change, for `undo`. */
  #remember(words: string): void {
    const { list, source } = this;
    this.lastChange = { words, list, source, recordedKey: this.#recordedKey };
  }

  /** Applies the user's change of the list. */
  #change(list: readonly ListedStep[]): void {
    this.#recordedKey = keyLeft(list, this.list, this.#recordedKey);
    this.list = list;
    this.isEdited = true;
    this.run.end = endAfterChange(this.run.end, list);
    this.keep();
  }

  /** Stores an edited list with its session. A failure is in `keepError`. */
  keep(): void {
    if (this.isEdited) void this.#keep(this.#stored());
  }

  async #keep(steps: StoredSteps | null): Promise<void> {
    const { list } = this;
    const sessions = await this.#console.calls.loadSessions().catch(() => null);
    const error = (await sessions?.keepSteps(this.#sessionId, steps)) ?? null;
    if (this.list !== list) return;
    this.keepError = error;
    this.#isKept = sessions?.keepsCalls === true && error === null;
  }

  #stored(): StoredSteps {
    const steps = this.list.map(({ key, tool, arguments: args, ...step }) => {
      const { recordedEnd, screen, facts, touchedAt, chosen } = step;
      return { key, tool, arguments: args, recordedEnd, screen, facts, touchedAt, chosen };
    });
    return { source: this.source, steps };
  }

  get #shownSessionId(): string | null {
    return this.#console.calls.opened?.session.id ?? null;
  }

  /** Replaces the list; `undo` restores it if it was edited. */
  #replace(steps: readonly Step[], source: StepSource, words: string): void {
    if (this.isEdited && this.list.length > 0) this.#remember(words);
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
    // A call id of another session would be mistaken for one of this tab.
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
