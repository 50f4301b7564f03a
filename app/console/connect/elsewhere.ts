import type { BridgeStatus } from '../../../core/link/bridge-status.ts';
import type { ShownPhoneStatus } from '../../ui/state-strings.ts';
import type { OpenConsole } from '../../../core/relay/frames.ts';
import { plainText } from '../../ui/plain-text.ts';
import { elsewhereWords } from './strings.ts';

/** What is known of the phones of all tabs. */
interface Whereabouts {
  readonly phone: ShownPhoneStatus;
  readonly bridge: BridgeStatus;
  readonly consoles: readonly OpenConsole[];
}

/**
 * Which other tabs hold phones, while this one has none: `Pixel 8 is held by another tab
 * (console 1).` Null when there is nothing of that to say. A phone can be held by one tab only,
 * and what agents do with it shows there.
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

/** A phone that another tab holds fails as busy: the same thing, said worse. */
function isWithout(phone: ShownPhoneStatus): boolean {
  return phone.state === 'none' || (phone.state === 'failed' && phone.error.code === 'usb-busy');
}

function wordsOf({ name, leads }: OpenConsole, model: string): string {
  const held = elsewhereWords.held(plainText(model), name);
  return leads ? `${held} ${elsewhereWords.agentsThere}` : held;
}
