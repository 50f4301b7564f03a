/** What the user lets agents do: the rules, and which of them applies to a call. */
import type { Caller } from '../caller.ts';
import type { AgentGrade } from '../relay/agent-tokens.ts';

/**
 * What happens to an agent's call: it runs at once, waits until the user allows it, or is refused.
 */
export type PolicyRule = 'allow' | 'ask' | 'off';

/** What a call may do: look at the phone, act on it, or also delete data or have effects outside the phone. */
export type RiskLevel = 'look' | 'act' | 'risk';

/** What the user may let one agent do without a question. */
export type TrustLevel = Exclude<RiskLevel, 'risk'>;

/** Whether this trust covers calls of that level: who may act may look, too. */
export function isCovered(trust: TrustLevel | undefined, level: TrustLevel): boolean {
  return trust === 'act' || trust === level;
}

/** An agent as the user sees it; the same name with another origin is another agent. */
type NamedAgent = Pick<Caller, 'agent' | 'from'>;

/** What the user allows agents to do. It does not apply to the user's own calls. */
export interface AgentPolicy {
  /** Refuses new calls of agents, except those of the phone directory. */
  readonly paused: boolean;
  readonly rules: Readonly<Record<RiskLevel, PolicyRule>>;
  /** Rules of single tools, by registry name. Each replaces the rules of the risk levels for its tool. */
  readonly toolRules: Readonly<Record<string, PolicyRule>>;
  /** Offers all tools, not only those that most tasks need. */
  readonly allTools: boolean;
  /** The agents of which every call is refused. */
  readonly blocked: readonly NamedAgent[];
}

/** The policy of a user who has changed nothing: agents may do everything, and ask before risky calls. */
export const defaultPolicy: AgentPolicy = {
  paused: false,
  rules: { look: 'allow', act: 'allow', risk: 'ask' },
  toolRules: {},
  allTools: false,
  blocked: [],
};

/** A tool as the policy sees it. `needsPhone` is false for tools that run without a phone. */
export interface PolicyTool {
  readonly name: string;
  readonly effect: 'read' | 'act';
  readonly needsPhone: boolean;
  /** Whether it is offered only with all tools, or with a rule of its own. */
  readonly onlyWithAllTools?: boolean | undefined;
  /** Whether agents may not use it until it has a rule of its own; then each call is asked about. */
  readonly mustBeSwitchedOn?: boolean | undefined;
  /** Whether some of its calls may delete data or have effects outside the phone. */
  readonly isRisky?: boolean;
}

const strictness = ['allow', 'ask', 'off'] as const satisfies readonly PolicyRule[];

/**
 * The rule for a call of this tool. `isRisky` says whether the call may delete data or have effects outside
 * the phone; such a call acts as well, so the stricter of both rules applies. Tools that run without
 * a phone are allowed unless they have a rule of their own.
 */
export function ruleFor(
  { rules, toolRules }: AgentPolicy,
  tool: PolicyTool,
  isRisky = false,
): PolicyRule {
  const ownRule = ownRuleOf(toolRules, tool.name);
  if (tool.mustBeSwitchedOn === true) return (ownRule ?? 'off') === 'off' ? 'off' : 'ask';
  return ownRule ?? ruleOfLevel(rules, tool, isRisky);
}

/** The strictest rule for an agent whose token has this grade: the stricter of this and the user's rule applies. */
export function ruleOfGrade(grade: AgentGrade, tool: PolicyTool, isRisky = false): PolicyRule {
  return ruleOfLevel(rulesOfGrades[grade], tool, isRisky);
}

const rulesOfGrades: Readonly<Record<AgentGrade, AgentPolicy['rules']>> = {
  read: { look: 'allow', act: 'off', risk: 'off' },
  ask: { look: 'allow', act: 'ask', risk: 'ask' },
  'ask-if-risky': { look: 'allow', act: 'allow', risk: 'ask' },
  all: { look: 'allow', act: 'allow', risk: 'allow' },
};

function ruleOfLevel(
  rules: AgentPolicy['rules'],
  { effect, needsPhone }: PolicyTool,
  isRisky: boolean,
): PolicyRule {
  if (!needsPhone) return 'allow';
  if (effect === 'read') return rules.look;
  return isRisky ? stricter(rules.act, rules.risk) : rules.act;
}

/** The rule of this tool alone; undefined where the rules of the risk levels apply to it. */
export function ownRuleOf(
  toolRules: AgentPolicy['toolRules'],
  name: string,
): PolicyRule | undefined {
  return Object.hasOwn(toolRules, name) ? toolRules[name] : undefined;
}

/** Whether every call of this agent is refused. */
export function isBlocked({ blocked }: AgentPolicy, { agent, from }: NamedAgent): boolean {
  return blocked.some((each) => each.agent === agent && each.from === from);
}

/** Whether both policies have the same rules, those of the risk levels, of single tools and of single agents. */
export function hasSameRules(one: AgentPolicy, other: AgentPolicy): boolean {
  return (
    isSameRecord(one.rules, other.rules) &&
    isSameRecord(one.toolRules, other.toolRules) &&
    one.blocked.length === other.blocked.length &&
    one.blocked.every((each) => isBlocked(other, each))
  );
}

/** Whether the tool belongs to the tools that agents are offered, whatever its rule. */
export function isInToolSet(
  {
    name,
    onlyWithAllTools,
    mustBeSwitchedOn,
  }: Pick<PolicyTool, 'name' | 'onlyWithAllTools' | 'mustBeSwitchedOn'>,
  { allTools, toolRules }: Pick<AgentPolicy, 'allTools' | 'toolRules'>,
): boolean {
  if (Object.hasOwn(toolRules, name)) return true;
  return mustBeSwitchedOn !== true && (onlyWithAllTools !== true || allTools);
}

/** Whether agents see this tool in their list. */
export function isOffered(tool: PolicyTool, policy: AgentPolicy): boolean {
  return isInToolSet(tool, policy) && ruleFor(policy, tool) !== 'off';
}

function isSameRecord(
  one: Readonly<Record<string, PolicyRule>>,
  other: Readonly<Record<string, PolicyRule>>,
): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}

function stricter(one: PolicyRule, other: PolicyRule): PolicyRule {
  return strictness.indexOf(one) > strictness.indexOf(other) ? one : other;
}
