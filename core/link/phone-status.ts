import type { WireError } from '../errors.ts';

/** The phone that is, or was last, connected. */
export interface PhoneInfo {
  readonly kind: 'usb' | 'demo';
  /** `Pixel 8` */
  readonly model: string;
  readonly serial: string;
  /** `14`; empty until the phone has said it. */
  readonly androidVersion: string;
}

/** Where the connection to the phone stands. */
export type PhoneStatus =
  /** No phone was granted or chosen. */
  | { readonly state: 'none' }
  | { readonly state: 'connecting'; readonly name: string }
  /** The phone shows "Allow USB debugging?". */
  | { readonly state: 'waiting-for-allow'; readonly name: string; readonly sinceEpochMs: number }
  | { readonly state: 'connected'; readonly phone: PhoneInfo }
  /** Unplugged after it was connected; comes back by itself when plugged in again. */
  | { readonly state: 'lost'; readonly phone: PhoneInfo }
  | { readonly state: 'failed'; readonly error: WireError };

/** How the demo phone is to be; names as in core/demo-phone/options.ts, checked by the worker. */
export interface DemoPhoneRequest {
  readonly android?: number;
  readonly faults?: readonly string[];
  readonly latency?: string;
  readonly activity?: string;
  /** Ends its serial number: each tab has a demo phone of its own. */
  readonly unit?: string;
  /** The BroadcastChannel that is told every touch. */
  readonly record?: string;
  readonly captureXml?: Uint8Array<ArrayBuffer>;
  readonly capturePng?: Uint8Array<ArrayBuffer>;
}
