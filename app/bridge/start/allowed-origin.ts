import { Stop } from '../stop.ts';

/** Host names that stand for this computer, so that nobody is on the way to them. */
const OWN_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A host as it may stand in a policy: no wildcard, nothing that would end the directive. */
const PLAIN_HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:]+\])$/;

/**
 * The origin of a hosted console that may open the socket, as browsers name it: `--allow-origin`.
 * Throws `Stop` with exit code 2 for anything but one exact origin.
 */
export function parseAllowedOrigin(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !isBareOrigin(address) || /[/?#]$/.test(text)) throw malformed(text);
  if (address.protocol === 'https:') return address.origin;
  if (OWN_HOSTS.has(address.hostname)) return address.origin;
  throw new Stop(
    2,
    `--allow-origin takes http only for localhost, 127.0.0.1 and [::1], since any other http page could be changed on its way to you; got: ${text}`,
  );
}

function isBareOrigin(address: URL): boolean {
  const { protocol, hostname, username, password, pathname, search, hash } = address;
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return (
    PLAIN_HOST.test(hostname) && username + password + search + hash === '' && pathname === '/'
  );
}

function malformed(text: string): Stop {
  return new Stop(2, `--allow-origin must be https://host or https://host:port, got: ${text}`);
}
