import type { CallRecord, RunningCall } from '../../../core/link/messages.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { ControlsState } from '../controls/controls.svelte.ts';
import type { PlainCall } from './copy-as.ts';
import type { PickState } from './pick.svelte.ts';
import type { ToolsState } from './tools.svelte.ts';

/** The parts of the console that the tool forms use. */
export interface ToolsConsole {
  readonly tools: ToolsState;
  readonly controls: ControlsState;
  readonly phone: PhoneState;
  readonly pick: PickState;
  readonly timeline: {
    readonly running: readonly RunningCall[];
    readonly records: readonly CallRecord[];
    /** Runs a tool as the person. */
    run(name: string, given: PlainCall['given'], signal: AbortSignal): Promise<CallRecord>;
  };
}
