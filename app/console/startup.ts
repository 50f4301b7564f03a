import type { DemoPhoneRequest } from '#core/link/phone-status.ts';
import { type BridgeLink, readBridgeLink } from './agents/pairing.ts';

/** What the address of the page asks for. */
interface Startup extends BridgeLink {
  /** The demo phone to connect at startup; null when the address requests none. */
  readonly demo: DemoPhoneRequest | null;
  /** The panel to show, which may not exist; null when the address names none. */
  readonly panel: string | null;
  /** Whether the console reads the screen on its own; with `live=off` only agents do. */
  readonly live: boolean;
  /** Whether the console joins the bridge; a page that frames a console passes `bridge=off` so that the bridge does not list it. */
  readonly joinsBridge: boolean;
}

/**
 * Reads `#bridge=<secret>&at=127.0.0.1:7340` and `?phone=demo&android=14&faults=a,b&latency=real&activity=pkg/.Name&record=name&live=off&bridge=off&panel=logs`.
 * Names are not checked here: the worker knows which ones exist.
 */
export function readStartup(href: string): Startup {
  const address = new URL(href);
  const demo =
    address.searchParams.get('phone') === 'demo' ? readDemoRequest(address.searchParams) : null;
  const live = address.searchParams.get('live') !== 'off';
  const joinsBridge = address.searchParams.get('bridge') !== 'off';
  const panel = address.searchParams.get('panel');
  const bridgeLink = readBridgeLink(new URLSearchParams(address.hash.slice(1)));
  return { ...bridgeLink, demo, panel, live, joinsBridge };
}

function readDemoRequest(query: URLSearchParams): DemoPhoneRequest {
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
