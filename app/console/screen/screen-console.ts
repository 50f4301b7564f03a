import type { CallsState } from '../calls/calls.svelte.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { ScreenState } from './screen.svelte.ts';
import type { TransfersState } from '../files/transfers.svelte.ts';
import type { QuestionsState } from '../policy/questions.svelte.ts';
import type { StepRecorder } from '../steps/step-recorder.svelte.ts';
import type { PickState } from '../tools/pick.svelte.ts';
import type { ChangedSettingsState } from './changed-settings.svelte.ts';
import type { LiveState } from './live.svelte.ts';
import type { RecordingState } from './recording.svelte.ts';
import type { TouchesState } from './touches/touches.svelte.ts';

/** The parts of the console that the screen panel uses. */
export interface ScreenConsole {
  readonly screen: ScreenState;
  readonly live: LiveState;
  readonly recording: RecordingState;
  readonly changedSettings: ChangedSettingsState;
  readonly touches: TouchesState;
  readonly pick: PickState;
  readonly phone: PhoneState;
  readonly questions: QuestionsState;
  readonly calls: CallsState;
  readonly stepRecorder: Pick<StepRecorder, 'isRecording' | 'steps'>;
  readonly transfers: TransfersState;
  readonly inspector: {
    /** Whether to move the focus to the elements. */
    isFocusRequested: boolean;
  };
  readonly layout: {
    /** The panel that is shown; null for the first. */
    readonly panel: string | null;
    showPhone(): void;
  };
  /** Starts or stops recording steps, and shows them. */
  recordSteps(on: boolean): Promise<void>;
}
