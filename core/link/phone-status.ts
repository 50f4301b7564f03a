import type { WireError } from '../errors.ts';

/** The phone that is, or last was, connected. */
export interface PhoneInfo {
  /** How it is connected: over USB, through the adb server, or as the demo phone. */
  readonly kind: 'usb' | 'adb' | 'demo';
  /** `Pixel 8` */
  readonly model: string;
  /** The same for every kind of connection. */
  readonly serial: string;
  /** What it is connected by, where that is not its serial number: `192.168.1.5:5555`. */
  readonly address?: string;
  /** `14`; empty until the phone has reported it. */
  readonly androidVersion: string;
}

/** How the elements of the screen are read. `reason`: why not by the element reader, in a few words. */
export type ReadingStatus =
  { readonly method: 'reader' } | { readonly method: 'dump' | 'yadb'; readonly reason: string };

/** What reads the elements, for lists of phones. */
export function readingText(status: ReadingStatus): string {
  if (status.method === 'reader') return 'element reader';
  const program = status.method === 'dump' ? 'uiautomator dump' : 'yadb';
  return `${program}, not the element reader: ${status.reason}`;
}

/** The state of the connection to the phone. */
export type PhoneStatus =
  /** The user has not granted or chosen a phone. */
  | { readonly state: 'none' }
  | { readonly state: 'connecting'; readonly name: string }
  /** The phone shows "Allow USB debugging?". */
  | { readonly state: 'waiting-for-allow'; readonly name: string; readonly sinceEpochMs: number }
  | { readonly state: 'connected'; readonly phone: PhoneInfo }
  /** Disconnected without being asked to; reconnects automatically when it is there again. */
  | { readonly state: 'lost'; readonly phone: PhoneInfo }
  | { readonly state: 'failed'; readonly error: WireError };

/** What a phone's settings were before tools changed them, as the worker names and writes them. */
export interface PhoneOriginals {
  readonly serial: string;
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** Which phone to connect, and over USB or through the adb server. */
export interface PhoneRequest {
  readonly kind: 'usb' | 'adb';
  /** As the browser or adb names it; an address that adb does not list yet is connected by it first. Null for any. */
  readonly serial: string | null;
}

/** A phone to look for. */
export interface WatchRequest extends PhoneRequest {
  /** Whether this tab had a phone before a reload, so that agents' calls wait for it. */
  readonly wasConnected: boolean;
}

/** A phone or emulator that the adb server lists. */
export interface ServerPhoneInfo {
  /** `emulator-5554`, `192.168.1.5:5555`, or that of a USB phone; its port, `usb:1-2`, if others have the same. */
  readonly serial: string;
  /** The server's number for it, until it is unplugged. */
  readonly transportId: number;
  /** `Pixel 8`; empty until the server knows it. */
  readonly model: string;
  readonly state: 'ready' | 'unauthorized' | 'offline' | 'connecting' | 'no-permissions' | 'other';
  /** adb's own word for the state. */
  readonly stateText: string;
  /** The phone's own serial number, where adb names it by its address on the network; absent until it was read. */
  readonly ownSerial?: string;
}

/** The adb server that the bridge reaches. */
export type AdbServerStatus =
  /** There is no bridge, or it lets this console use none. */
  | { readonly state: 'off' }
  /** None answers; `canStart` says whether the bridge found adb. */
  | { readonly state: 'unreachable'; readonly canStart: boolean }
  | { readonly state: 'listed'; readonly phones: readonly ServerPhoneInfo[] };

/** A phone that the adb server has found on the network. */
export interface FoundPhone {
  /** `adb-R5CT30-aBcDeF`, with the serial number in the middle. */
  readonly name: string;
  /** `192.168.1.5:37043` */
  readonly address: string;
  /** What it waits for there: a connection, or the code that its pairing dialog shows. */
  readonly awaits: 'connection' | 'pairing';
}

/** What pairs the computer with a phone (Android 11 and later). */
export interface PairingRequest {
  /** The address in the phone's pairing dialog. */
  readonly address: string;
  /** Its six digits, which are a secret while the dialog is open. */
  readonly code: string;
}

/** Options of the demo phone, named as in core/demo-phone/options.ts and validated by the worker. */
export interface DemoPhoneRequest {
  readonly android?: number;
  readonly faults?: readonly string[];
  readonly latency?: string;
  readonly activity?: string;
  /** Without the notes, settings and files that the phone of this tab had before. */
  readonly fresh?: boolean;
  /** Suffix of its serial number, since each tab has its own demo phone. */
  readonly unit?: string;
  /** Name of the BroadcastChannel that receives every touch. */
  readonly record?: string;
  readonly captureXml?: Uint8Array<ArrayBuffer>;
  readonly capturePng?: Uint8Array<ArrayBuffer>;
}

/** One entry of the phone's log. */
export interface LogLine {
  /** Counts from 1 since the log was opened; gaps are omitted lines. */
  readonly number: number;
  /** The phone's local time, `MM-DD hh:mm:ss.mmm`; empty for lines before the first timestamp. */
  readonly time: string;
  /** 0 for the kernel, and for messages about the log itself. */
  readonly pid: number;
  readonly tid: number;
  readonly level: 'V' | 'D' | 'I' | 'W' | 'E' | 'F';
  readonly tag: string;
  readonly text: string;
  /** The process name, which begins with the package name; null while unknown. */
  readonly process: string | null;
}

/** The name of a process. */
export interface ProcessName {
  readonly pid: number;
  readonly name: string;
}

/** Some lines of the log, in order. */
export interface LogBatch {
  readonly lines: readonly LogLine[];
  /** Names of processes whose earlier lines were sent without one. */
  readonly processNames: readonly ProcessName[];
  /** The phone's local time minus UTC on the computer, in milliseconds; null while unknown. */
  readonly phoneAheadMs: number | null;
}

/** A file on its way to the phone. */
export interface Transfer {
  /** Assigned by the page. */
  readonly id: number;
  readonly stage: 'sending' | 'installing' | 'receiving';
  readonly sentBytes: number;
  readonly totalBytes: number;
}
