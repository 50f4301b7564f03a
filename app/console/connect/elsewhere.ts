import type { BridgeStatus } from '../../../core/link/bridge-status.ts';
import type { ShownPhoneStatus } from '../../ui/state-strings.ts';
import type { OpenConsole } from '../../../core/relay/frames.ts';
import { plainText } from '../../ui/plain-text.ts';
import { elsewhereWords } from './strings.ts';

/** The phone of this tab, and what the bridge reports about all tabs. */
interface Whereabouts {
  readonly phone: ShownPhoneStatus;
  readonly bridge: BridgeStatus;
  readonly consoles: readonly OpenConsole[];
}

/**
 * Which other tabs hold phones, while this one has none: `Pixel 8 is held by another tab (console
 * 1).` Null when no other tab does. Only one tab can hold a phone; agents' calls to it show there.
 */
export function phoneElsewhere({ phone, bridge, consoles }: Whereabouts): string | null {
  if (bridge.state !== 'connected' || !isWithout(phone)) return null;
  const held = consoles
    .filter(({ name }) => name !== bridge.name)
    .flatMap((each) => (each.phone === null ? [] : [wordsOf(each, each.phone.model)]));
  if (held.length === 0) return null;
  const serves = consoles.some(({ name, leads }) => leads && name === bridge.name);
  return [...held, ...(serves ? [elsewhereWords.findNone] : [])].join(' ');
}

/** Connecting to a phone that another tab holds fails with usb-busy; the message here says more. */
function isWithout(phone: ShownPhoneStatus): boolean {
  return phone.state === 'none' || (phone.state === 'failed' && phone.error.code === 'usb-busy');
}

function wordsOf({ name, leads }: OpenConsole, model: string): string {
  const held = elsewhereWords.held(plainText(model), name);
  return leads ? `${held} ${elsewhereWords.agentsThere}` : held;
}
