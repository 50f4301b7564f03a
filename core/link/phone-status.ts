import type { WireError } from '../errors.ts';

/** The phone that is, or last was, connected. */
export interface PhoneInfo {
  readonly kind: 'usb' | 'demo';
  /** `Pixel 8` */
  readonly model: string;
  readonly serial: string;
  /** `14`; empty until the phone has reported it. */
  readonly androidVersion: string;
}

/** The state of the connection to the phone. */
export type PhoneStatus =
  /** The user has not granted or chosen a phone. */
  | { readonly state: 'none' }
  | { readonly state: 'connecting'; readonly name: string }
  /** The phone shows "Allow USB debugging?". */
  | { readonly state: 'waiting-for-allow'; readonly name: string; readonly sinceEpochMs: number }
  | { readonly state: 'connected'; readonly phone: PhoneInfo }
  /** Unplugged while connected; reconnects automatically when plugged in again. */
  | { readonly state: 'lost'; readonly phone: PhoneInfo }
  | { readonly state: 'failed'; readonly error: WireError };

/** Options of the demo phone, named as in core/demo-phone/options.ts and validated by the worker. */
export interface DemoPhoneRequest {
  readonly android?: number;
  readonly faults?: readonly string[];
  readonly latency?: string;
  readonly activity?: string;
  /** Suffix of its serial number, since each tab has its own demo phone. */
  readonly unit?: string;
  /** Name of the BroadcastChannel that receives every touch. */
  readonly record?: string;
  readonly captureXml?: Uint8Array<ArrayBuffer>;
  readonly capturePng?: Uint8Array<ArrayBuffer>;
}
