import type { Caller } from '#core/caller.ts';
import { HandsetError, toHandsetError } from '#core/errors.ts';
import { type PhoneStatus, type ReadingStatus, readingText } from '#core/link/phone-status.ts';
import type { ConsolePhone, OpenConsole, PhoneChoice } from '#core/relay/frames.ts';
import { MAX_TEXT_CHARACTERS } from '#core/relay/limits.ts';
import {
  type PhoneDirectory,
  type ListedPhone,
  onlyPhoneError,
  phoneLabel,
} from '#core/tools/shared/tool.ts';

/** What the phone directory is built from; read anew at every call. */
export interface PhoneDirectoryOptions {
  /** Every open console, as last reported by the bridge; empty without a bridge. */
  readonly consoles: readonly OpenConsole[];
  /** This console's name in that list; empty without a bridge. */
  readonly ownName: string;
  /** The phone of this console, which is newer than the bridge's report. */
  readonly ownPhone: ConsolePhone | null;
  /** Sends an agent's choice to the bridge. */
  choose(agent: string, choice: PhoneChoice | null): void;
}

/** The phones of all open consoles, from the view of the agent that makes this call. */
export function createPhoneDirectory(
  options: PhoneDirectoryOptions,
  caller: Caller,
): PhoneDirectory {
  // Only the bridge can send a call to another console.
  const isThroughBridge = caller.from === 'bridge';
  const only = caller.limits?.phone ?? null;
  const phones = currentConsoles(options).flatMap(({ name, phone, isDefault }) => {
    if (phone === null || (only !== null && phone.serial !== only.serial)) return [];
    const isOwn = name === options.ownName;
    const current = isOwn && (caller.chosenPhone ?? phone.serial) === phone.serial;
    // An agent of this page always reaches this console, whatever the default is.
    return [{ ...phone, console: name, current, isDefault: isThroughBridge ? isDefault : isOwn }];
  });
  return {
    phones,
    only,
    chosen: only === null ? caller.chosenPhone : null,
    choose: (phone) => {
      if (!isThroughBridge) return assertOwnPhone(phone, options.ownName);
      const choice = phone === null ? null : { serial: phone.serial, console: phone.console };
      options.choose(caller.agent, choice);
    },
  };
}

/** The phone that a console with this status holds, for the bridge and the phone directory. */
export function heldPhone(
  status: PhoneStatus,
  reading: ReadingStatus | null = null,
): ConsolePhone | null {
  const { state } = status;
  if (state !== 'connected' && state !== 'lost') return null;
  const elementsBy = reading && readingText(reading).slice(0, MAX_TEXT_CHARACTERS);
  return { ...status.phone, state, ...(elementsBy !== null && { elementsBy }) };
}

/** The consoles with this one's current phone; only this one when the bridge has not listed it. */
function currentConsoles({
  consoles,
  ownName,
  ownPhone,
}: PhoneDirectoryOptions): readonly OpenConsole[] {
  const own = { name: ownName, phone: ownPhone, paused: false, isDefault: true };
  if (!consoles.some(({ name }) => name === ownName)) return [...consoles, own];
  return consoles.map((each) => (each.name === ownName ? { ...each, phone: ownPhone } : each));
}

function assertOwnPhone(phone: ListedPhone | null, ownName: string): void {
  if (phone === null || phone.console === ownName) return;
  throw new HandsetError(
    'unsupported',
    `An agent in a page reaches only its own console's phone; ${phoneLabel(phone)} is on another.`,
    { hint: 'Use it from that console, or from an agent that calls through the bridge.' },
  );
}

/**
 * Why a call through the bridge found no phone here, with the phones of other consoles that the
 * agent can choose. `thrown` is the error of this console's session. Returns `phone-elsewhere` when
 * the agent chose a phone that no open console holds.
 */
export function noPhoneError(
  sessionError: unknown,
  { phones, chosen, only }: PhoneDirectory,
): HandsetError {
  const error = toHandsetError(sessionError);
  // A phone that this console holds is reconnecting; the session's error says that better.
  if (phones.some(({ current }) => current)) return error;
  if (only) return onlyPhoneError(only);
  if (chosen !== null) return phoneElsewhereError(chosen);
  const others = phones.filter(({ state }) => state === 'connected');
  return others.length === 0 ? error : withOtherPhones(error, others);
}

/** The error for an agent whose chosen phone is held by no open console. */
export function phoneElsewhereError(serial: string): HandsetError {
  const message = `The phone ${serial} that you chose with use_phone is not connected to any open console.`;
  return new HandsetError('phone-elsewhere', message, {
    hint: 'list_phones lists the connected ones; choose one with use_phone.',
  });
}

function withOtherPhones(error: HandsetError, others: readonly ListedPhone[]): HandsetError {
  const { code, message, hint, cause } = error;
  const [where, which] =
    others.length === 1 ? ['Another console has', 'it'] : ['Other consoles have', 'one'];
  const holders = `${where} ${others.map(phoneLabel).join(', ')}`;
  const choose = `${holders}: choose ${which} with use_phone; list_phones lists all.`;
  // Another console has a phone, so "no phone is connected" would mislead the agent.
  return code === 'no-phone'
    ? new HandsetError(code, 'The console that your calls reach has no phone.', {
        hint: `${choose} Or ask the user to click “Use this tab for agents” there.`,
        cause,
      })
    : new HandsetError(code, message, { hint: [hint ?? [], choose].flat().join(' '), cause });
}
