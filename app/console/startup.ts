import type { DemoPhoneRequest } from '../../core/link/messages.ts';

/** What the address of the page asks for. */
export interface Startup {
  /** The bridge's secret from the fragment; null when the address has none. */
  readonly secret: string | null;
  /** The demo phone to connect at once; null when none is asked for. */
  readonly demo: DemoPhoneRequest | null;
  /** Whether the console reads the screen by itself; `live=off` leaves the phone to the agents. */
  readonly live: boolean;
}

/**
 * Reads `#bridge=<secret>` and `?phone=demo&android=14&faults=a,b&latency=real&activity=pkg/.Name&live=off`.
 * Names are handed on as they are: the worker knows which ones exist.
 */
export function readStartup(href: string): Startup {
  const address = new URL(href);
  const secret = new URLSearchParams(address.hash.slice(1)).get('bridge');
  const demo = address.searchParams.get('phone') === 'demo' ? readDemo(address.searchParams) : null;
  const live = address.searchParams.get('live') !== 'off';
  return { secret: secret === '' ? null : secret, demo, live };
}

function readDemo(query: URLSearchParams): DemoPhoneRequest {
  const android = query.get('android');
  const faults = query.get('faults')?.split(',').filter(Boolean);
  const latency = query.get('latency');
  const activity = query.get('activity');
  return {
    ...(android !== null && { android: Number(android) }),
    ...(faults !== undefined && { faults }),
    ...(latency !== null && { latency }),
    ...(activity !== null && { activity }),
  };
}

/** The bridge's socket on the host that served the page. */
export function socketUrl(href: string): string {
  const address = new URL(href);
  return `${address.protocol === 'https:' ? 'wss' : 'ws'}://${address.host}/socket`;
}
