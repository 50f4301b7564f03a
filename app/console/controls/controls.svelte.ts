import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { Controls, RunningCall, ToolInfo } from '../../../core/link/messages.ts';
import { onRemembered, recall, remember } from '../../ui/storage.ts';
import type { ConsoleWorker } from '../liveness/console-worker.svelte.ts';
import { isOffered, parseControls } from './stored-controls.ts';

/** The result of the last Stop; null before it, and after Resume. */
type StopOutcome =
  | { readonly state: 'stopping' }
  | {
      readonly state: 'stopped';
      /** False if another tab ordered it. */
      readonly here: boolean;
      /**
       * The calls that were interrupted because the worker had to be replaced; null if it was not.
       */
      readonly cut: readonly RunningCall[] | null;
    };

/**
 * The rules for agents: kept in this browser, shared by all its tabs, and sent to the worker at
 * every change.
 */
export class ControlsState {
  current = $state.raw<Controls>(parseControls(recall('controls')));
  /** Every tool of the registry; empty until the worker has sent them. */
  tools = $state.raw<readonly ToolInfo[]>([]);
  /** Why the tools could not be listed. */
  toolsError = $state.raw<WireError | null>(null);
  stopped = $state.raw<StopOutcome | null>(null);
  /** Why the worker did not accept the policy that is shown. */
  error = $state.raw<WireError | null>(null);
  /** The tools that the policy offers to agents. */
  readonly offered = $derived(this.tools.filter((tool) => isOffered(tool, this.current)));

  readonly #worker: ConsoleWorker;
  readonly #link: WorkerLink;
  readonly #onAskFirst: () => void;

  /** `onAskFirstChange` is called when asking first was turned on or off. */
  constructor(worker: ConsoleWorker, onAskFirst: () => void) {
    this.#worker = worker;
    this.#link = worker.link;
    this.#onAskFirst = onAskFirst;
  }

  /**
   * Sends the policy to the worker and follows the other tabs. Call it before any agent can call.
   */
  start(): void {
    void this.#tell();
    this.#link.call('listTools', null).then(
      (tools) => (this.tools = tools),
      (error: unknown) => (this.toolsError = toWire(error)),
    );
    onRemembered('controls', (text) => this.#follow(parseControls(text)));
    onRemembered('stopped-at', () => void this.#stopHere(false));
  }

  /** Changes parts of the policy, here and in the other tabs. */
  change(changes: Partial<Controls>): void {
    const controls = { ...this.#latest(), ...changes };
    remember('controls', JSON.stringify(controls));
    this.#follow(controls);
  }

  /** Pauses or resumes agents. */
  setPaused(paused: boolean): void {
    this.change({ paused });
  }

  /** Switches a tool on or off for agents. */
  setOffered(name: string, offered: boolean): void {
    const others = this.#latest().switchedOff.filter((each) => each !== name);
    this.change({ switchedOff: offered ? others : [...others, name] });
  }

  /**
   * Pauses agents and ends every call, in all tabs. Never rejects: the result is reported in
   * `stopped`.
   */
  async stop(): Promise<void> {
    this.setPaused(true);
    remember('stopped-at', String(Date.now()));
    await this.#stopHere(true);
  }

  async #stopHere(here: boolean): Promise<void> {
    this.stopped = { state: 'stopping' };
    const cut = await this.#worker.stop();
    // The user may have pressed Resume meanwhile.
    this.stopped = this.current.paused ? { state: 'stopped', here, cut } : null;
  }

  /** The stored policy: another tab's last change may not have arrived as an event yet. */
  #latest(): Controls {
    const kept = recall('controls');
    return kept === null ? this.current : parseControls(kept);
  }

  #follow(controls: Controls): void {
    if (controls.askFirst !== this.current.askFirst) this.#onAskFirst();
    this.current = controls;
    if (!controls.paused) this.stopped = null;
    void this.#tell();
  }

  async #tell(): Promise<void> {
    try {
      await this.#link.call('setControls', this.current);
      this.error = null;
    } catch (error) {
      this.error = toWire(error);
    }
  }
}
