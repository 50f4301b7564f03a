import type { ActiveCallInfo, ToolInfo } from '#core/link/messages.ts';
import {
  type AgentPolicy,
  type PolicyRule,
  type RiskLevel,
  defaultPolicy,
  hasSameRules,
  isOffered,
} from '#core/link/policy.ts';
import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import { isJsonArray, isObject, membersOf, parseJson, textsIn, type Json } from '../../ui/json.ts';
import { onStorageChange, recall, remember } from '../../ui/storage.ts';
import type { ConsoleWorker } from '../liveness/console-worker.svelte.ts';

/** The rules when the stored ones can't be read: the user may have restricted agents. */
const cautiousRules = { ...defaultPolicy.rules, act: 'ask' } as const;

/** The stored policy, or the default one. An unclear value restricts agents. */
export function parsePolicy(text: string | null): AgentPolicy {
  if (text === null) return defaultPolicy;
  const stored = parseJson(text);
  if (!isObject(stored)) return { ...defaultPolicy, rules: cautiousRules };
  const paused = isOn(stored['paused']);
  if (!('rules' in stored)) return { paused, ...parseSwitches(stored) };
  const { rules } = stored;
  if (!isObject(rules)) return { ...defaultPolicy, paused, rules: cautiousRules };
  const ruleOf = (level: RiskLevel): PolicyRule =>
    parseRule(rules[level] ?? defaultPolicy.rules[level]);
  const toolRules = Object.entries(membersOf(stored['toolRules']));
  return {
    paused,
    rules: { look: ruleOf('look'), act: ruleOf('act'), risk: ruleOf('risk') },
    toolRules: Object.fromEntries(toolRules.map(([name, rule]) => [name, parseRule(rule)])),
    allTools: stored['allTools'] === true,
    blocked: parseBlocked(stored['blocked']),
  };
}

/** Reads what earlier versions stored: switches for read-only and for asking first, and the tools that are off. */
function parseSwitches({
  readOnly,
  askFirst,
  switchedOff,
}: Readonly<Record<string, unknown>>): Omit<AgentPolicy, 'paused'> {
  const whenActing = isOn(askFirst) ? 'ask' : 'allow';
  return {
    rules: { ...defaultPolicy.rules, act: isOn(readOnly) ? 'off' : whenActing },
    toolRules: Object.fromEntries(textsIn(switchedOff).map((name) => [name, 'off'])),
    allTools: false,
    blocked: [],
  };
}

/** The blocked agents; only those whose name and origin are clear can be found again. */
function parseBlocked(stored: Json | undefined): AgentPolicy['blocked'] {
  if (!isJsonArray(stored)) return [];
  return stored.flatMap((each) => {
    const { agent, from } = membersOf(each);
    const isOrigin = from === 'bridge' || from === 'page';
    return typeof agent === 'string' && isOrigin ? [{ agent, from }] : [];
  });
}

function isOn(value: unknown): boolean {
  return (value ?? false) !== false;
}

function parseRule(value: unknown): PolicyRule {
  return value === 'allow' || value === 'ask' ? value : 'off';
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
  /** Whether the bridge was started to offer all tools, whatever the policy says. */
  readonly bridgeOffersAll = $derived.by(() => this.#bridge.offersAllTools);
  /** The tools that agents are offered. */
  readonly offered = $derived.by(() => {
    const allTools = this.current.allTools || this.bridgeOffersAll;
    return this.tools.filter((tool) => isOffered(tool, { ...this.current, allTools }));
  });

  readonly #bridge: { readonly offersAllTools: boolean };
  readonly #worker: ConsoleWorker;
  readonly #link: WorkerLink;
  readonly #onTrustEnd: () => void;

  /** `onTrustEnd` is called when the worker asks about every agent again: a rule has changed, or all was stopped. */
  constructor(
    worker: ConsoleWorker,
    bridge: { readonly offersAllTools: boolean },
    onTrustEnd: () => void,
  ) {
    this.#bridge = bridge;
    this.#worker = worker;
    this.#link = worker.link;
    this.#onTrustEnd = onTrustEnd;
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

  /** Sets the rule of a risk level. */
  setRule(level: RiskLevel, rule: PolicyRule): void {
    this.change({ rules: { ...this.#storedPolicy().rules, [level]: rule } });
  }

  /** Sets the rule of a tool; with null the rules of the risk levels apply to it again. */
  setToolRule(name: string, rule: PolicyRule | null): void {
    const { [name]: _, ...others } = this.#storedPolicy().toolRules;
    this.change({ toolRules: rule === null ? others : { ...others, [name]: rule } });
  }

  /** Refuses every call of this agent, or lets it call again. */
  setBlocked({ agent, from }: AgentPolicy['blocked'][number], blocked: boolean): void {
    const others = this.#storedPolicy().blocked.filter(
      (each) => each.agent !== agent || each.from !== from,
    );
    this.change({ blocked: blocked ? [...others, { agent, from }] : others });
  }

  /**
   * Pauses agents and ends every call, in all tabs. Never rejects: the result is reported in
   * `stopped`.
   */
  async stop(): Promise<void> {
    // Before the pause, here and in the other tabs: calls that wait for an answer are told of Stop.
    remember('stopped-at', String(Date.now()));
    const ended = this.#stopWorker(true);
    this.setPaused(true);
    await ended;
  }

  async #stopWorker(orderedHere: boolean): Promise<void> {
    const stopping: StopResult = { state: 'stopping' };
    this.stopped = stopping;
    this.#onTrustEnd();
    const interrupted = await this.#worker.stop();
    // Not where the user has pressed Resume meanwhile.
    if (this.stopped === stopping) this.stopped = { state: 'stopped', orderedHere, interrupted };
  }

  /** The stored policy: another tab's last change may not have arrived as an event yet. */
  #storedPolicy(): AgentPolicy {
    const stored = recall('controls');
    return stored === null ? this.current : parsePolicy(stored);
  }

  #apply(policy: AgentPolicy): void {
    if (!hasSameRules(policy, this.current)) this.#onTrustEnd();
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
