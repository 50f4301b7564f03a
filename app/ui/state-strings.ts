import type { ActiveCallInfo, BridgeStatus, ToolInfo } from '#core/link/messages.ts';
import type { AgentPolicy, TrustLevel } from '#core/link/policy.ts';
import type { PhoneInfo, PhoneStatus } from '#core/link/phone-status.ts';
import { countLabel, toolTitle } from './call-strings.ts';
import { plainText } from './plain-text.ts';

/** The severity of a state: sets the colour of its dot, which is never its only sign. */
export type Tone = 'idle' | 'busy' | 'ok' | 'warn' | 'bad';

/** A state as shown to the user. */
export interface StateLabel {
  readonly text: string;
  readonly tone: Tone;
  /** The end of the text, left out where space is short. */
  readonly detail?: string;
}

/** The phone's status as the page shows it: unknown while the worker is unresponsive. */
export type ShownPhoneStatus =
  PhoneStatus | { readonly state: 'unresponsive'; readonly phone: PhoneInfo };

/** `Pixel 8 · Android 14`, or the model alone until the version is known. */
export function connectedLabel({ model, androidVersion }: PhoneInfo): StateLabel {
  const detail = androidVersion === '' ? '' : ` · Android ${androidVersion}`;
  return { text: `${plainText(model)}${detail}`, detail, tone: 'ok' };
}

const cableHelp = 'It reconnects automatically. If it isn’t plugged in, plug it in again.';

/** What brings a lost phone back, by how it was connected. */
export const lostHelp: Readonly<Record<PhoneInfo['kind'], string>> = {
  usb: cableHelp,
  demo: cableHelp,
  adb: 'It reconnects automatically when adb sees it again: plug it in, start the emulator, or run `adb connect`.',
};

/** A short label of the phone's status. */
export function phoneLabel(status: ShownPhoneStatus): StateLabel {
  switch (status.state) {
    case 'none':
      return { text: 'No phone', tone: 'idle' };
    case 'connecting':
      return { text: `Connecting to ${status.name}`, tone: 'busy' };
    case 'waiting-for-allow':
      return { text: 'Tap Allow on your phone', tone: 'warn' };
    case 'connected':
      return connectedLabel(status.phone);
    case 'lost':
      return { text: `${plainText(status.phone.model)} disconnected`, tone: 'warn' };
    case 'unresponsive':
      return { text: 'Not responding', tone: 'bad' };
    case 'failed':
      return { text: 'Not connected', tone: 'bad' };
  }
}

/** What keeps agents from using the bridge. */
interface BridgeObstacles {
  /** The browser does not allow this page to reach the bridge. */
  readonly isBlocked?: boolean;
  /** The worker does not respond. */
  readonly isUnresponsive?: boolean;
}

/** A short label of the bridge's status. */
export function bridgeLabel(
  status: BridgeStatus,
  { isBlocked = false, isUnresponsive = false }: BridgeObstacles = {},
): StateLabel {
  if (isBlocked) return { text: 'Blocked by Chrome', tone: 'warn' };
  const isJoined = status.state !== 'off' && status.state !== 'refused';
  if (isUnresponsive && isJoined) return { text: 'Agents get no answer', tone: 'bad' };
  switch (status.state) {
    case 'off':
      return { text: 'No bridge', tone: 'idle' };
    case 'connecting':
      return { text: 'Bridge connecting', tone: 'busy' };
    case 'connected':
      return { text: 'Bridge connected', tone: 'ok' };
    case 'retrying':
      return { text: 'Bridge disconnected', tone: 'warn' };
    case 'refused':
      return {
        text:
          status.error.code === 'link-outdated' ? 'Bridge: link out of date' : 'Refused by bridge',
        tone: 'bad',
      };
  }
}

/** A short summary of the agent policy; `trusted` are the agents that it does not ask about. */
export function policyLabel(
  { paused, rules, toolRules }: AgentPolicy,
  trusted: AgentsStatus['trusted'] = [],
): string {
  if (paused) return 'Nothing: agents are paused';
  const offCount = Object.values(toolRules).filter((rule) => rule === 'off').length;
  return [
    scopeOf(rules),
    ...trustTexts(trusted),
    ...(offCount > 0 ? [`${countLabel(offCount, 'tool')} turned off`] : []),
  ].join('; ');
}

/** `claude may act freely`, `2 agents may read freely` */
function trustTexts(trusted: AgentsStatus['trusted']): readonly string[] {
  return (['act', 'look'] as const).flatMap((level) => {
    const [first, ...others] = trusted.filter((each) => each.level === level);
    if (first === undefined) return [];
    return `${others.length > 0 ? `${others.length + 1} agents` : plainText(first.agent)} may ${level === 'look' ? 'read' : level} freely`;
  });
}

function scopeOf({ look, act, risk }: AgentPolicy['rules']): string {
  if (look === 'off') return act === 'off' ? 'Nothing' : 'Actions only';
  if (act === 'off') return look === 'ask' ? 'Read-only; must ask first' : 'Read-only';
  if (look === 'ask') {
    return act === 'ask' ? 'Must ask before each call' : 'May act freely, must ask to read';
  }
  if (act === 'ask') return 'Must ask before each action';
  if (risk === 'off') return 'Full control, except for risky calls';
  return risk === 'ask' ? 'Must ask before risky calls' : 'Full control';
}

/** The data for the agents label in the header. */
export interface AgentsStatus {
  readonly policy: AgentPolicy;
  /** The running calls of agents, the last started last. */
  readonly running: readonly ActiveCallInfo[];
  /** The number of questions that wait for the user. */
  readonly waiting: number;
  /** The agents that look or act without being asked about. */
  readonly trusted: readonly { readonly agent: string; readonly level: TrustLevel }[];
  /** Whether any agent can reach this page. */
  readonly reachable: boolean;
  /** The name of the default console, if agents use another one than this. */
  readonly defaultConsole: string | null;
  /** The names of other consoles where agents are not paused. */
  readonly unpaused: readonly string[];
  readonly tools: readonly ToolInfo[];
}

/** What agents are doing, or else what they may do; null if no agent can reach this page. */
export function agentsLabel(status: AgentsStatus): StateLabel | null {
  const { policy, running, waiting } = status;
  if (waiting > 0) return { text: 'Waiting for you', tone: 'warn' };
  const last = running.at(-1);
  const activity = last && `${last.agent}: ${toolTitle(status.tools, last.tool)}`;
  if (policy.paused) {
    // The console names come first: narrow screens cut off the end.
    const where =
      status.unpaused.length > 0 ? `Paused here, not in ${status.unpaused.join(', ')}` : null;
    const still = last && `still running ${toolTitle(status.tools, last.tool)} (${last.agent})`;
    const text = still ? `Agents paused, ${still}` : (where ?? 'Agents paused');
    return { text, tone: 'warn' };
  }
  if (activity) {
    const others = running.length > 1 ? ` and ${running.length - 1} more` : '';
    return { text: `${activity}${others}`, tone: 'busy' };
  }
  if (!status.reachable) return null;
  if (status.defaultConsole !== null)
    return { text: `Agents use ${status.defaultConsole}`, tone: 'idle' };
  const scope = [shortScopeOf(policy.rules), ...trustTexts(status.trusted)].join('; ');
  return { text: `Agents ${scope}`, tone: 'idle' };
}

const shortRiskScopes = {
  allow: 'have full control',
  ask: 'ask before risky calls',
  off: 'can’t make risky calls',
} as const;

/** What agents may do, for the header: follows `Agents`. */
function shortScopeOf({ look, act, risk }: AgentPolicy['rules']): string {
  if (act === 'off') return look === 'off' ? 'are turned off' : 'have read-only access';
  if (act === 'ask') return 'ask first';
  if (look === 'allow') return shortRiskScopes[risk];
  return look === 'ask' ? 'act freely but ask to read' : 'can act but not read';
}

/** The title of this page's browser tab, with what the user should see while in another tab. */
export function tabTitle(
  page: string,
  { waiting, policy }: Pick<AgentsStatus, 'waiting' | 'policy'>,
): string {
  if (waiting > 0) return `● Waiting for you – ${page}`;
  return policy.paused ? `Agents paused – ${page}` : page;
}
