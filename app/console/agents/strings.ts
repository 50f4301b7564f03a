import { isPublished, usualCommand, withoutOptions } from '#core/clients/client-setup.ts';
import {
  clockTime,
  countLabel,
  outcomeLabel,
  unsuccessfulLabels,
  waitingForYou,
  type CallEnd,
  type UnsuccessfulCounts,
} from '../../ui/call-strings.ts';

/** Strings of the link to the bridge, as the Agents panel and the bridge window show it. */
export const bridgeLinkStrings = {
  asConsole: (name: string) => `as ${name}`,
  backTo: (host: string) => `Back to ${host}`,
  tryingAgainIn: 'Trying again in',
  untilThen: 'Until then no agent can use this tab.',
  off: `Agents on this computer can’t reach this tab yet. Run \`${withoutOptions(usualCommand())}\`${isPublished ? '' : ' in the Handset folder'} to start the bridge that connects them, then open the address it prints.`,
  continueTo: (host: string) => `Click Continue to look for the bridge at ${host}.`,
  lookingForBridge: (host: string) => `Looking for the bridge at ${host}.`,
  isDefault:
    'While this tab is open, agents on this computer reach it through the bridge, the program that `npm start` runs.',
  otherIsDefault: (console: string) => `Agents on this computer use ${console}.`,
  otherIsDefaultForMost: (console: string) =>
    `Agents on this computer use ${console}, unless they chose this phone.`,
} as const;

/** Strings of the question about an unknown bridge in a link, and of its result. */
export const bridgeQuestionStrings = {
  heading: (host: string) => `A link asks Handset to connect to the bridge at ${host}`,
  accessWarning:
    'Agents that use that bridge could then see the phone in this console and act on it.',
  leavesBridge: (host: string) => `Handset would disconnect from the bridge at ${host}.`,
  joinAdvice: 'Connect only if you started that bridge yourself.',
  covered: 'Part of this question is hidden. Scroll it fully into view to connect.',
  cancel: 'Cancel',
  join: 'Connect',
  bridgeKept: (host: string) => `This page stays connected to the bridge at ${host}.`,
} as const;

export const localNetworkStrings = {
  label: 'Local network',
  denied: 'Chrome doesn’t let this site reach the bridge on your computer.',
  howToAllow:
    'To allow it, click the icon to the left of the address, then Site settings, and set “Apps on device” (formerly “Local network access”) to Allow; this page then continues automatically. Or open the address that the bridge printed, which needs no permission.',
  promptTitle: 'Chrome will ask for permission',
  promptExplanation:
    'It will ask whether this site may connect to devices on your local network, or to apps on this device. Handset needs this to reach the bridge on your own computer, which connects agents to this tab. It connects to nothing else.',
  continue: 'Continue',
} as const;

export const consolesStrings = {
  title: 'Open consoles',
  noPhone: 'No phone',
  thisTab: (console: string) => `${console} (this tab)`,
  paused: 'paused',
  defaultTag: 'used by agents',
  thisIsDefault: 'Agents that haven’t chosen a phone use this tab.',
  otherIsDefault: 'Agents that haven’t chosen a phone use the console marked “used by agents”.',
  pausedHereOnly: (consoles: readonly string[]) =>
    `Agents are paused in this browser only: they can still use ${consoles.join(', ')}. Pause them there too.`,
} as const;

/** Not a decision of the user about this call. */
const deniedWhilePaused = 'denied while paused';

/** Strings about an agent and its last call. */
export const seenAgentStrings = {
  origins: { person: 'You', bridge: '', page: 'In this browser' },
  ownToken: 'With a token of its own',
  calls: ({
    calls,
    paused,
    ...ends
  }: UnsuccessfulCounts & { readonly calls: number; readonly paused: number }) =>
    [
      countLabel(calls, 'call'),
      ...unsuccessfulLabels(ends),
      ...(paused > 0 ? [`${paused} ${deniedWhilePaused}`] : []),
    ].join(', '),
  connected: (atEpochMs: number) => `Connected · ${clockTime(atEpochMs)} · no calls yet`,
  lastCall: (lastCall: {
    readonly title: string;
    readonly startedAtEpochMs: number;
    readonly ownMs: number;
    readonly end: CallEnd;
    readonly wasPaused: boolean;
  }) =>
    [
      lastCall.title,
      clockTime(lastCall.startedAtEpochMs),
      lastCall.wasPaused ? deniedWhilePaused : outcomeLabel(lastCall.end, lastCall.ownMs),
    ].join(' · '),
  running: (title: string, sinceEpochMs: number) =>
    `${title} · running since ${clockTime(sinceEpochMs)}`,
  waiting: (title: string) => `${title} · ${waitingForYou}`,
  trusted: {
    look: (sinceEpochMs: number) =>
      `Allowed to read without asking since ${clockTime(sinceEpochMs)}.`,
    act: (sinceEpochMs: number) =>
      `Allowed to act without asking since ${clockTime(sinceEpochMs)}.`,
  },
  revoke: 'Revoke',
  revokeFor: (name: string) => `Revoke permission of ${name}`,
  blockedBadge: 'Blocked',
  blocked: 'Every call under this name is denied.',
  block: 'Block',
  blockNamed: (name: string) => `Block ${name}`,
  unblock: 'Unblock',
  unblockNamed: (name: string) => `Unblock ${name}`,
  show: 'Show calls',
  showCallsOf: (name: string) => `Show calls by ${name}`,
} as const;
