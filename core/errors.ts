/**
 * The one error that crosses rooms, the worker, the bridge and MCP.
 *
 * Foreign errors (DOMException, Tango's, Node's) are translated where they enter and kept
 * as `cause`. `message` says what happened with the value in it, `hint` what to do next.
 */

/** What went wrong. Each member: who raises it, what happened, what to do. */
export type ErrorCode =
  // Asked wrongly
  /** Tools: an argument is missing, of the wrong type or out of range. Nothing was sent. Correct it and call again. */
  | 'invalid-argument'
  /** tools/find-tool: no tool of this name; agents are told by the MCP server before. */
  | 'unknown-tool'
  /** calls/running-calls: the caller has as many calls running or waiting as it may have. Nothing was done. Wait for answers. */
  | 'too-many-calls'
  // On the way to the phone
  /** Bridge: no console is open or answers, so nobody holds a phone. Open the printed address. */
  | 'no-console'
  /** Bridge, page: the console or its worker ended or fell silent during a call, which may or may not have run: look before calling again. Or it has too much to read, or has ended before; then nothing was done. */
  | 'console-lost'
  /** Worker: the bridge does not answer, or the link to it broke. Start it; the page comes back by itself. */
  | 'bridge-lost'
  /** Worker: the bridge turned this page away: wrong secret, other version, or too many consoles are open. */
  | 'bridge-refused'
  /** calls/no-phone-here: the agent chose a phone with `use_phone` that no open console holds. Plug it in, or choose another. */
  | 'phone-elsewhere'
  // The person's say
  /** controls: the person has paused agents in the console. Nothing was done; only the person can go on. */
  | 'paused'
  /** controls: the person has switched this tool off, or everything that acts. Nothing was done. */
  | 'switched-off'
  /** controls: the person was asked first and said no, or did not answer in time. Nothing was done. */
  | 'not-allowed'
  // The link
  /** Relay: the far side sent something that is no frame of this version. Reload the page. */
  | 'bad-frame'
  /** Worker: a console is open, but no phone is connected. Connect one there. */
  | 'no-phone'
  /** session/open-device: this browser has no WebUSB, or the page is not in a secure context. Use Chrome or Edge on localhost or https. */
  | 'usb-unsupported'
  /** usb/claim: another program holds the ADB interface. Stop it (`adb kill-server`); the console then connects by itself. */
  | 'usb-busy'
  /** usb/claim: the operating system refused to open the device. udev rule on Linux, WinUSB driver on Windows. */
  | 'usb-denied'
  /** session/session: the phone shows "Allow USB debugging?" and nobody has answered yet. Tap Allow. */
  | 'waiting-for-allow'
  /** adb/connection: the phone turned our key down. Revoke USB debugging authorisations and retry. */
  | 'auth-refused'
  /** adb: the phone went away. When raised during a call, that call may or may not have run. */
  | 'phone-lost'
  /** adb: the bytes were not ADB, or the phone refused a service. */
  | 'protocol'
  // On the phone
  /** commands: the element list could not be read; the phone's own words are in the message. */
  | 'dump-failed'
  /** commands: the picture could not be taken, or was cut short. */
  | 'screenshot-failed'
  /** Tools: no element of this id is on the screen, or none that fits. Read the screen again. */
  | 'element-not-found'
  /** selector/resolve: a selector matches several elements where one is needed; the message lists them. Choose one and call again. */
  | 'ambiguous-selector'
  /** Tools: the phone was asked and the element or field did not do it; the message says what it shows now. */
  | 'action-failed'
  /** acting: this phone, or the way it can be reached now, can't do it; the message says why and what can. */
  | 'unsupported'
  /** acting: the phone refuses injected touches and keys (Xiaomi and others). The hint names the switch. */
  | 'input-denied'
  /** commands: a command ended with an error; its words and exit code are in the message. */
  | 'command-failed'
  /** screen/xml: what the phone sent is not a hierarchy we can read, or it exceeds a stated limit. */
  | 'bad-hierarchy'
  // In time
  /** Anyone who waits: the deadline, named in the message, passed. */
  | 'timeout'
  /** Anyone who waits: the caller gave up. */
  | 'cancelled'
  // Ours
  /** A mistake of Handset's own, or of what it runs in; where nothing better is known the hint asks for a report. */
  | 'internal';

/** Which of several causes of one code it was, where the console or a retry treats one apart. Agents are not told. */
export type ErrorDetail =
  /** `usb-busy`, session/phone-search: another tab of the console holds the phone. Go on there. */
  | 'other-tab'
  /** `phone-lost`, usb/claim: the browser is opening or closing the device just now. Try again in a moment. */
  | 'usb-changing'
  /** `usb-unsupported`, page: it is not in a secure context. Open it at localhost or https. */
  | 'page-not-secure'
  /** `internal`, the browser: the page around this one keeps USB to itself. Open this page by itself. */
  | 'usb-not-delegated'
  /** `internal`, the browser: its chooser was asked for outside a click. Click again. */
  | 'no-user-gesture'
  /** `dump-failed`, commands/hierarchy: uiautomator waited in vain for a screen at rest. Dump compressed. */
  | 'never-idle';

/** Names and indices from a call's arguments down to one value; empty for the arguments as a whole. */
export type ArgumentPath = readonly (string | number)[];

/** How an error travels through structured clone and JSON. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly detail?: ErrorDetail;
}

interface ErrorOptions {
  readonly hint?: string;
  readonly detail?: ErrorDetail;
  readonly argument?: ArgumentPath;
  readonly cause?: unknown;
}

/** What every room throws: `code` for programs, message and hint for agents and persons. */
export class HandsetError extends Error {
  override readonly name = 'HandsetError';
  readonly code: ErrorCode;
  /** The next move, one or two sentences; shown after the message. */
  readonly hint: string | undefined;
  readonly detail: ErrorDetail | undefined;
  /** The argument that a tool refused when it ran, by what the phone told. Agents read of it in the message; a call's record carries it to the console. */
  readonly argument: ArgumentPath | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.hint = options.hint;
    this.detail = options.detail;
    this.argument = options.argument;
  }

  /** Message and hint as one text, the way an agent or a person reads it. */
  get fullText(): string {
    return this.hint === undefined ? this.message : `${this.message} ${this.hint}`;
  }
}

/** Anything thrown in the form that survives postMessage and JSON; `cause` stays behind. */
export function toWire(thrown: unknown): WireError {
  const { code, message, hint, detail } = toHandsetError(thrown);
  return {
    code,
    message,
    ...(hint !== undefined && { hint }),
    ...(detail !== undefined && { detail }),
  };
}

/** Rebuilds the error on the far side. */
export function fromWire({ code, message, ...options }: WireError): HandsetError {
  return new HandsetError(code, message, options);
}

/** Passes a HandsetError through and turns anything else into `internal`, its text kept. */
export function toHandsetError(error: unknown): HandsetError {
  if (error instanceof HandsetError) return error;
  const words = describeThrown(error).replace(/\.$/, '');
  const known = browserWords.find(([pattern]) => pattern.test(words));
  return internalError(`Handset failed: ${words}.`, error, known?.[1]);
}

/** Chromium's own words (usb.cc), which alone tell its refusals apart. */
const browserWords: readonly (readonly [RegExp, ErrorDetail])[] = [
  [/permissions policy/, 'usb-not-delegated'],
  [/user gesture/, 'no-user-gesture'],
];

/** `internal`, for what only a mistake of ours can bring about; its hint asks for a report. */
export function internalError(
  message: string,
  cause?: unknown,
  detail?: ErrorDetail,
): HandsetError {
  return new HandsetError('internal', message, {
    hint: 'This is a fault of Handset itself; please report it with the steps that led here.',
    ...(cause !== undefined && { cause }),
    ...(detail !== undefined && { detail }),
  });
}

/** A short text for anything that can be thrown. */
export function describeThrown(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  return String(error);
}
