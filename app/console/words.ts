import type { BridgeStatus, PhoneInfo, PhoneStatus } from '../../core/link/messages.ts';
import type { Tone } from '../ui/tone.ts';

/** A state as a person reads it. */
export interface Words {
  readonly text: string;
  readonly tone: Tone;
}

/** `Pixel 8 · Android 14`, or the model alone until the phone has said its version. */
function phoneName(phone: PhoneInfo): string {
  return phone.androidVersion === ''
    ? phone.model
    : `${phone.model} · Android ${phone.androidVersion}`;
}

/** The state of the phone in a few words. */
export function phoneWords(status: PhoneStatus): Words {
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
      return { text: `${status.phone.model} unplugged`, tone: 'warn' };
    case 'failed':
      return { text: 'Not connected', tone: 'bad' };
  }
}

/** The state of the bridge in a few words. */
export function bridgeWords(status: BridgeStatus): Words {
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
