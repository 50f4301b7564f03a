import { isJsonArray, ownMember, type Json } from '#app/ui/json.ts';
import { Mask, maskedText } from '#app/ui/mask-secrets.ts';
import { describeThrown, toWire, type WireError } from '#core/errors.ts';
import type { CallRecord, PictureData } from '#core/link/messages.ts';
import type { ToolsState } from '../../tools/tools.svelte.ts';
import type { AgentPolicyState } from '../../policy/agent-policy.svelte.ts';
import { parameterNames } from '../export/exported-call.ts';
import type { StoredSteps } from '../runs/run-store.ts';
import type { OpenedRun, RunsState } from '../runs/runs.svelte.ts';
import {
  isStep,
  maskedTexts,
  parseSteps,
  stepsFromCalls,
  newStepFacts,
  type CallStep,
  type KeptSteps,
  type RecordedStep,
  type StepSource,
} from '../recorded-steps.ts';
import { stepStrings as strings } from './strings.ts';
import type { TimelineCall } from '../timeline-calls.ts';
import { maskSteps } from './masked-texts.ts';
import { problemsOf, StepsRun, type RunTimeline, type StartOfRun } from './steps-run.svelte.ts';
import type { ListedStep } from './run-steps.ts';

/** Larger than any recording. */
const maxFileBytes = 50 * 1024 * 1024;
/** What the steps' screens may take, in bytes: those of about 200 steps. */
const maxScreenBytes = 20_000_000;

/** A step that is loaded; a kept one is chosen or not, and has its key. */
type LoadedStep = RecordedStep & Partial<Pick<ListedStep, 'chosen' | 'key'>>;

/** The list before a change that the user can undo. */
interface Undo {
  readonly list: readonly ListedStep[];
  readonly source: StepSource;
  /** The step that was deleted; null where the whole list was replaced. */
  readonly deleted: ListedStep | null;
}

/** What the steps need of the console. */
interface StepsDependencies {
  readonly timeline: RunTimeline & {
    readonly isRecording: boolean;
    readonly listedCalls: readonly TimelineCall[];
    readonly openedRun: OpenedRun | null;
    readonly secrets: readonly string[];
    loadRuns(): Promise<Pick<RunsState, 'keepsCalls' | 'readSteps' | 'keepSteps'>>;
  };
  readonly tools: Pick<ToolsState, 'check'>;
  readonly policy: Pick<AgentPolicyState, 'tools'>;
}

/** The one list of steps: recorded or loaded, edited, and run on the phone that is connected now. */
export class StepsState {
  list = $state.raw<readonly ListedStep[]>([]);
  source = $state.raw<StepSource>({ kind: 'calls' });
  /** The key of the step whose buttons are shown. */
  selectedKey = $state.raw<number | null>(null);
  undoable = $state.raw<Undo | null>(null);
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
  /** Whether the list is the user's work, which is kept with its run and never replaced unasked. */
  isEdited = $state(false);

  readonly chosen = $derived(this.list.filter(({ chosen }) => chosen));
  /** Whether a masked text of a chosen step is still to be typed. */
  readonly isTextMissing = $derived(this.chosen.some(isTextMissing));

  /** Masks the secrets of all calls and steps: a text that may be a password is shown nowhere. */
  readonly mask = $derived.by(() => {
    const own = this.list.flatMap(({ secrets }) => secrets);
    return new Mask([...this.#timeline.secrets, ...own], parameterNames(this.#policy.tools));
  });

  readonly #timeline: StepsDependencies['timeline'];
  readonly #tools: Pick<ToolsState, 'check'>;
  readonly #policy: StepsDependencies['policy'];
  readonly run: StepsRun;
  /** The kept run to which the steps belong; null for this tab's. */
  #runId: string | null = null;
  /** Whether the browser keeps the list as it is. */
  #isKept = false;
  /** Larger than those of earlier visits, by which the screens of kept steps are stored. */
  #lastKey = Date.now();
  #recordingSinceEpochMs = 0;
  /** When the last recorded step ended. */
  #lastEndEpochMs: number | null = null;

  constructor({ timeline, tools, policy }: StepsDependencies) {
    this.#timeline = timeline;
    this.#tools = tools;
    this.#policy = policy;
    this.run = new StepsRun(this, { timeline, tools });
  }

  /**
   * Shows the steps of the run whose calls are listed: the edited ones that are kept with it, else its
   * calls. An edited list of the same run, or one that is kept nowhere, stays.
   */
  async show(): Promise<void> {
    const runId = this.#shownRunId;
    if (this.isEdited && (runId === this.#runId || !this.#isKept)) return;
    const { list } = this;
    // Without the script that keeps runs there are no kept ones.
    const runs = await this.#timeline.loadRuns().catch(() => null);
    const kept = runs && (await runs.readSteps(runId));
    // It may have changed meanwhile.
    if (this.list !== list || runId !== this.#shownRunId) return;
    this.#load(
      kept?.steps.map((step) => ({ ...step, callId: null, secrets: [] })) ??
        stepsFromCalls(this.#timeline.listedCalls),
      kept?.source ?? { kind: 'calls' },
    );
    this.isEdited = this.#isKept = kept !== null;
  }

  /** Loads the listed calls as steps; those that failed or were refused are not chosen. */
  loadCalls(): void {
    this.#replace(stepsFromCalls(this.#timeline.listedCalls), { kind: 'calls' });
  }

  /** The edited list of the run that is shown, masked; null where there is none. */
  async editedSteps(): Promise<KeptSteps | null> {
    await this.show();
    return this.isEdited && this.#runId === this.#shownRunId ? this.#masked() : null;
  }

  /** Ends a run. Then `addCall` adds to the user's list; one that is only made of calls gives way to an empty one. */
  async beginRecording(): Promise<void> {
    await this.run.stop();
    await this.saveEdit?.();
    await this.show();
    if (this.isEdited) {
      this.#runId = this.#shownRunId;
      this.error = this.run.end = null;
      // Undoing a deletion afterwards would drop the steps that are recorded now.
      if (this.undoable?.deleted) this.undoable = null;
    } else this.#replace([], { kind: 'recording' });
    this.#lastEndEpochMs = null;
    this.#recordingSinceEpochMs = Date.now();
  }

  /** Adds a call that was made while recording; other calls are ignored. */
  addCall(call: CallRecord): void {
    // The whole call of several steps comes after them.
    if (!isStep(call) || call.tool === 'run_steps') return;
    // As the call with which a run was stopped.
    if (call.startedAtEpochMs < this.#recordingSinceEpochMs) return;
    const [step] = stepsFromCalls([call]);
    if (step === undefined) return;
    const sinceMs = call.startedAtEpochMs - (this.#lastEndEpochMs ?? call.startedAtEpochMs);
    this.#lastEndEpochMs = call.startedAtEpochMs + call.durationMs;
    // What the phone has not got is listed with the reason.
    const resultText = call.isError ? call.text : '';
    const added = { ...this.#listed({ ...step, gapMs: Math.max(0, sinceMs) }), resultText };
    // What takes longer to report may have begun before the last one.
    const later = this.list.findIndex(({ callId }) => callId !== null && callId > call.id);
    this.list = this.list.toSpliced(later < 0 ? this.list.length : later, 0, added);
    this.keep();
  }

  /** Adds the screen after a call of this tab to the step that was made of it, if any. */
  addScreen(callId: number, screen: PictureData | null): void {
    const isOf = (step: ListedStep): boolean => step.callId === callId;
    if (this.#runId !== null || !this.list.some(isOf)) return;
    this.list = boundScreens(this.list.map((step) => (isOf(step) ? { ...step, screen } : step)));
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
    if ('steps' in result) this.#replace(result.steps, { kind: 'file', name: file.name });
    else if (result.fault === 'not-step') this.#rejectFile(file, strings.notStep(result.at));
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
    this.#change(this.list.toSpliced(from, 1).toSpliced(to, 0, step));
    return true;
  }

  /** Empties the list, which `undo` brings back. */
  clear(): void {
    const before = { list: this.list, source: this.source, deleted: null };
    this.#replace([], { kind: 'recording' });
    this.undoable = before;
  }

  /** Deletes a step, which `undo` brings back. */
  delete(index: number): void {
    const [step, undo] = [this.list[index], { list: this.list, source: this.source }];
    if (step === undefined) return;
    this.#change(this.list.toSpliced(index, 1));
    this.undoable = { ...undo, deleted: step };
    this.selectedKey = (this.list[index] ?? this.list.at(-1))?.key ?? null;
  }

  /** Brings the deleted step back, or the replaced list in exchange for the present one. */
  undo(): void {
    if (this.undoable === null) return;
    const { list, source, deleted } = this.undoable;
    const replaced = { list: this.list, source: this.source, deleted: null };
    this.source = source;
    this.#change(list);
    // What was recorded since then must not be lost.
    if (deleted === null && replaced.list.length > 0) this.undoable = replaced;
    this.selectedKey = deleted?.key ?? null;
  }

  /** Replaces a step's tool and arguments, unless the tool would refuse them; resolves with why, empty if not. Never rejects. */
  async edit(key: number, step: CallStep): ReturnType<typeof problemsOf> {
    const checking = problemsOf(this.#tools, step, new AbortController().signal);
    const problems = await checking.catch((error: unknown) => [
      { path: [], message: toWire(error).message, isMissing: false },
    ]);
    if (problems.length > 0) return problems;
    const index = this.list.findIndex((each) => each.key === key);
    const edited = { ...step, recordedEnd: 'done', state: 'pending', resultText: '' } as const;
    const before = this.list[index];
    if (before !== undefined) {
      const secrets = [...before.secrets, ...filledMasks(before, step, this.#timeline.secrets)];
      this.#change(this.list.with(index, { ...before, ...edited, secrets }));
    }
    return [];
  }

  /** Does this with the steps as the user sees them: saves what is being edited first; if that is not valid, it stays open and nothing is done. */
  async afterEdit(action: () => unknown): Promise<void> {
    this.isEditRefused = this.saveEdit !== null && !(await this.saveEdit());
    if (!this.isEditRefused) await action();
  }

  /** Runs steps as the user sees them, as `afterEdit` does. */
  async start(part: StartOfRun): Promise<void> {
    await this.afterEdit(() => this.run.start(part));
  }

  /** Inserts a step after the one that is selected, or at the end. */
  insert(step: CallStep): void {
    const selected = this.list.findIndex(({ key }) => key === this.selectedKey);
    const at = selected < 0 || this.#timeline.isRecording ? this.list.length : selected + 1;
    const listed = this.#listed({ ...step, ...newStepFacts });
    this.#change(this.list.toSpliced(at, 0, listed));
    this.selectedKey = listed.key;
  }

  /** Changes a step without touching what the user made of it: what they typed for it, and its result. */
  update(index: number, update: (step: ListedStep) => Partial<ListedStep>): void {
    this.list = this.list.map((step, each) =>
      each === index ? { ...step, ...update(step) } : step,
    );
  }

  /** A change of the user's. */
  #change(list: readonly ListedStep[]): void {
    this.list = list;
    this.isEdited = true;
    this.undoable = this.run.end = null;
    this.keep();
  }

  /** Keeps the list with its run, if it is the user's work. A failure is in `keepError`. */
  keep(): void {
    if (this.isEdited) void this.#keep(this.#masked());
  }

  async #keep(steps: StoredSteps | null): Promise<void> {
    const { list } = this;
    const runs = await this.#timeline.loadRuns().catch(() => null);
    const error = (await runs?.keepSteps(this.#runId, steps)) ?? null;
    if (this.list !== list) return;
    this.keepError = error;
    this.#isKept = runs?.keepsCalls === true && error === null;
  }

  #masked(): StoredSteps {
    const { secrets } = this.#timeline;
    const masked = maskSteps(this.list, { secrets, tools: this.#policy.tools });
    const steps = masked.map(({ key, tool, arguments: args, ...step }) => {
      const { gapMs, recordedEnd, screen, touchedAt, chosen } = step;
      return { key, tool, arguments: args, gapMs, recordedEnd, screen, touchedAt, chosen };
    });
    return { source: this.source, steps };
  }

  get #shownRunId(): string | null {
    return this.#timeline.openedRun?.run.id ?? null;
  }

  /** Replaces the list, which `undo` brings back if it was the user's work. */
  #replace(steps: readonly RecordedStep[], source: StepSource): void {
    const before = { list: this.list, source: this.source, deleted: null };
    const wasEdited = this.isEdited && this.list.length > 0;
    this.#load(steps, source);
    if (wasEdited) this.undoable = before;
    void this.#keep(this.isEdited ? this.#masked() : null);
  }

  #load(steps: readonly LoadedStep[], source: StepSource): void {
    this.error = this.undoable = this.selectedKey = this.keepError = this.run.end = null;
    this.source = source;
    this.#runId = this.#shownRunId;
    this.isEdited = source.kind !== 'calls';
    this.list = boundScreens(steps.map((step) => this.#listed(step)));
  }

  #listed(step: LoadedStep): ListedStep {
    const chosen = step.recordedEnd === 'done';
    const result = { state: 'pending', resultText: '', runCallId: null } as const;
    return { key: ++this.#lastKey, chosen, ...step, ...result, typedTexts: {} };
  }

  #rejectFile({ name }: File, reason: string): void {
    const message = strings.notOpened(name, reason);
    this.error = { code: 'invalid-argument', message, hint: strings.notOpenedHint };
  }
}

/** What was typed in place of masked texts, which is as secret. */
function filledMasks(
  before: ListedStep,
  { arguments: args }: CallStep,
  secrets: readonly string[],
): readonly string[] {
  const [shown] = maskSteps([before], { secrets, tools: [] });
  return maskedTexts(shown ?? before).flatMap(({ path }) => {
    const value = path.reduce<Json | undefined>(
      (each, name) => (isJsonArray(each) ? each[Number(name)] : ownMember(each, String(name))),
      args,
    );
    return typeof value === 'string' && value !== '' && value !== maskedText ? [value] : [];
  });
}

/** The steps; without the screens of those before which others take `maxScreenBytes`. */
function boundScreens(list: readonly ListedStep[]): readonly ListedStep[] {
  let bytes = 0;
  return list.map((step) => {
    bytes += step.screen?.bytes.length ?? 0;
    return bytes > maxScreenBytes && step.screen !== null ? { ...step, screen: null } : step;
  });
}

/** Whether a masked text of the step is still to be typed. */
export function isTextMissing(step: ListedStep): boolean {
  return maskedTexts(step).some(({ key }) => !step.typedTexts[key]);
}
