import type { BridgeState } from '../agents/bridge.svelte.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { AgentPolicyState } from '../controls/controls.svelte.ts';
import type { ToolsState } from '../tools/tools.svelte.ts';
import type { TimelineState } from './timeline.svelte.ts';

/** The parts of the console that the timeline, its export and its replay use. */
export interface TimelineConsole {
  readonly timeline: TimelineState;
  readonly tools: ToolsState;
  readonly policy: AgentPolicyState;
  readonly phone: PhoneState;
  readonly bridge: BridgeState;
}
