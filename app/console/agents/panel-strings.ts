import { countLabel } from '../../ui/call-strings.ts';

/** Strings of the Agents panel. The bridge window shows parts of the panel, and loads only strings.ts. */
export const agentsPanelStrings = {
  connect: 'Connect an agent',
  tokens: 'Agent tokens',
  tokenCount: (count: number) => (count === 0 ? 'None' : countLabel(count, 'token')),
  sharedRevoked: 'You let only agents with a token of their own connect.',
  openTokens: 'Open Agent tokens',
  seen: 'Recent agents',
  noneSeen: 'None so far',
  noneSeenYet:
    'Agents appear here once they connect, with their last call and what they are doing now.',
  watch: 'Watch an agent use the phone',
  rules: 'What agents may do',
  browser: 'Agents in this browser',
  noneConnected: 'None connected',
  connected: (count: number) => `${count} connected`,
} as const;

export const agentNameStrings = {
  label: 'Agent name',
  placeholder: 'optional',
  help: 'Handset keeps the agent’s calls, last screen and chosen phone under this name. Leave it empty to use the client’s own name.',
  invalid: 'Use only a–z, A–Z, digits, `_`, `.` and `-`. The name is part of the address.',
} as const;

export const ruleStrings = {
  rules: { allow: 'Allow', ask: 'Ask me', off: 'Off' },
  riskLevels: {
    look: {
      label: 'Reads',
      note: 'The screen, screenshots, screen recordings, logs, the clipboard. “Off” hides these tools from agents.',
    },
    act: {
      label: 'Actions',
      note: 'Taps, text, keys, opening apps. With “Off”, agents have read-only access.',
    },
    risk: {
      label: 'Risky calls',
      note: 'Deleting data, uninstalling, permissions, intents, links other than web links, network settings. Each approval covers one call.',
    },
  },
  keptNote: 'These rules apply in every tab of this browser. They don’t apply to you.',
  trustNote:
    '“Allow reads” in a question lets that agent read without asking; “Allow actions” lets it read and act without asking. Risky calls and tools with their own rule still ask. The permission lasts until you revoke it, change a rule, click Stop or close this tab.',
  riskNeedsAllTools: 'Most of these tools are hidden until you turn on “Offer all tools”.',
  allTools: 'Offer all tools',
  allToolsNote: (count: number) =>
    `Adds ${count} less common tools. A longer list uses more of each agent’s context.`,
  bridgeOffersAll:
    'The bridge was started with --tools all. To choose here, start it without that option.',
  singleTools: 'Individual tools',
  ownRules: (count: number) =>
    count > 1
      ? `${count} tools have their own rules`
      : `${count === 1 ? 'One' : 'No'} tool has its own rule`,
  likeGroup: (rule: string) => `Default (${rule})`,
  ifRisky: (rule: string) => `${rule} if risky`,
  find: 'Find a tool',
  noneFound: 'No tools match.',
} as const;

export const setupStrings = {
  tokenWithheld:
    'This page wasn’t served by the bridge, so it can’t show the token. The terminal that runs Handset shows what your agent needs.',
  client: 'Client',
  others: 'Another client, address, token, agent name',
  othersWithOwnToken: 'Another client, address, token',
  http: 'HTTP',
  stdio: 'stdio',
  methodOf: (method: string, product: string) => `${method} (${product})`,
  connectionMethod: 'How the client reaches the bridge',
  copyConfiguration: 'Copy the configuration',
  stdioNote:
    'The client starts the bridge itself. The agent is named after the client and its process ID, for example “cursor-4711”.',
  address: 'Address',
  copyAddress: 'Copy the address',
  token: 'Token',
  showToken: 'Show the token',
  hideToken: 'Hide the token',
  copyToken: 'Copy the token',
  tokenWarning: 'Anyone with this token can control the phone. Keep it out of repositories.',
  showSmallWindow: 'Show the small window',
  openWindow: { mirror: 'Pop out the phone', ownConsole: 'Open the compact console' },
  windowHelp: {
    mirror:
      'Shows this phone, running calls and questions, with Pause and Stop, in a small window that stays on top',
    ownConsole:
      'A separate console with its own phone. It shows the agents that use that phone and their recent calls, with Pause',
  },
} as const;
