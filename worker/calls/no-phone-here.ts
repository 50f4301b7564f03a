import { HandsetError, toHandsetError } from '../../core/errors.ts';
import { namePhone } from '../../core/tools/contract/name-phone.ts';
import type { Desk, ListedPhone } from '../../core/tools/contract/tool.ts';

/**
 * Why a call that came through the bridge found no phone here: with the phones of other consoles,
 * which the agent can choose by itself. `thrown` is what this console's session says. Gives
 * `phone-elsewhere` where the agent chose a phone that no open console holds.
 */
export function noPhoneHere(thrown: unknown, { phones, chosen }: Desk): HandsetError {
  const error = toHandsetError(thrown);
  // One that this console holds is on its way back; the session says that better.
  if (phones.some(({ current }) => current)) return error;
  if (chosen !== null) return phoneElsewhere(chosen);
  const others = phones.filter(({ state }) => state === 'connected');
  return others.length === 0 ? error : withOthers(error, others);
}

/** What an agent is told whose own choice is held by no open console. */
export function phoneElsewhere(serial: string): HandsetError {
  const message = `The phone ${serial} that you chose with use_phone is not connected at any open console.`;
  return new HandsetError('phone-elsewhere', message, {
    hint: 'list_phones shows those that are; use_phone chooses another.',
  });
}

function withOthers(error: HandsetError, others: readonly ListedPhone[]): HandsetError {
  const { code, message, hint, cause } = error;
  const [where, which] =
    others.length === 1 ? ['Another console holds', 'it'] : ['Other consoles hold', 'one'];
  const known = `${where} ${others.map(namePhone).join(', ')}`;
  const choose = `${known}: list_phones shows all, use_phone chooses ${which}.`;
  // There is a phone, so "no phone is connected" would send the agent away.
  return code === 'no-phone'
    ? new HandsetError(code, 'The console that your calls reach has no phone.', {
        hint: `${choose} Or ask the user to press “Use this console for agents” there.`,
        cause,
      })
    : new HandsetError(code, message, { hint: [hint ?? [], choose].flat().join(' '), cause });
}
