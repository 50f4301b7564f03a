/** The commands of the Agents panel, and of the questions that agents ask. */
import { clientSetups } from '#core/clients/clients.ts';
import type { PolicyRule, RiskLevel } from '#core/link/policy.ts';
import type { AgentSetup } from '#core/relay/frames.ts';
import { copyText, unless, type Command } from '../../ui/command.ts';
import { smallWindowKind } from '../../ui/picture-in-picture.ts';
import type { AgentPolicyState } from '../policy/agent-policy.svelte.ts';
import { pauseCommand } from '../policy/commands.ts';
import type { QuestionsState } from '../policy/questions.svelte.ts';
import { joinBridgeCommand, makeDefaultCommand } from './bridge-commands.ts';
import type { BridgeState } from './bridge.svelte.ts';
import { agentsPanelStrings, ruleStrings, setupStrings } from './panel-strings.ts';

/** The phone that the scripted agent uses. */
export interface PhoneToWatch {
  readonly info: object | null;
  connect(attempt: { readonly kind: 'demo'; readonly request: object }): Promise<void>;
}

/** The parts of the console that the commands use. */
interface CommandsConsole {
  readonly bridge: BridgeState;
  readonly policy: AgentPolicyState;
  readonly questions: QuestionsState;
  readonly phone: PhoneToWatch;
  readonly layout: { showsScriptedAgent: boolean };
  /** May resolve to a message. */
  openSmallWindow(): Promise<string | null>;
}

export function agentCommands(console: CommandsConsole): readonly Command[] {
  const { policy, bridge } = console;
  const { paused, rules } = policy.current;
  const readOnly = rules.act === 'off';
  const askFirst = rules.act === 'ask';
  const { status } = bridge;
  return [
    ...questionCommands(console.questions),
    pauseCommand(policy),
    ...(paused ? [] : [notPaused]),
    {
      id: 'read-only',
      label: readOnly ? 'Let agents act again' : 'Give agents read-only access',
      synonyms: 'read-only view policy rule permission',
      loosens: readOnly,
      cannotRun: null,
      run: () => setRule(policy, 'act', readOnly ? 'allow' : 'off'),
    },
    {
      id: 'ask-first',
      label: askFirst ? 'Let agents act without asking me' : 'Ask me before agents act',
      synonyms: 'policy rule permission',
      loosens: askFirst,
      cannotRun: null,
      run: () => setRule(policy, 'act', askFirst ? 'allow' : 'ask'),
    },
    watchCommand(console),
    ...(['look', 'act', 'risk'] as const).flatMap((level) => ruleCommands(policy, level)),
    makeDefaultCommand(bridge),
    joinBridgeCommand(bridge),
    {
      id: 'all-tools',
      label: policy.current.allTools
        ? 'Offer agents only the standard tools'
        : 'Offer all tools to agents',
      synonyms: 'offer more fewer context',
      loosens: !policy.current.allTools,
      cannotRun: unless(!policy.bridgeOffersAll, 'The bridge offers all tools'),
      run: () => policy.change({ allTools: !policy.current.allTools }),
    },
    resetToolRulesCommand(policy),
    smallWindowCommand(console),
    ...(status.state === 'connected' && status.setup !== null ? setupCommands(status.setup) : []),
  ];
}

/** Says to whoever looks for it that there is nothing to resume. */
const notPaused: Command = {
  id: 'resume',
  label: 'Resume agents',
  synonyms: 'continue unpause',
  isRare: true,
  cannotRun: 'Agents aren’t paused',
  run: () => undefined,
};

/** Shows or denies the question that waits. Only its card allows: there one sees what. */
function questionCommands(questions: QuestionsState): readonly Command[] {
  const [question] = questions.waiting;
  const cannotRun = unless(question !== undefined, 'No agent is asking');
  return [
    {
      id: 'show-question',
      label: 'Show the agent’s request',
      synonyms: 'question answer allow once approve confirm accept yes',
      word: 'show the agent',
      cannotRun,
      run: () => document.getElementById('notices')?.focus(),
    },
    {
      id: 'refuse-question',
      label: 'Deny the agent’s request',
      synonyms: 'refuse reject decline no',
      cannotRun,
      run: () => question && questions.answer(question, 'no', ''),
    },
  ];
}

/** Gives every tool the rule of its risk level again. */
export function resetToolRulesCommand(policy: AgentPolicyState): Command {
  return {
    id: 'reset-tool-rules',
    label: 'Reset the rules of individual tools',
    shortLabel: 'Reset all',
    synonyms: 'individual permission policy',
    loosens: true,
    cannotRun: unless(Object.keys(policy.current.toolRules).length > 0, 'No tool has its own rule'),
    run: () => policy.change({ toolRules: {} }),
  };
}

/** Shows the scripted agent beside the phone. */
export function watchCommand({
  phone,
  layout,
}: Pick<CommandsConsole, 'phone' | 'layout'>): Command {
  return {
    id: 'watch-agent',
    label: agentsPanelStrings.watch,
    synonyms: 'example script tour',
    cannotRun: null,
    run() {
      layout.showsScriptedAgent = true;
      if (phone.info === null) void phone.connect({ kind: 'demo', request: {} });
    },
  };
}

/** Opens the small window, or brings it to the front. */
export function smallWindowCommand(
  console: Pick<CommandsConsole, 'bridge' | 'openSmallWindow'>,
): Command {
  const kind = smallWindowKind();
  return {
    id: 'small-window',
    label: setupStrings.openWindow[kind],
    help: setupStrings.windowHelp[kind],
    synonyms:
      'open small window mirror mini miniature popup popout picture-in-picture pip always on top floating',
    cannotRun: unless(
      kind === 'mirror' || console.bridge.name !== null,
      'This browser can’t show it',
    ),
    run: () => console.openSmallWindow(),
  };
}

const ruleLabel = (level: RiskLevel, rule: PolicyRule): string =>
  `${ruleStrings.riskLevels[level].label}: ${ruleStrings.rules[rule]}`;

/** Sets a rule; the message for the user says which, and what it does not allow. */
function setRule(policy: AgentPolicyState, level: RiskLevel, rule: PolicyRule): string {
  policy.setRule(level, rule);
  const asksStill = level === 'act' && rule === 'allow' && policy.current.rules.risk === 'ask';
  return ruleLabel(level, rule) + (asksStill ? '. Risky calls still ask you.' : '');
}

/** The rules of one risk level, as its switch offers them. */
function ruleCommands(policy: AgentPolicyState, level: RiskLevel): readonly Command[] {
  return (['allow', 'ask', 'off'] as const).map((rule) => ({
    id: `rule-${level}-${rule}`,
    label: ruleLabel(level, rule),
    synonyms: 'permission policy everything',
    isRare: true,
    loosens: rule === 'allow',
    cannotRun: unless(policy.current.rules[level] !== rule, 'Already in use'),
    run: () => setRule(policy, level, rule),
  }));
}

/** The token, and one command per MCP client; the agent's name is the client's id. */
function setupCommands(setup: AgentSetup): readonly Command[] {
  const copy = (
    id: string,
    label: string,
    synonyms: string,
    textToCopy: () => string,
  ): Command => ({
    id: `copy-${id}`,
    label,
    synonyms: `mcp ${synonyms}`,
    isRare: true,
    cannotRun: null,
    run: () => copyText(textToCopy()),
  });
  return [
    copy('token', setupStrings.copyToken, 'api key secret', () => setup.token),
    copy('address', 'Copy the address for agents', 'url endpoint', () => setup.mcpUrl),
    ...clientSetups(setup, null).map(({ id, name }) => {
      // “Any other client” is the one name that is not a name.
      const label = `Copy the configuration for ${name.replace(/^Any /, 'any ')}`;
      return copy(id, label, 'setup config json', () => {
        const named = clientSetups(setup, id).find((client) => client.id === id);
        return named?.configs[0]?.text ?? '';
      });
    }),
  ];
}
