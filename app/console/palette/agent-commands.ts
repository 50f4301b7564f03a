/** The commands of the Agents panel. */
import { clientSetups } from '#core/clients/clients.ts';
import type { PolicyRule, RiskLevel } from '#core/link/policy.ts';
import type { AgentSetup } from '#core/relay/frames.ts';
import { ruleStrings, setupStrings } from '../agents/panel-strings.ts';
import type { Console } from '../console.svelte.ts';
import { copyText, unless, type Command } from './command.ts';
import { commandStrings as strings, whyBlocked as why } from './command-strings.ts';

const resumeSynonyms = 'continue unpause';
/** Says to whoever looks for it that there is nothing to resume. */
const notPaused: Command = {
  id: 'resume',
  label: strings.resume,
  synonyms: resumeSynonyms,
  isRare: true,
  blockedReason: why.notPaused,
  action: () => undefined,
};

export function agentCommands(console: Console): readonly Command[] {
  const { policy, bridge } = console;
  const { paused, rules } = policy.current;
  const readOnly = rules.act === 'off';
  const askFirst = rules.act === 'ask';
  const { status } = bridge;
  const setup = status.state === 'connected' ? status.setup : null;
  return [
    ...questionCommands(console.questions),
    {
      id: 'pause',
      label: paused ? strings.resume : strings.pause,
      synonyms: paused ? resumeSynonyms : 'hold turn off',
      isSuggested: true,
      loosens: paused,
      blockedReason: null,
      action: () => policy.setPaused(!paused),
    },
    ...(paused ? [] : [notPaused]),
    {
      id: 'read-only',
      label: readOnly ? strings.readOnlyOff : strings.readOnlyOn,
      synonyms: 'read-only view policy rule permission',
      loosens: readOnly,
      blockedReason: null,
      action: () => setRule(policy, 'act', readOnly ? 'allow' : 'off'),
    },
    {
      id: 'ask-first',
      label: askFirst ? strings.askFirstOff : strings.askFirstOn,
      synonyms: 'policy rule permission',
      loosens: askFirst,
      blockedReason: null,
      action: () => setRule(policy, 'act', askFirst ? 'allow' : 'ask'),
    },
    watchCommand(console),
    ...(['look', 'act', 'risk'] as const).flatMap((level) => ruleCommands(policy, level)),
    ...bridgeCommands(bridge),
    {
      id: 'all-tools',
      label: policy.current.allTools ? strings.allToolsOff : strings.allToolsOn,
      synonyms: 'offer more fewer context',
      loosens: !policy.current.allTools,
      blockedReason: unless(!policy.bridgeOffersAll, why.bridgeOffersAll),
      action: () => policy.change({ allTools: !policy.current.allTools }),
    },
    {
      id: 'reset-tool-rules',
      label: strings.resetToolRules,
      synonyms: 'individual permission policy',
      loosens: true,
      blockedReason: unless(Object.keys(policy.current.toolRules).length > 0, why.noToolRules),
      action: () => policy.change({ toolRules: {} }),
    },
    ...(setup === null ? [] : setupCommands(setup)),
  ];
}

/** Answers to the question that waits. Only its card allows: there one sees what. */
function questionCommands(questions: Console['questions']): readonly Command[] {
  const [question] = questions.waiting;
  const blockedReason = unless(question !== undefined, why.noQuestion);
  return [
    {
      id: 'show-question',
      label: strings.showQuestion,
      synonyms: 'question answer allow once approve confirm accept yes',
      word: 'show the agent',
      blockedReason,
      action: () => document.getElementById('notices')?.focus(),
    },
    {
      id: 'refuse-question',
      label: strings.refuseQuestion,
      synonyms: 'refuse reject decline no',
      blockedReason,
      action: () => question && questions.answer(question, 'no', ''),
    },
  ];
}

function bridgeCommands(bridge: Console['bridge']): readonly Command[] {
  const { state } = bridge.status;
  return [
    {
      id: 'make-default',
      label: strings.makeDefault,
      synonyms: 'default serve phone',
      blockedReason: unless(bridge.otherDefaultConsole !== null, why.noOtherConsole),
      action: () => bridge.makeDefault(),
    },
    {
      id: 'join-bridge',
      label: strings.joinBridge,
      synonyms: 'retry rejoin',
      blockedReason: unless(
        state === 'retrying' || state === 'refused',
        state === 'connected' ? why.bridgeConnected : why.nothingToReconnect,
      ),
      action: () => bridge.join(),
    },
  ];
}

const ruleLabel = (level: RiskLevel, rule: PolicyRule): string =>
  strings.rule(ruleStrings.riskLevels[level].label, ruleStrings.rules[rule]);

/** Sets a rule; the message for the user says which, and what it does not allow. */
function setRule(policy: Console['policy'], level: RiskLevel, rule: PolicyRule): string {
  policy.setRule(level, rule);
  const asksStill = level === 'act' && rule === 'allow' && policy.current.rules.risk === 'ask';
  return ruleLabel(level, rule) + (asksStill ? `. ${strings.riskyCallsAsk}` : '');
}

/** The rules of one risk level, as its switch in the Agents panel offers them. */
function ruleCommands(policy: Console['policy'], level: RiskLevel): readonly Command[] {
  return (['allow', 'ask', 'off'] as const).map((rule) => ({
    id: `rule-${level}-${rule}`,
    label: ruleLabel(level, rule),
    synonyms: 'permission policy everything',
    isRare: true,
    loosens: rule === 'allow',
    blockedReason: unless(policy.current.rules[level] !== rule, why.inUse),
    action: () => setRule(policy, level, rule),
  }));
}

function watchCommand({ phone, layout }: Console): Command {
  return {
    id: 'watch-agent',
    label: strings.watchAgent,
    synonyms: 'example script tour',
    blockedReason: null,
    action: () => {
      layout.showsScriptedAgent = true;
      if (phone.info === null) void phone.connect({ kind: 'demo', request: {} });
    },
  };
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
    blockedReason: null,
    action: () => copyText(textToCopy()),
  });
  return [
    copy('token', setupStrings.copyToken, 'api key secret', () => setup.token),
    copy('address', strings.copyAddress, 'url endpoint', () => setup.mcpUrl),
    ...clientSetups(setup, null).map(({ id, name }) =>
      copy(id, strings.copySetup(name), 'setup config json', () => {
        const named = clientSetups(setup, id).find((client) => client.id === id);
        return named?.configs[0]?.text ?? '';
      }),
    ),
  ];
}
