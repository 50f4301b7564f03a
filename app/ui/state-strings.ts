import type { BridgeStatus } from '../../core/link/bridge-status.ts';
import type { Controls, RunningCall, ToolInfo } from '../../core/link/messages.ts';
import type { PhoneInfo, PhoneStatus } from '../../core/link/phone-status.ts';
import type { Tone } from './tone.ts';
import { plainText } from './plain-text.ts';
import { workerWords } from '../console/liveness/strings.ts';

/** A state as a person reads it. */
export interface Words {
  readonly text: string;
  readonly tone: Tone;
}

/** The phone as the page shows it: while the worker is silent nobody can tell how it is. */
export type ShownPhoneStatus =
  PhoneStatus | { readonly state: 'silent'; readonly phone: PhoneInfo };

/** `Pixel 8 · Android 14`, or the model alone until the phone has said its version. */
function phoneName(phone: PhoneInfo): string {
  const model = plainText(phone.model);
  return phone.androidVersion === '' ? model : `${model} · Android ${phone.androidVersion}`;
}

/** The state of the phone in a few words. */
export function phoneWords(status: ShownPhoneStatus): Words {
  switch (status.state) {
    case 'none':
      return { text: 'No phone', tone: 'idle' };
    case 'connecting':
      return { text: `Connecting ${status.name}`, tone: 'busy' };
    case 'waiting-for-allow':
      return { text: 'Tap Allow on your phone', tone: 'warn' };
    case 'connected':
      return { text: phoneName(status.phone), tone: 'ok' };
    case 'lost':
      return { text: `${plainText(status.phone.model)} unplugged`, tone: 'warn' };
    case 'silent':
      return { text: workerWords.phone, tone: 'bad' };
    case 'failed':
      return { text: 'Not connected', tone: 'bad' };
  }
}

/** What stands between a bridge and its agents. */
interface BridgeObstacles {
  /** The browser lets this page not reach the bridge. */
  readonly isBlocked?: boolean;
  /** The worker answers nobody. */
  readonly isSilent?: boolean;
}

/** The state of the bridge in a few words. */
export function bridgeWords(
  status: BridgeStatus,
  { isBlocked = false, isSilent = false }: BridgeObstacles = {},
): Words {
  if (isBlocked) return { text: 'Blocked by Chrome', tone: 'warn' };
  const isJoined = status.state !== 'off' && status.state !== 'refused';
  if (isSilent && isJoined) return { text: workerWords.agents, tone: 'bad' };
  switch (status.state) {
    case 'off':
      return { text: 'No bridge', tone: 'idle' };
    case 'connecting':
      return { text: 'Bridge connecting', tone: 'busy' };
    case 'connected':
      return { text: 'Bridge connected', tone: 'ok' };
    case 'retrying':
      return { text: 'Bridge away', tone: 'warn' };
    case 'refused':
      return { text: 'Bridge refused', tone: 'bad' };
  }
}

/** What agents may do, in a few words. */
export function permissionWords({ paused, readOnly, askFirst, switchedOff }: Controls): string {
  if (paused) return 'Nothing: agents are paused';
  const acting = askFirst ? 'Looking; you are asked before each act' : 'Everything';
  const words = readOnly ? 'Looking only' : acting;
  return switchedOff.length === 0 ? words : `${words}; ${switchedOff.length} switched off`;
}

/** What the strip of the header tells of agents. */
export interface AgentsNow {
  readonly controls: Controls;
  /** Calls of agents that run, the last begun last. */
  readonly running: readonly RunningCall[];
  /** How many questions wait for the person. */
  readonly waiting: number;
  /** Whether any agent can reach this page. */
  readonly reachable: boolean;
  /** The name of another console that agents use in this one's place. */
  readonly servedBy: string | null;
  /** The names of other consoles where agents are not paused. */
  readonly unpaused: readonly string[];
  readonly tools: readonly ToolInfo[];
}

/** What agents do at this moment, or else what they may do; null where none can reach this page. */
export function agentsWords(now: AgentsNow): Words | null {
  const { controls, running, waiting } = now;
  if (waiting > 0) return { text: 'Waiting for you', tone: 'warn' };
  const last = running.at(-1);
  const doing = last && `${last.agent}: ${toolTitle(now.tools, last.tool)}`;
  if (controls.paused) {
    // The place first: on a narrow screen the end is cut off.
    const where = now.unpaused.length > 0 ? `Paused here, not in ${now.unpaused.join(', ')}` : null;
    const text = doing ? `Agents paused, but ${doing}` : (where ?? 'Agents paused');
    return { text, tone: 'warn' };
  }
  if (doing) {
    const others = running.length > 1 ? ` and ${running.length - 1} more` : '';
    return { text: `${doing}${others}`, tone: 'busy' };
  }
  if (!now.reachable) return null;
  if (now.servedBy !== null) return { text: `Agents use ${now.servedBy}`, tone: 'idle' };
  if (controls.readOnly) return { text: 'Agents may look', tone: 'idle' };
  return { text: controls.askFirst ? 'You are asked first' : 'Agents may act', tone: 'idle' };
}

/** As much as is shown of a name that no tool has; agents may call anything. */
const longestUnknown = 64;

/** A tool as a person calls it; what the agent called where there is no such tool. */
export function toolTitle(tools: readonly ToolInfo[], name: string): string {
  const title = tools.find((tool) => tool.name === name)?.title;
  return title ?? plainText(name.slice(0, longestUnknown));
}

/** The title of the tab of this page: what the person is to know while they look elsewhere. */
export function tabTitle(
  page: string,
  { waiting, controls }: Pick<AgentsNow, 'waiting' | 'controls'>,
): string {
  if (waiting > 0) return `● Waiting for you – ${page}`;
  return controls.paused ? `Agents paused – ${page}` : page;
}

/** `1 call`, `3 calls` */
export function countWords(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** How a call ended, in a word. */
export const endWords = { done: 'done', failed: 'failed', refused: 'refused' } as const;

/** How many calls did not end well. */
export interface BadEnds {
  readonly failed: number;
  readonly refused: number;
}

/** `1 failed`, `2 refused`; only what there is. */
export function badEnds({ failed, refused }: BadEnds): readonly string[] {
  return [
    ...(failed > 0 ? [`${failed} ${endWords.failed}`] : []),
    ...(refused > 0 ? [`${refused} ${endWords.refused}`] : []),
  ];
}

/** `85 ms`, `1.4 s` */
export function durationWords(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `14:03:27` in the reader's time zone. */
export function clockWords(epochMs: number): string {
  return new Date(epochMs).toLocaleTimeString('en-GB');
}

/** Who made a call: the agent by its name, or the person. */
export function callerWords(agent: string): string {
  return agent === 'you' ? 'You' : agent;
}

const flagMeanings: Readonly<Record<string, string>> = {
  on: 'on screen',
  off: 'off screen',
  clk: 'clickable',
  lclk: 'long-clickable',
  foc: 'focusable',
  scr: 'scrollable',
  edt: 'editable',
  ena: 'enabled',
};

/** What a flag of the agent's table means. */
export function flagWords(flag: string): string {
  return flagMeanings[flag] ?? flag;
}
