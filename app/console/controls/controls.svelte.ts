import { toWire, type WireError } from '../../../core/errors.ts';
import type { WorkerLink } from '../../../core/link/link.ts';
import type { Controls, RunningCall, ToolInfo } from '../../../core/link/messages.ts';
import { onRemembered, recall, remember } from '../../ui/storage.ts';
import type { ConsoleWorker } from '../liveness/console-worker.svelte.ts';
import { isOffered, parseControls } from './stored-controls.ts';

/** What came of the last Stop; null before it, and after going on. */
type StopOutcome =
  | { readonly state: 'stopping' }
  | {
      readonly state: 'stopped';
      /** False where another tab gave the order. */
      readonly here: boolean;
      /** Where the worker had to be replaced: what it was at. */
      readonly cut: readonly RunningCall[] | null;
    };

/**
 * What the person lets agents do: kept in this browser, the same in all its tabs, and told to the
 * worker at every change.
 */
export class ControlsState {
  current = $state.raw<Controls>(parseControls(recall('controls')));
  /** Every tool of the registry; empty until the worker has told. */
  tools = $state.raw<readonly ToolInfo[]>([]);
  /** Why there is no list of tools. */
  toolsError = $state.raw<WireError | null>(null);
  stopped = $state.raw<StopOutcome | null>(null);
  /** Why the worker does not obey what is shown. */
  error = $state.raw<WireError | null>(null);
  /** The tools that agents are offered now. */
  readonly offered = $derived(this.tools.filter((tool) => isOffered(tool, this.current)));

  readonly #worker: ConsoleWorker;
  readonly #link: WorkerLink;
  readonly #onAskFirst: () => void;

  /** `onAskFirst` hears that asking was turned on or off. */
  constructor(worker: ConsoleWorker, onAskFirst: () => void) {
    this.#worker = worker;
    this.#link = worker.link;
    this.#onAskFirst = onAskFirst;
  }

  /** Puts the controls in force, and follows the other tabs. Must come before any agent can call. */
  start(): void {
    void this.#tell();
    this.#link.call('listTools', null).then(
      (tools) => (this.tools = tools),
      (error: unknown) => (this.toolsError = toWire(error)),
    );
    onRemembered('controls', (text) => this.#follow(parseControls(text)));
    onRemembered('stopped-at', () => void this.#stopHere(false));
  }

  /** Changes some of the controls, here and in the other tabs. */
  change(changes: Partial<Controls>): void {
    const controls = { ...this.#latest(), ...changes };
    remember('controls', JSON.stringify(controls));
    this.#follow(controls);
  }

  /** Lets agents go on, or makes them wait. */
  setPaused(paused: boolean): void {
    this.change({ paused });
  }

  /** Offers a tool to agents, or no longer. */
  setOffered(name: string, offered: boolean): void {
    const others = this.#latest().switchedOff.filter((each) => each !== name);
    this.change({ switchedOff: offered ? others : [...others, name] });
  }

  /** Pauses agents and ends every call, in all tabs; never rejects: what came of it stands in `stopped`. */
  async stop(): Promise<void> {
    this.setPaused(true);
    remember('stopped-at', String(Date.now()));
    await this.#stopHere(true);
  }

  async #stopHere(here: boolean): Promise<void> {
    this.stopped = { state: 'stopping' };
    const cut = await this.#worker.stop();
    // The person may have pressed Resume meanwhile.
    this.stopped = this.current.paused ? { state: 'stopped', here, cut } : null;
  }

  /** What another tab has changed last may not have been heard yet. */
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
