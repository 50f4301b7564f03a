import { HandsetError } from '../errors.ts';

/** Where the adbd of a phone or an emulator listens. */
export interface PhoneAddress {
  /** A name, an IPv4 address, or an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** The port of `adb tcpip 5555`, and of `adb connect` without a port. */
const DEFAULT_PORT = 5555;
const MAX_PORT = 65_535;

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
  const host = v6 ?? name;
  const port = portText === undefined ? DEFAULT_PORT : Number(portText);
  if (host === undefined || !isHost(host)) throw badAddress(trimmed, "is not a phone's address");
  if (port < 1 || port > MAX_PORT) throw badAddress(trimmed, `has no port from 1 to ${MAX_PORT}`);
  return { host, port };
}

/** Digits and dots alone are an IPv4 address, of four numbers up to 255. */
function isHost(host: string): boolean {
  if (!/^[\d.]+$/.test(host)) return !reservedHosts.test(host);
  const numbers = host.split('.');
  return numbers.length === 4 && numbers.every((each) => each !== '' && Number(each) <= 255);
}

function badAddress(text: string, problem: string): HandsetError {
  return new HandsetError('invalid-argument', `“${text}” ${problem}.`, {
    hint: 'Use the form 192.168.1.5:5555, with the port that the phone shows.',
  });
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
