import { badEnds, clockWords, countWords, durationWords } from '../../ui/call-strings.ts';

/** Strings of the Agents panel and of the notices about agents. */
export const agentsPanelWords = {
  connect: 'Connect an agent',
  seen: 'Agents seen',
  noneSeen: 'None so far',
  noneSeenYet: 'Each agent that calls appears here with what it did last and what it does now.',
  rules: 'What agents may do',
  browser: 'Agents in this browser',
  noneConnected: 'None connected',
  connected: (count: number) => `${count} connected`,
} as const;

export const agentNameWords = {
  label: 'Name of the agent',
  help: 'Give each client a name of its own: its calls, its last screen and its chosen phone are kept under that name.',
  wrong: 'Only letters without accents, digits, and `_` `.` `-` can stand in an address.',
} as const;

export const ruleWords = {
  readOnly: 'Read-only',
  readOnlyNote: 'Agents may look at the phone; tools that act are refused and not listed.',
  askFirst: 'Ask me first',
  askFirstNote:
    'Each call that acts waits until you say yes. “Allow this agent” holds for every call under its name by the same way, until you switch this off, join a bridge anew or close the tab.',
  kept: 'Kept in this browser, for all its tabs. What you do yourself in this console is never held back.',
  singleTools: 'Single tools',
  allOn: 'all on',
  off: (count: number) => `${count} off`,
  find: 'Find a tool',
  turnAllOn: 'All on',
  noneFound: 'No tool of this name.',
  looking: 'Looking',
  acting: 'Acting',
  barred: (group: string) => `${group}, off while read-only`,
} as const;

export const bridgeLinkWords = {
  as: (name: string) => `as ${name}`,
  tryNow: 'Try now',
  tryAgain: 'Try again',
  backTo: (host: string) => `Back to ${host}`,
  tryingAgainIn: 'Trying again in',
  off: 'Agents on this machine cannot reach this page yet. Run `npm start` in the Handset folder and open the address it prints.',
  continueTo: (host: string) => `Press Continue to look for the bridge at ${host}.`,
  lookingAt: (host: string) => `Looking for the bridge at ${host}.`,
  serves: 'Agents on this machine reach this console while its tab is open.',
  servedBy: (console: string) => `Agents on this machine use ${console}.`,
  servedByButHere: (console: string) =>
    `Agents on this machine use ${console}; those that chose this phone call here.`,
} as const;

/** Strings of the question about an unknown bridge in a link, and of its result. */
export const bridgeQuestionWords = {
  asks: (host: string) => `A link asks Handset to join the bridge at ${host}`,
  wouldAct: 'Agents that use that bridge could then see the phone in this console and act on it.',
  wouldLeave: (host: string) => `Handset would leave the bridge at ${host}.`,
  onlyYours: 'Join only if you started that bridge yourself.',
  covered: 'This question is not fully in view; uncover it to join.',
  refuse: 'Refuse',
  join: 'Join',
  asBefore: (host: string) => `Handset uses the bridge at ${host}, as before.`,
} as const;

export const setupWords = {
  tokenKept:
    "This page is not the bridge's own, so the bridge keeps the token from it. The terminal where `npm start` runs shows what your agent needs.",
  notLoaded: 'This part could not be loaded. Is the bridge still there? Then reload the page.',
  client: 'Client',
  http: 'By address',
  stdio: 'As a program',
  anotherWay: (way: string, index: number) => `${way} (${index})`,
  howItReaches: (client: string) => `How ${client} reaches the bridge`,
  configuration: 'configuration',
  startsItself: 'The client starts this program itself; it then goes by a name of its own.',
  address: 'Address',
  copyAddress: 'Copy the address',
  token: 'Token',
  showToken: 'Show the token',
  hideToken: 'Hide the token',
  copyToken: 'Copy the token',
  tokenOpens:
    'Whoever has the token can use the phone through this console. Keep it out of repositories.',
  smallWindow: 'Open the small window',
  smallWindowHelp:
    'Phone, agents, Pause and the last calls, in a little window to keep beside your work',
} as const;

export const localNetworkWords = {
  label: 'Local network',
  denied: 'Chrome does not let this site reach the bridge on your computer.',
  toAllow:
    'To allow it, press the icon left of the address, then Site settings, and set “Apps on device” (before: “Local network access”) to Allow; this page then goes on by itself. Or open the address that the bridge printed, which needs no permission.',
  willAsk: 'Chrome will ask you something',
  whatItAsks:
    'It will ask whether this site may connect to devices on your local network, or to apps on this device. That is the bridge on your own computer, through which agents reach this page. Nothing else is looked for.',
  continue: 'Continue',
} as const;

export const consolesWords = {
  title: 'Open consoles',
  noPhone: 'No phone',
  unplugged: (phone: string) => `${phone}, unplugged`,
  thisTab: (console: string) => `${console} (this tab)`,
  paused: 'paused',
  serves: 'serves agents',
  useThis: 'Agents that chose no phone themselves use this console.',
  useAnother: 'Agents that chose no phone themselves use the console that serves agents.',
  pausedHereOnly: (consoles: readonly string[]) =>
    `Agents are paused in this browser only: they can still use ${consoles.join(', ')}. Pause them there, too.`,
  leadHere: 'Use this console for agents',
} as const;

const lastWords = { done: 'took', failed: 'failed after', refused: 'refused after' } as const;

/** Strings about an agent that has called and its last call. */
export const seenWords = {
  way: { person: 'You', bridge: 'Through the bridge', page: 'In this browser' },
  calls: (agent: {
    readonly calls: number;
    readonly failures: number;
    readonly refusals: number;
  }) =>
    [
      countWords(agent.calls, 'call'),
      ...badEnds({ failed: agent.failures, refused: agent.refusals }),
    ].join(', '),
  last: (last: {
    readonly title: string;
    readonly startedAtEpochMs: number;
    readonly durationMs: number;
    readonly end: 'done' | 'failed' | 'refused';
  }) =>
    `${last.title} at ${clockWords(last.startedAtEpochMs)} ${lastWords[last.end]} ${durationWords(last.durationMs)}`,
  running: (title: string, sinceEpochMs: number) => `${title} since ${clockWords(sinceEpochMs)}`,
  trusted: (sinceEpochMs: number) => `Acts without asking since ${clockWords(sinceEpochMs)}.`,
  show: 'Calls',
  showOf: (name: string) => `Show the calls of ${name}`,
} as const;
