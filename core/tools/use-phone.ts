import { z } from 'zod';
import { HandsetError } from '../errors.ts';
import { cell } from '../format/cell.ts';
import { quote } from '../format/quote.ts';
import { type Desk, type ListedPhone, namePhone, defineDeskTool } from './contract/tool.ts';

const idsDoNotHold =
  'Element ids and snapshots of another phone do not hold there: look at its screen first.';

/** Chooses the phone that this agent's calls reach. */
export const usePhone = defineDeskTool({
  at: 'desk',
  name: 'use_phone',
  title: 'Use phone',
  description:
    "Chooses the phone that your calls reach from the next one on, yours alone. Without parameters they follow the person's choice again.",
  input: z.strictObject({
    serial: z.string().optional().describe('As in list_phones.'),
    console: z
      .string()
      .optional()
      .describe('As in console 2; needed when two consoles hold the same serial.'),
  }),
  effect: 'read',
  run(desk, wanted, reply) {
    if (wanted.serial === undefined && wanted.console === undefined) reply.text(follow(desk));
    else reply.text(choose(desk, theOne(desk.phones, wanted)));
    return Promise.resolve();
  },
});

function choose(desk: Desk, phone: ListedPhone): string {
  desk.choose(phone);
  const said = `Your calls reach ${namePhone(phone)} from now on. ${idsDoNotHold}`;
  return phone.state === 'lost'
    ? `${said}\nnote:it is unplugged; calls fail until it is plugged in again`
    : said;
}

function follow(desk: Desk): string {
  desk.choose(null);
  const leading = desk.phones.find(({ leads }) => leads);
  const now = leading === undefined ? 'no phone is connected there now' : namePhone(leading);
  return `Your calls follow the person's choice from now on: ${now}. ${idsDoNotHold}`;
}

interface Wanted {
  readonly serial?: string | undefined;
  readonly console?: string | undefined;
}

function theOne(phones: readonly ListedPhone[], wanted: Wanted): ListedPhone {
  const [phone, ...others] = phones.filter((candidate) => fits(candidate, wanted));
  if (phone === undefined) throw unknown(phones, wanted);
  if (others.length > 0) throw ambiguous([phone, ...others]);
  return phone;
}

/** By the texts as `list_phones` prints them. */
function fits({ serial, console }: ListedPhone, wanted: Wanted): boolean {
  return (
    (wanted.serial === undefined || cell(serial) === cell(wanted.serial)) &&
    (wanted.console === undefined || console === wanted.console.trim().toLowerCase())
  );
}

function unknown(phones: readonly ListedPhone[], { serial, console }: Wanted): HandsetError {
  const which = serial === undefined ? '' : ` with serial ${quote(serial)}`;
  const where =
    console === undefined ? 'No open console' : `No open console named ${quote(console)}`;
  const hint =
    phones.length === 0
      ? 'No phone is connected: ask the user to click Connect a phone in the console.'
      : `Known: ${phones.map(namePhone).join(', ')}.`;
  return new HandsetError('invalid-argument', `${where} holds a phone${which}.`, { hint });
}

function ambiguous(phones: readonly ListedPhone[]): HandsetError {
  const message = `${phones.length} consoles hold such a phone: ${phones.map(namePhone).join(', ')}.`;
  const hint = "Name the console too, as in console='console 2'.";
  return new HandsetError('invalid-argument', message, { hint });
}
