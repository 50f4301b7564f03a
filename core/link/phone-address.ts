import { HandsetError, oneLine } from '../errors.ts';

/** Where the adbd of a phone or an emulator listens. */
export interface PhoneAddress {
  /** A name, an IPv4 address, or an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** The port of `adb tcpip 5555`, and of `adb connect` without a port. */
const DEFAULT_PORT = 5555;
const MAX_PORT = 65_535;
/** Characters of a text that an error quotes. */
const maxQuoted = 100;

/** Words that the adb server does not take for the name of a computer (its services.cpp, socket_spec.cpp). */
const reservedHosts = /^(?:emu|vsock)$/i;

/**
 * Reads an address as `adb connect` takes it: `192.168.1.5:5555`, `phone.local`, `[fe80::1]:5555`.
 * Throws `invalid-argument`.
 */
export function parsePhoneAddress(text: string): PhoneAddress {
  const trimmed = text.trim();
  const [, v6, name, portText] =
    /^(?:\[([\da-f:.]{2,45}(?:%[\w.-]{1,32})?)\]|([\w.-]{1,253}))(?::(\d{1,5}))?$/i.exec(trimmed) ??
    [];
  const host = v6 ?? name ?? '';
  const port = portText === undefined ? DEFAULT_PORT : Number(portText);
  const isPort = port >= 1 && port <= MAX_PORT;
  const problem = isPort ? hostProblem(host) : `has no port from 1 to ${MAX_PORT}`;
  if (problem === null) return { host, port };
  throw new HandsetError('invalid-argument', `“${oneLine(text).slice(0, maxQuoted)}” ${problem}.`, {
    hint: `Use the form 192.168.1.5 or 192.168.1.5:37001. Without a port it is ${DEFAULT_PORT}.`,
  });
}

/** What is wrong with the host; null for nothing. Digits and dots alone are an IPv4 address, of four numbers up to 255. */
function hostProblem(host: string): string | null {
  const numbers = host.split('.');
  const isName = !/^[\d.]*$/.test(host) && !reservedHosts.test(host);
  const tooLarge = isName ? undefined : numbers.find((each) => Number(each) > 255);
  if (tooLarge !== undefined) return `has the number ${tooLarge}, and 255 is the largest`;
  return isName || (numbers.length === 4 && numbers.every(Boolean))
    ? null
    : "is not a phone's address";
}

/** The address as `adb connect` takes it. */
export function formatPhoneAddress({ host, port }: PhoneAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether the text is an address as `formatPhoneAddress` writes it, which is also how adb then names the phone. */
export function isPhoneAddress(text: string): boolean {
  try {
    return formatPhoneAddress(parsePhoneAddress(text)) === text;
  } catch {
    return false;
  }
}

/** Whether adb names a phone so by where it is on the network: `192.168.1.5:5555`, or by mDNS. */
export function isNetworkName(serial: string): boolean {
  return /:\d+$|\._adb(?:-tls-connect)?\._tcp\.?$/.test(serial);
}
