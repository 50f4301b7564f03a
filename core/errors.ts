/**
 * The one error type that page, worker, bridge and MCP exchange. Foreign errors (DOMException, Tango's, Node's) are
 * translated where they enter and kept as `cause`.
 */

/** What went wrong. Each member says who raises it, what happened and what to do. */
export type ErrorCode =
  // Invalid calls
  /** Tools: an argument is missing, of the wrong type or out of range. Nothing was sent. Correct it and call again. */
  | 'invalid-argument'
  /** tools/registry: there is no tool of this name. The MCP server answers agents before this is raised. */
  | 'unknown-tool'
  /** calls/active-calls: the caller already has the maximum number of calls running or queued. Nothing was done. Wait for answers. */
  | 'too-many-calls'
  // Between agent and phone
  /** Bridge: no console is open or responding, so no phone is reachable. Open the printed address. */
  | 'no-console'
  /** Bridge, page: the console or its worker ended or stopped responding during a call, which may or may not have run: read the screen before calling again. Or the call waited for the user's answer, the console had ended before or its socket is backed up; then nothing was done. */
  | 'console-lost'
  /** Worker: the bridge does not answer, or the connection broke. Start the bridge; the page reconnects by itself. */
  | 'bridge-lost'
  /** Worker: the bridge rejected this page: different version, or too many open consoles. */
  | 'bridge-refused'
  /** Worker: the bridge does not accept the token of this page's link. Open the address that Handset printed when it started. */
  | 'link-outdated'
  /** relay/phone-directory: the agent chose a phone with `use_phone` that no open console holds, or its token is only for another phone. Plug it in, or choose another. calls/run-tool: another phone was connected between two steps of `run_steps`. Look at its screen before going on. */
  | 'phone-elsewhere'
  // The user's decision
  /** Agent policy: the user has paused agents in the console. Nothing was done; only the user can resume. */
  | 'paused'
  /** Agent policy: the user has switched off this tool, or all tools that act. Nothing was done. */
  | 'switched-off'
  /** Agent policy: the user was asked and said no. Nothing was done. */
  | 'not-allowed'
  /** Agent policy: the user was asked and did not answer in time. Nothing was done. */
  | 'not-answered'
  // Connections
  /** Relay: the other side sent something that is not a frame of this version. Reload the page. */
  | 'bad-frame'
  /** Worker: a console is open, but no phone is connected. Connect one there. */
  | 'no-phone'
  /** session/open-device: this browser has no WebUSB, or the page is not in a secure context. Use Chrome or Edge on localhost or https. */
  | 'usb-unsupported'
  /** adb/connection: another program holds the ADB interface. Stop it (`adb kill-server`); the console then connects by itself. */
  | 'usb-busy'
  /** adb/connection: the operating system refused to open the device. udev rule on Linux, WinUSB driver on Windows. */
  | 'usb-denied'
  /** bridge/adb: no adb server answers the bridge, or it ended. Start adb. */
  | 'adb-unreachable'
  /** session/session: the phone shows "Allow USB debugging?" and nobody has answered yet. Tap Allow. */
  | 'waiting-for-allow'
  /** adb/connection: the phone rejected our key. Revoke USB debugging authorizations and retry. */
  | 'auth-refused'
  /** adb: the phone went away. When raised during a call, that call may or may not have run. */
  | 'phone-lost'
  /** adb: the bytes were not ADB, or the phone refused a service. */
  | 'protocol'
  // On the phone
  /** commands: the element list could not be read; the message quotes the phone. */
  | 'dump-failed'
  /** commands: the screenshot failed or was truncated. */
  | 'screenshot-failed'
  /** Tools, paint/picture: the phone's display is off, so a touch had no effect or the screenshot is black. Wake the phone. */
  | 'display-off'
  /** Tools: no element on the screen has this id or matches. Read the screen again. */
  | 'element-not-found'
  /** selector/resolve: the selector matches several elements where one is needed; the message lists them. Choose one and call again. */
  | 'ambiguous-selector'
  /** Tools: the input was sent, but the element or field did not react as asked; the message says what it shows now. */
  | 'action-failed'
  /** Tools: neither the element nor any of its ancestors can be pressed so. Nothing was sent. Choose another element. */
  | 'not-clickable'
  | 'not-long-clickable'
  /** input: this phone or the current input backend cannot do it; the message says why and what can. */
  | 'unsupported'
  /** input: the phone refuses injected touches and keys (Xiaomi and others). The hint names the setting. */
  | 'input-denied'
  /** commands: a command failed; the message has its output and exit code. */
  | 'command-failed'
  /** screen/parse: the phone sent something that is not a readable hierarchy, or that exceeds a stated limit. */
  | 'bad-hierarchy'
  /** files/storage-full: the browser has no room left for a recording, a file of the phone, or what was changed on the demo phone. Free space on the disk. */
  | 'storage-full'
  // Waiting
  /** Any wait: its deadline, named in the message, passed. */
  | 'timeout'
  /** Any wait: the caller cancelled. */
  | 'cancelled'
  // Handset itself
  /** A bug in Handset or in its runtime; unless something better is known, the hint asks for a report. */
  | 'internal';

/** Distinguishes causes of one code that the console or a retry handles differently. Agents do not see it. */
export type ErrorDetail =
  /** `usb-busy`, session/phone-search: another tab of the console holds the phone. Continue there. */
  | 'other-tab'
  /** `phone-lost`, adb/connection: the browser is just opening or closing the device. Try again in a moment. */
  | 'usb-changing'
  /** `usb-unsupported`, page: not a secure context. Open it at localhost or over https. */
  | 'page-not-secure'
  /** `internal`, the browser: the embedding page does not delegate USB to this frame. Open this page on its own. */
  | 'usb-not-delegated'
  /** `internal`, the browser: the device chooser was requested without a user gesture. Click again. */
  | 'no-user-gesture'
  /** `screenshot-failed`, paint/picture: the foreground app most likely forbids screenshots. Use its elements. */
  | 'black-picture'
  /** `dump-failed`, commands/screen: uiautomator never saw the screen idle, or was killed while it waited. Dump by another method. */
  | 'never-idle'
  /** `dump-failed`, commands/screen: uiautomator can't write a text of this screen, each time. Dump by another method. */
  | 'unwritable-text'
  /** `dump-failed`, commands/screen, and `unsupported`, adb/reading/element-reader: another program has Android's one UiAutomation. Wait. */
  | 'automation-taken';

/** Keys and indices that lead from a call's arguments to one value; empty for the arguments as a whole. */
export type ArgumentPath = readonly (string | number)[];

/** What is wrong with a number. */
export type ArgumentFault =
  | { readonly kind: 'number' | 'integer' }
  /** Both bounds are included; `max` is null without one. */
  | { readonly kind: 'range'; readonly min: number; readonly max: number | null };

/** An error as it is sent through structured clone and JSON. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly detail?: ErrorDetail;
}

interface HandsetErrorOptions {
  readonly hint?: string;
  readonly detail?: ErrorDetail;
  readonly argument?: ArgumentPath;
  readonly selectors?: readonly string[];
  readonly cause?: unknown;
}

/** The text with `\u{1b}` in place of control characters but line ends and tabs: it may quote a phone, and a terminal obeys them. */
const plain = (text: string): string =>
  text.replace(/(?![\n\t])\p{Cc}/gu, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);

/** The error that all our code throws: `code` for programs; the message says what happened, with the value in it, `hint` what to do next. */
export class HandsetError extends Error {
  override readonly name = 'HandsetError';
  readonly code: ErrorCode;
  /** What to do next, one or two sentences; shown after the message. */
  readonly hint: string | undefined;
  readonly detail: ErrorDetail | undefined;
  /** The argument that a running tool refused because of what the phone reported. The message tells agents; the call's record passes this path to the console. */
  readonly argument: ArgumentPath | undefined;
  /** Selectors that each match one element that may have been meant, likeliest first. The message tells agents; the call's record passes them to the console. */
  readonly selectors: readonly string[] | undefined;

  constructor(code: ErrorCode, message: string, options: HandsetErrorOptions = {}) {
    super(plain(message), 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.hint = options.hint && plain(options.hint);
    this.detail = options.detail;
    this.argument = options.argument;
    this.selectors = options.selectors;
  }

  /** Message and hint as one text, as agents and users read it. */
  get fullText(): string {
    return this.hint === undefined ? this.message : `${this.message} ${this.hint}`;
  }
}

/** Converts anything thrown into a form that survives postMessage and JSON; `cause` is dropped. */
export function toWire(thrown: unknown): WireError {
  const { code, message, hint, detail } = toHandsetError(thrown);
  return {
    code,
    message,
    ...(hint !== undefined && { hint }),
    ...(detail !== undefined && { detail }),
  };
}

/** Rebuilds the error on the receiving side. */
export function fromWire({ code, message, ...options }: WireError): HandsetError {
  return new HandsetError(code, message, options);
}

/** Returns a HandsetError unchanged and wraps anything else as `internal`, keeping its text. */
export function toHandsetError(error: unknown): HandsetError {
  if (error instanceof HandsetError) return error;
  const text = describeThrown(error).replace(/\.$/, '');
  const match = browserMessages.find(([pattern]) => pattern.test(text));
  return internalError(`Handset failed: ${text}.`, error, match?.[1]);
}

/** Chromium's messages (usb.cc): only their text distinguishes these refusals. */
const browserMessages: readonly (readonly [RegExp, ErrorDetail])[] = [
  [/permissions policy/, 'usb-not-delegated'],
  [/user gesture/, 'no-user-gesture'],
];

/** An `internal` error, for what only a bug in Handset can cause; its hint asks for a report. */
export function internalError(
  message: string,
  cause?: unknown,
  detail?: ErrorDetail,
): HandsetError {
  return new HandsetError('internal', message, {
    hint: 'This is a bug in Handset; please report it with the steps that led to it.',
    ...(cause !== undefined && { cause }),
    ...(detail !== undefined && { detail }),
  });
}

/** Characters of a description: errors may quote a phone, a file or another program. */
const maxDescriptionLength = 500;

/** A short description of anything that can be thrown, on one line; a long one is cut. */
export function describeThrown(error: unknown): string {
  const text = oneLine(error instanceof Error ? error.message || error.name : String(error));
  return text.length <= maxDescriptionLength ? text : `${text.slice(0, maxDescriptionLength)}…`;
}

/** What a phone or a program printed, as an error quotes it: on one line, so that it can't look like lines of a reply. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
