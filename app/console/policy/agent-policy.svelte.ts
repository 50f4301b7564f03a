import type { ActiveCallInfo, AgentPolicy, ToolInfo } from '#core/link/messages.ts';
import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import { onStorageChange, recall, remember } from '../../ui/storage.ts';
import type { ConsoleWorker } from '../liveness/console-worker.svelte.ts';

/** The default policy: agents may do everything. */
export const allowAllPolicy: AgentPolicy = {
  paused: false,
  readOnly: false,
  askFirst: false,
  switchedOff: [],
};

/**
 * The stored policy; everything is allowed where none is stored. An unreadable value restricts
 * agents: the user may have wanted that.
 */
export function parsePolicy(text: string | null): AgentPolicy {
  if (text === null) return allowAllPolicy;
  const stored = parseObject(text);
  if (stored === null) return { ...allowAllPolicy, askFirst: true };
  const isOn = (name: string): boolean => (stored[name] ?? false) !== false;
  const names: unknown = stored['switchedOff'];
  return {
    paused: isOn('paused'),
    readOnly: isOn('readOnly'),
    askFirst: isOn('askFirst'),
    switchedOff: Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [],
  };
}

/** Whether the policy offers this tool to agents. */
export function isOffered(tool: ToolInfo, policy: AgentPolicy): boolean {
  if (policy.readOnly && tool.effect === 'act') return false;
  return !policy.switchedOff.includes(tool.name);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The result of the last Stop; null before it, and after Resume. */
type StopResult =
  | { readonly state: 'stopping' }
  | {
      readonly state: 'stopped';
      /** False if another tab ordered it. */
      readonly orderedHere: boolean;
      /**
       * The calls that were interrupted because the worker had to be replaced; null if it was not.
       */
      readonly interrupted: readonly ActiveCallInfo[] | null;
    };

/**
 * The rules for agents: kept in this browser, shared by all its tabs, and sent to the worker at
 * every change.
 */
export class AgentPolicyState {
  current = $state.raw<AgentPolicy>(parsePolicy(recall('controls')));
  /** Every tool of the registry; empty until the worker has sent them. */
  tools = $state.raw<readonly ToolInfo[]>([]);
  /** Why the tools could not be listed. */
  toolsError = $state.raw<WireError | null>(null);
  stopped = $state.raw<StopResult | null>(null);
  /** Why the worker did not accept the policy that is shown. */
  error = $state.raw<WireError | null>(null);
  /** The tools that the policy offers to agents. */
  readonly offered = $derived(this.tools.filter((tool) => isOffered(tool, this.current)));

  readonly #worker: ConsoleWorker;
  readonly #link: WorkerLink;
  readonly #onAskFirstChange: () => void;

  /** `onAskFirstChange` is called when asking first was turned on or off. */
  constructor(worker: ConsoleWorker, onAskFirstChange: () => void) {
    this.#worker = worker;
    this.#link = worker.link;
    this.#onAskFirstChange = onAskFirstChange;
  }

  /**
   * Sends the policy to the worker and follows the other tabs. Call it before any agent can call.
   */
  start(): void {
    void this.#sendPolicy();
    this.#link.call('listTools', null).then(
      (tools) => (this.tools = tools),
      (error: unknown) => (this.toolsError = toWire(error)),
    );
    onStorageChange('controls', (text) => this.#apply(parsePolicy(text)));
    onStorageChange('stopped-at', () => void this.#stopWorker(false));
  }

  /** Changes parts of the policy, here and in the other tabs. */
  change(changes: Partial<AgentPolicy>): void {
    const policy = { ...this.#storedPolicy(), ...changes };
    remember('controls', JSON.stringify(policy));
    this.#apply(policy);
  }

  /** Pauses or resumes agents. */
  setPaused(paused: boolean): void {
    this.change({ paused });
  }

  /** Switches a tool on or off for agents. */
  setOffered(name: string, offered: boolean): void {
    const others = this.#storedPolicy().switchedOff.filter((each) => each !== name);
    this.change({ switchedOff: offered ? others : [...others, name] });
  }

  /**
   * Pauses agents and ends every call, in all tabs. Never rejects: the result is reported in
   * `stopped`.
   */
  async stop(): Promise<void> {
    this.setPaused(true);
    remember('stopped-at', String(Date.now()));
    await this.#stopWorker(true);
  }

  async #stopWorker(orderedHere: boolean): Promise<void> {
    this.stopped = { state: 'stopping' };
    const interrupted = await this.#worker.stop();
    // The user may have pressed Resume meanwhile.
    this.stopped = this.current.paused ? { state: 'stopped', orderedHere, interrupted } : null;
  }

  /** The stored policy: another tab's last change may not have arrived as an event yet. */
  #storedPolicy(): AgentPolicy {
    const stored = recall('controls');
    return stored === null ? this.current : parsePolicy(stored);
  }

  #apply(policy: AgentPolicy): void {
    if (policy.askFirst !== this.current.askFirst) this.#onAskFirstChange();
    this.current = policy;
    if (!policy.paused) this.stopped = null;
    void this.#sendPolicy();
  }

  async #sendPolicy(): Promise<void> {
    try {
      await this.#link.call('setAgentPolicy', this.current);
      this.error = null;
    } catch (error) {
      this.error = toWire(error);
    }
  }
}
