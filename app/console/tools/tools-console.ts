import type { CallRecord, ActiveCallInfo } from '../../../core/link/messages.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { AgentPolicyState } from '../controls/controls.svelte.ts';
import type { PlainCall } from './copy-as.ts';
import type { PickState } from './pick.svelte.ts';
import type { ToolsState } from './tools.svelte.ts';

/** The parts of the console that the tool forms use. */
export interface ToolsConsole {
  readonly tools: ToolsState;
  readonly policy: AgentPolicyState;
  readonly phone: PhoneState;
  readonly pick: PickState;
  readonly timeline: {
    readonly running: readonly ActiveCallInfo[];
    readonly records: readonly CallRecord[];
    /** Runs a tool as the person. */
    runTool(name: string, args: PlainCall['args'], signal: AbortSignal): Promise<CallRecord>;
  };
}
