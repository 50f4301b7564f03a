import type { WireError } from '../errors.ts';
import type { AgentSetup } from '../relay/frames.ts';

/** Where the socket to the bridge stands. */
export type BridgeStatus =
  /** This page was not opened by a bridge. */
  | { readonly state: 'off' }
  | { readonly state: 'connecting' }
  /** `name` is this console's among those that are open; `setup` is null when this page is not the bridge's own. */
  | { readonly state: 'connected'; readonly name: string; readonly setup: AgentSetup | null }
  /** Lost or not yet there; tried again by itself. */
  | { readonly state: 'retrying'; readonly retryAtEpochMs: number; readonly error: WireError }
  /** The bridge turned the page away; trying again would not help. */
  | { readonly state: 'refused'; readonly error: WireError };
