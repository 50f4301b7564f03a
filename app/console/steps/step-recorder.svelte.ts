import { toWire, type WireError } from '#core/errors.ts';
import type { Call } from '#core/call.ts';
import type { Size } from '#core/geometry.ts';
import type { ShownText } from '#core/link/call.ts';
import type { UserInputEvent } from '#core/link/live.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { CallsState } from '../calls/calls.svelte.ts';
import type { PhoneState } from '../connect/phone.svelte.ts';
import type { AgentPolicyState } from '../policy/agent-policy.svelte.ts';
import type { PickState } from '../tools/pick.svelte.ts';
import type { ToolsState } from '../tools/tools.svelte.ts';
import type { ReadableScreen } from './run-steps.ts';
import type { StepsState } from './steps.svelte.ts';

/** The parts of the console that the steps use. */
export interface StepsConsole {
  readonly calls: CallsState;
  readonly stepRecorder: StepRecorder;
  readonly tools: ToolsState;
  readonly policy: AgentPolicyState;
  readonly phone: PhoneState;
  readonly pick: PickState;
  /** The calls from which steps can be made, newest first. */
  readonly timeline: { readonly listedCalls: readonly Call[]; openView: string };
  /** `inputCount` grows with each input that the user sends to the phone. */
  readonly live: {
    readonly inputCount: number;
    /** Of the live picture, in the phone's current rotation; null without one. */
    readonly size: Size | null;
    send(event: UserInputEvent): unknown;
  };
  /** The screen as last read. */
  readonly screen: ReadableScreen;
}

/** Records input and calls as steps. The list of steps is loaded when it is first shown or recorded. */
export class StepRecorder {
  /** The list; null until it is loaded. */
  steps = $state.raw<StepsState | null>(null);
  isRecording = $state(false);
  /** Why the recording could not be started or ended. */
  error = $state.raw<WireError | null>(null);
  readonly #link: WorkerLink;
  readonly #calls: CallsState;

  constructor(link: WorkerLink, calls: CallsState) {
    this.#link = link;
    this.#calls = calls;
    calls.follow({
      added: (call) => {
        if (this.isRecording) this.steps?.addCall(call);
      },
      screenAdded: (id, screen) => this.steps?.addScreen(id, screen),
      factsAdded: (id, facts) => this.steps?.addFacts(id, facts),
    });
  }

  /** Loads the list of steps once. Rejects if its script can't be loaded. */
  async loadSteps(console: StepsConsole): Promise<StepsState> {
    const { StepsState: Steps } = await import('./steps.svelte.ts');
    return (this.steps ??= new Steps(console));
  }

  /** Starts or ends the recording. A failure is in `error`. */
  async record(console: StepsConsole, on: boolean): Promise<void> {
    this.error = null;
    try {
      const steps = await this.loadSteps(console);
      if (on) {
        // Steps are recorded into this tab's session.
        this.#calls.opened = null;
        await steps.beginRecording();
        this.isRecording = true;
      }
      await this.#link.call('recordInput', { on, usedApps: steps.usedApps });
      if (!on) this.isRecording = false;
    } catch (thrown) {
      this.isRecording = false;
      this.error = toWire(thrown);
    }
  }

  /** Finishes the step that is being recorded, so that a step added now comes after it. Resolves to the texts that disappeared with it. */
  async finishStep(): Promise<readonly ShownText[]> {
    if (!this.isRecording) return [];
    await this.#link.call('recordInput', {});
    return await this.#link.call('listGoneTexts', null);
  }
}
