/** The commands of the steps: their buttons in the view of the steps and beside the screen. */
import { countLabel } from '../../ui/call-strings.ts';
import { unless, type Command } from '../../ui/command.ts';
import { undoKeys } from '../../ui/keys.ts';
import type { StepsState } from './steps.svelte.ts';

/** The parts of the console that the commands use. */
interface CommandsConsole {
  readonly phone: { readonly whyUnusable: string | null };
  readonly stepRecorder: { readonly isRecording: boolean; readonly steps: StepsState | null };
  readonly timeline: { openView: string };
}

/** Starts or stops recording steps. */
export function recordStepsCommand(
  console: Omit<CommandsConsole, 'timeline'> & { recordSteps(on: boolean): Promise<void> },
): Command {
  const { phone, stepRecorder } = console;
  const { isRecording } = stepRecorder;
  return {
    id: 'record-steps',
    label: isRecording ? 'Stop recording steps' : 'Record steps',
    word: 'record',
    isSuggested: true,
    synonyms: 'codegen macro script test recorder assert expect verify',
    isSeenElsewhere: true,
    cannotRun: isRecording ? null : phone.whyUnusable,
    async run() {
      await console.recordSteps(!isRecording);
      const count = stepRecorder.steps?.list.length ?? 0;
      return isRecording ? `Recording stopped: ${countLabel(count, 'step')}` : undefined;
    },
  };
}

/** Starts recording into an empty list; the steps that were there can be brought back by undo. */
export function newRecordingCommand(console: Parameters<typeof recordStepsCommand>[0]): Command {
  const { phone, stepRecorder } = console;
  const { steps, isRecording } = stepRecorder;
  return {
    id: 'new-recording',
    label: 'New recording of steps',
    shortLabel: 'New recording',
    synonyms: 'record again start over codegen',
    cannotRun:
      phone.whyUnusable ??
      unless(!isRecording, 'Stop recording first') ??
      unless(
        (steps?.list.length ?? 0) > 0,
        'There are no steps: “Record steps” starts a new list',
      ) ??
      unless(steps?.run.currentIndex === null, 'The steps are running'),
    async run() {
      await steps?.afterEdit(async () => {
        steps.clear();
        await console.recordSteps(true);
      });
    },
  };
}

/** Runs the steps that are selected, and shows the run. */
export function runStepsCommand({ phone, stepRecorder, timeline }: CommandsConsole): Command {
  const { steps, isRecording } = stepRecorder;
  return {
    id: 'run-steps',
    label: 'Run the steps',
    word: 'run steps',
    synonyms: 'play repeat again test macro script',
    cannotRun:
      unless((steps?.chosen.length ?? 0) > 0, 'No steps to run') ??
      phone.whyUnusable ??
      unless(!isRecording, 'Stop recording first') ??
      unless(steps?.run.currentIndex === null, 'The steps are running') ??
      unless(steps?.isTextMissing === false, 'Enter the masked text of the selected steps first'),
    run() {
      timeline.openView = 'steps';
      void steps?.start('all');
    },
  };
}

/** Lets the user pick an element that the next step checks. */
export function addCheckCommand(console: CommandsConsole): Command {
  const { steps } = console.stepRecorder;
  return {
    id: 'add-check',
    label: 'Add a check to the steps',
    shortLabel: 'Check…',
    help: 'Choose what must appear or disappear before the next step',
    synonyms: 'wait for expect assert verify',
    cannotRun:
      console.phone.whyUnusable ??
      unless(steps !== null, 'Open the steps first') ??
      unless(steps?.run.currentIndex === null, 'The steps are running'),
    run() {
      console.timeline.openView = 'steps';
      if (steps) steps.isPicking = !steps.isPicking;
    },
  };
}

/** Exports the steps that are selected. */
export function exportStepsCommand(console: CommandsConsole): Command {
  const { steps } = console.stepRecorder;
  return {
    id: 'export-steps',
    label: 'Export the steps',
    shortLabel: 'Export',
    synonyms: 'save download maestro appium python test script json',
    cannotRun:
      unless((steps?.chosen.length ?? 0) > 0, 'No steps to export') ??
      unless(steps?.run.currentIndex === null, 'The steps are running'),
    run() {
      console.timeline.openView = 'steps';
      void steps?.afterEdit(() => (steps.isExporting = true));
    },
  };
}

/** Stops the run of the steps. */
export function stopStepsCommand(steps: StepsState | null): Command {
  return {
    id: 'stop-steps',
    label: 'Stop running the steps',
    synonyms: 'cancel end abort',
    cannotRun: unless((steps?.run.currentIndex ?? null) !== null, 'No steps are running'),
    run: () => void steps?.run.stop(),
  };
}

/** Undoes the last change to the steps. `steps` is null before they are loaded. */
export function undoStepsCommand(steps: StepsState | null): Command {
  return {
    id: 'undo-steps',
    label: 'Undo the last change to the steps',
    shortLabel: 'Undo',
    keys: undoKeys,
    synonyms: 'undo deleted moved edited revert',
    cannotRun: unless(steps?.canUndo === true, 'Nothing to undo'),
    run: () => steps?.undo(),
  };
}
