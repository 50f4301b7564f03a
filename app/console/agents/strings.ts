import { clockTime, countLabel, durationLabel, unsuccessfulLabels } from '../../ui/call-strings.ts';

/** Strings of the Agents panel and of the notices about agents. */
export const agentsPanelStrings = {
  connect: 'Connect an agent',
  seen: 'Recent agents',
  noneSeen: 'None so far',
  noneSeenYet: 'Each agent that calls appears here with what it did last and what it does now.',
  rules: 'What agents may do',
  browser: 'Agents in this browser',
  noneConnected: 'None connected',
  connected: (count: number) => `${count} connected`,
} as const;

export const agentNameStrings = {
  label: 'Name of the agent',
  placeholder: 'optional',
  help: 'An agent’s calls, its last screen and its chosen phone are kept under this name. Leave it empty to use the client’s own name.',
  invalid:
    'The name becomes part of an address: use only letters without accents, digits, `_`, `.` and `-`.',
} as const;

export const ruleStrings = {
  rules: { allow: 'Allow', ask: 'Ask me', off: 'Off' },
  riskLevels: {
    look: {
      label: 'Read-only tools',
      note: 'The screen, pictures, logs, the clipboard. Off: agents get none of these tools.',
    },
    act: {
      label: 'Actions',
      note: 'Taps, text, keys, opening apps. Off: agents may only look.',
    },
    risk: {
      label: 'Risky calls',
      note: 'Deleting data, uninstalling, permissions, intents, links that open other apps, network settings. Each yes is for one call.',
    },
  },
  keptNote:
    'These rules are kept in this browser and apply to all its tabs, but never to what you do yourself.',
  trustNote:
    'When an agent asks, “Allow this agent” covers its later calls too, except risky ones and those of a tool with its own rule. It ends when you change a rule, join a bridge again or close the tab.',
  allTools: 'Offer all tools',
  allToolsNote: (count: number) =>
    `Off: agents are offered the tools that most tasks need, and any that you set to Allow or Ask me below. On: ${count} more, which take up more of an agent’s context.`,
  bridgeOffersAll:
    'The bridge was started with --tools all. To choose here, start it without that option.',
  singleTools: 'Individual tools',
  ownRules: (count: number) =>
    count === 0 ? 'all as above' : `${count} with ${count === 1 ? 'its' : 'their'} own rule`,
  likeGroup: 'As above',
  find: 'Find a tool',
  removeOwnRules: 'Reset all',
  noneFound: 'No tool of this name.',
  readTools: 'Read-only',
  actTools: 'Actions',
} as const;

export const bridgeLinkStrings = {
  asConsole: (name: string) => `as ${name}`,
  tryNow: 'Try now',
  tryAgain: 'Try again',
  backTo: (host: string) => `Back to ${host}`,
  tryingAgainIn: 'Trying again in',
  off: 'Agents on this machine cannot reach this page yet. Run `npm start` in the Handset folder and open the address it prints.',
  continueTo: (host: string) => `Press Continue to look for the bridge at ${host}.`,
  lookingForBridge: (host: string) => `Looking for the bridge at ${host}.`,
  isDefault: 'Agents on this machine reach this console while its tab is open.',
  otherIsDefault: (console: string) => `Agents on this machine use ${console}.`,
  otherIsDefaultForMost: (console: string) =>
    `Agents on this machine use ${console}; those that chose this phone call here.`,
} as const;

/** Strings of the question about an unknown bridge in a link, and of its result. */
export const bridgeQuestionStrings = {
  heading: (host: string) => `A link asks Handset to join the bridge at ${host}`,
  accessWarning:
    'Agents that use that bridge could then see the phone in this console and act on it.',
  leavesBridge: (host: string) => `Handset would leave the bridge at ${host}.`,
  joinAdvice: 'Join only if you started that bridge yourself.',
  covered: 'This question is not fully in view; uncover it to join.',
  refuse: 'Refuse',
  join: 'Join',
  bridgeKept: (host: string) => `Handset uses the bridge at ${host}, as before.`,
} as const;

export const setupStrings = {
  tokenWithheld:
    'This page was not served by the bridge, so the bridge does not show it the token. The terminal where `npm start` runs shows what your agent needs.',
  notLoaded:
    'This part could not be loaded. Check that the bridge is still running, then reload the page.',
  client: 'Client',
  http: 'HTTP',
  stdio: 'stdio',
  numberedMethod: (method: string, index: number) => `${method} (${index})`,
  connectionMethod: (client: string) => `How ${client} reaches the bridge`,
  configuration: 'configuration',
  stdioNote: 'The client starts this program itself; the agent is then named after that process.',
  address: 'Address',
  copyAddress: 'Copy the address',
  token: 'Token',
  showToken: 'Show the token',
  hideToken: 'Hide the token',
  copyToken: 'Copy the token',
  tokenWarning: 'Anyone with this token can control the phone. Keep it out of repositories.',
  smallWindow: 'Open the small window',
  smallWindowHelp:
    'Phone, agents, Pause and the last calls, in a little window to keep beside your work',
} as const;

export const localNetworkStrings = {
  label: 'Local network',
  denied: 'Chrome does not let this site reach the bridge on your computer.',
  howToAllow:
    'To allow it, press the icon left of the address, then Site settings, and set “Apps on device” (before: “Local network access”) to Allow; this page then goes on by itself. Or open the address that the bridge printed, which needs no permission.',
  promptTitle: 'Chrome will ask for permission',
  promptExplanation:
    'It will ask whether this site may connect to devices on your local network, or to apps on this device. That is the bridge on your own computer, through which agents reach this page. Handset looks for nothing else.',
  continue: 'Continue',
} as const;

export const consolesStrings = {
  title: 'Open consoles',
  noPhone: 'No phone',
  unplugged: (phone: string) => `${phone}, unplugged`,
  thisTab: (console: string) => `${console} (this tab)`,
  paused: 'paused',
  defaultTag: 'serves agents',
  thisIsDefault: 'Agents that haven’t picked a phone use this console.',
  otherIsDefault: 'Agents that haven’t picked a phone use the console marked “serves agents”.',
  pausedHereOnly: (consoles: readonly string[]) =>
    `Agents are paused in this browser only: they can still use ${consoles.join(', ')}. Pause them there, too.`,
  makeDefault: 'Use this console for agents',
} as const;

const lastCallVerbs = { done: 'took', failed: 'failed after', refused: 'refused after' } as const;

/** Strings about an agent that has called and its last call. */
export const seenAgentStrings = {
  origins: { person: 'You', bridge: 'Through the bridge', page: 'In this browser' },
  calls: (agent: {
    readonly calls: number;
    readonly failures: number;
    readonly refusals: number;
  }) =>
    [
      countLabel(agent.calls, 'call'),
      ...unsuccessfulLabels({ failed: agent.failures, refused: agent.refusals }),
    ].join(', '),
  lastCall: (lastCall: {
    readonly title: string;
    readonly startedAtEpochMs: number;
    readonly durationMs: number;
    readonly end: 'done' | 'failed' | 'refused';
  }) =>
    `${lastCall.title} at ${clockTime(lastCall.startedAtEpochMs)} ${lastCallVerbs[lastCall.end]} ${durationLabel(lastCall.durationMs)}`,
  running: (title: string, sinceEpochMs: number) => `${title} since ${clockTime(sinceEpochMs)}`,
  trustedSince: (sinceEpochMs: number) => `Acts without asking since ${clockTime(sinceEpochMs)}.`,
  show: 'Calls',
  showCallsOf: (name: string) => `Show the calls of ${name}`,
} as const;
