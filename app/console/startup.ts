import type { WireError } from '../../core/errors.ts';
import type { DemoPhoneRequest } from '../../core/link/phone-status.ts';

/** What the address of the page asks for. */
export interface Startup {
  /** The bridge's secret from the fragment; null when the address has none, or a `fault`. */
  readonly secret: string | null;
  /** Where that bridge listens: `127.0.0.1:7340`; null for the host that served this page. */
  readonly at: string | null;
  /** Why the fragment is not obeyed; then its secret goes nowhere. */
  readonly fault: WireError | null;
  /** The demo phone to connect at once; null when none is asked for. */
  readonly demo: DemoPhoneRequest | null;
  /** Whether the console reads the screen by itself; `live=off` leaves the phone to the agents. */
  readonly live: boolean;
  /** Whether the console joins the bridge; `bridge=off` keeps one that a page frames off its list. */
  readonly joins: boolean;
}

/**
 * Reads `#bridge=<secret>&at=127.0.0.1:7340` and `?phone=demo&android=14&faults=a,b&latency=real&activity=pkg/.Name&record=name&live=off&bridge=off`.
 * Names are handed on as they are: the worker knows which ones exist.
 */
export function readStartup(href: string): Startup {
  const address = new URL(href);
  const demo = address.searchParams.get('phone') === 'demo' ? readDemo(address.searchParams) : null;
  const live = address.searchParams.get('live') !== 'off';
  const joins = address.searchParams.get('bridge') !== 'off';
  return { ...readBridge(new URLSearchParams(address.hash.slice(1))), demo, live, joins };
}

function readBridge(fragment: URLSearchParams): Pick<Startup, 'secret' | 'at' | 'fault'> {
  const secret = fragment.get('bridge');
  const at = fragment.get('at');
  if (secret === null || secret === '') return { secret: null, at: null, fault: null };
  if (at === null || isOnThisComputer(at)) return { secret, at, fault: null };
  return { secret: null, at: null, fault: notOnThisComputer(at) };
}

/** The computer's own names, as its bridge answers to them; the port is always told. */
const OWN_ADDRESS = /^(?:127\.0\.0\.1|localhost|\[::1\]):([1-9]\d{0,4})$/;

/** Whether this is a place on the computer that the browser runs on. Whoever made the link, the secret goes nowhere else. */
function isOnThisComputer(at: string): boolean {
  return Number(OWN_ADDRESS.exec(at)?.[1] ?? Infinity) <= 65_535;
}

function notOnThisComputer(at: string): WireError {
  return {
    code: 'invalid-argument',
    message: `The link names a bridge at ${JSON.stringify(at.slice(0, 100))}, which is no place on this computer. Nothing was sent there.`,
    hint: 'A bridge is at 127.0.0.1, localhost or [::1], with its port. Use the address that the bridge printed.',
  };
}

function readDemo(query: URLSearchParams): DemoPhoneRequest {
  const android = query.get('android');
  const faults = query.get('faults')?.split(',').filter(Boolean);
  const latency = query.get('latency');
  const activity = query.get('activity');
  const record = query.get('record');
  return {
    ...(android !== null && { android: Number(android) }),
    ...(faults !== undefined && { faults }),
    ...(latency !== null && { latency }),
    ...(activity !== null && { activity }),
    ...(record !== null && { record }),
  };
}

/** The bridge's socket: at this place on the computer, or without one on the host that served the page. */
export function socketUrl(href: string, at: string | null): string {
  if (at !== null && isOnThisComputer(at)) return `ws://${at}/socket`;
  const address = new URL(href);
  return `${address.protocol === 'https:' ? 'wss' : 'ws'}://${address.host}/socket`;
}
