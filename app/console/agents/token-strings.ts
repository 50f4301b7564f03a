import type { AgentGrade, AgentToken } from '#core/relay/agent-tokens.ts';
import { clockTime, dayAndTime } from '../../ui/call-strings.ts';
import { plainText } from '../../ui/plain-text.ts';

/** What a token allows at most, by its grade. */
export const gradeOptions: readonly { readonly value: AgentGrade; readonly label: string }[] = [
  { value: 'all', label: 'All that your rules allow' },
  { value: 'ask-if-risky', label: 'Ask before risky calls' },
  { value: 'ask', label: 'Ask before each action' },
  { value: 'read', label: 'Read only' },
];

/** An agent that has sent a request within this time counts as connected: between requests, MCP keeps no connection. */
const connectedMs = 5 * 60_000;

const day = (epochMs: number): string =>
  new Date(epochMs).toLocaleDateString('en-US', { dateStyle: 'medium' });

/** Strings of the agents' tokens. */
export const tokenStrings = {
  intro:
    'A token of its own gives an agent a name that no other agent can take, and limits. Your rules apply as well.',
  limits: ({ grade, phone, untilEpochMs }: AgentToken) =>
    [
      gradeOptions.find(({ value }) => value === grade)?.label,
      ...(phone === null ? [] : [`only ${plainText(phone.model)} (${plainText(phone.serial)})`]),
      ...(untilEpochMs === null ? [] : [`until ${day(untilEpochMs)}`]),
    ].join(' · '),
  isConnected: ({ usedAtEpochMs }: AgentToken, nowEpochMs: number) =>
    usedAtEpochMs !== null && nowEpochMs - usedAtEpochMs < connectedMs,
  used: ({ usedAtEpochMs, madeAtEpochMs }: AgentToken, isConnected: boolean) => {
    if (usedAtEpochMs === null) return `Never used · made ${dayAndTime(madeAtEpochMs)}`;
    if (isConnected) return `Connected · last request ${clockTime(usedAtEpochMs).slice(0, -3)}`;
    return `Last used ${dayAndTime(usedAtEpochMs)}`;
  },
  expired: 'Expired',
  revoke: 'Revoke',
  revokeNamed: (agent: string) => `Revoke the token of ${agent}`,
  question: (agent: string) => `Revoke the token of ${agent}?`,
  consequence: 'Its running calls end, and it can’t connect again until you give it another token.',
  newToken: 'New agent token',
  ownOnly: 'Agents need a token of their own',
  ownOnlyNote:
    'While this is on, agents with the token that all share are refused, and their running calls end.',
  name: 'Agent name',
  nameHelp: 'It can’t be changed later.',
  nameInvalid:
    'Use 1 to 40 letters, digits, `_`, `.` and `-`, beginning with a letter or digit; not “you”, “steps” or an end in “-shared”.',
  grade: 'It may do at most',
  phone: 'Phone',
  anyPhone: 'Any phone',
  until: 'Until (optional)',
  make: 'Make token',
  cancel: 'Cancel',
  made: (agent: string) => `Token of ${agent}`,
  shownOnce: 'Copy it now: Handset keeps only a hash of it, and doesn’t show it again.',
  done: 'Done',
} as const;
