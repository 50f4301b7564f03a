import type { Call, StepCall } from '#core/call.ts';
import type { ArgumentProblem } from '#core/link/call.ts';
import type { PhoneInfo } from '#core/link/phone-status.ts';
import type { CallsState } from '../calls/calls.svelte.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { AgentPolicyState } from '../policy/agent-policy.svelte.ts';
import type { PlainCall } from './call-snippets.ts';
import type { PickState } from './pick.svelte.ts';

/** An app to open, as a person chooses it; its name is the package where the phone reported none. */
export interface OpenableApp {
  readonly packageName: string;
  readonly name: string;
}

/** The parts of the console that the tool forms use. */
export interface ToolsConsole {
  readonly tools: {
    /** Records that the user runs this tool. */
    recordUse(name: string): void;
    check(call: PlainCall, signal: AbortSignal): Promise<readonly ArgumentProblem[]>;
    bestSelector(id: string): Promise<string | null>;
    /** The apps of this phone as last read; empty before. */
    appsOf(phone: PhoneInfo | null): readonly OpenableApp[];
    readApps(phone: PhoneInfo | null, signal: AbortSignal): Promise<readonly OpenableApp[]>;
    /** The permissions that this app requests, as last read; empty before. */
    permissionsOf(phone: PhoneInfo | null, app: string): readonly string[];
    /** The settings of this phone as last read, by their names in set_device; empty before. */
    settingsOf(phone: PhoneInfo | null): { readonly [name: string]: unknown };
    readSettings(phone: PhoneInfo | null, signal: AbortSignal): Promise<void>;
    readPermissions(phone: PhoneInfo | null, app: string, signal: AbortSignal): Promise<void>;
  };
  readonly policy: AgentPolicyState;
  readonly phone: PhoneState;
  readonly pick: PickState;
  readonly calls: CallsState;
  /** The settings of the phone that tools have changed; absent, as what follows, for the form of a step. */
  readonly changedSettings?: { readonly names: readonly string[] };
  /** Shows a call in the Timeline. */
  showCall?(call: Call): void;
  /** The steps that are chosen in the Timeline, as run_steps takes them. */
  recordedSteps?(): Promise<readonly StepCall[]>;
}
