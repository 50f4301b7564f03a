import type { WireError } from '../errors.ts';
import type { AgentSetup } from '../relay/frames.ts';

/** The state of the socket to the bridge. */
export type BridgeStatus =
  /** The bridge did not open this page. */
  | { readonly state: 'off' }
  | { readonly state: 'connecting' }
  /** `name` identifies this console among the open ones; `setup` is null when the bridge does not serve this page itself. */
  | { readonly state: 'connected'; readonly name: string; readonly setup: AgentSetup | null }
  /** Lost or not reachable yet; reconnects automatically. */
  | { readonly state: 'retrying'; readonly retryAtEpochMs: number; readonly error: WireError }
  /** The bridge rejected the page; retrying would not help. */
  | { readonly state: 'refused'; readonly error: WireError };
