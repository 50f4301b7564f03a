import type { BridgeStatus } from '#core/link/messages.ts';
import type { OpenConsole } from '#core/relay/frames.ts';
import { plainText } from '../../ui/plain-text.ts';
import type { ShownPhoneStatus } from '../../ui/state-strings.ts';
import { otherTabStrings } from './strings.ts';

/** The phone of this tab, and what the bridge reports about all tabs. */
interface PhoneAndConsoles {
  readonly phone: ShownPhoneStatus;
  readonly bridge: BridgeStatus;
  readonly consoles: readonly OpenConsole[];
}

/**
 * Says which other tabs hold phones while this one has none: `Pixel 8 is held by another tab
 * (console 1).` Null when no other tab does. Only one tab can hold a phone; calls to it show there.
 */
export function phoneInOtherTab({ phone, bridge, consoles }: PhoneAndConsoles): string | null {
  if (bridge.state !== 'connected' || !hasNoPhone(phone)) return null;
  const sentences = consoles
    .filter(({ name }) => name !== bridge.name)
    .flatMap((each) => (each.phone === null ? [] : [heldByTab(each, each.phone.model)]));
  if (sentences.length === 0) return null;
  const isDefaultHere = consoles.some(({ name, leads }) => leads && name === bridge.name);
  return [...sentences, ...(isDefaultHere ? [otherTabStrings.noPhoneHere] : [])].join(' ');
}

/** Connecting to a phone that another tab holds fails with usb-busy; the message here says more. */
function hasNoPhone(phone: ShownPhoneStatus): boolean {
  return phone.state === 'none' || (phone.state === 'failed' && phone.error.code === 'usb-busy');
}

function heldByTab({ name, leads }: OpenConsole, model: string): string {
  const sentence = otherTabStrings.heldBy(plainText(model), name);
  return leads ? `${sentence} ${otherTabStrings.agentsThere}` : sentence;
}
