import { HandsetError } from '../errors.ts';
import type { HierarchyReading } from '../phone.ts';
import { parseHierarchy } from '../screen/parse.ts';
import { type Command, type CommandOutput } from './command.ts';
import { focusLine, parseFocus } from './focus.ts';

/** Options of one dump. */
interface HierarchyOptions {
  /** Part of the file's name and of the output's dividers; letters and digits, new for every call. */
  readonly nonce: string;
  /** Leaves out layout nodes, and so works on screens that never come to rest. */
  readonly compressed: boolean;
}

/**
 * Dumps the active window, and reads the app in front just before and just after.
 *
 * Every dump uses a new file and removes it: uiautomator can report success without writing, and an
 * older file must not be read then. Rejects with `dump-failed` (quoting the phone's message) or
 * `bad-hierarchy`.
 */
export function readHierarchy({ nonce, compressed }: HierarchyOptions): Command<HierarchyReading> {
  const file = `/data/local/tmp/handset-${nonce}.xml`;
  const divider = `handset-${nonce}`;
  const dump = `uiautomator dump ${compressed ? '--compressed ' : ''}${file} 2>&1`;
  return {
    purpose: 'reading the elements of the screen',
    line: [
      `rm -f ${file}`,
      focusLine,
      `echo ${divider}`,
      dump,
      `echo ${divider}`,
      `cat ${file} 2>/dev/null`,
      `echo; echo ${divider}`,
      focusLine,
      `rm -f ${file}`,
    ].join('; '),
    // uiautomator waits up to 10 s for the screen to come to rest before it gives up.
    deadlineMs: 25_000,
    parse: (output) => ({ ...parseReading(output, divider), settled: !compressed }),
  };
}

function parseReading(output: CommandOutput, divider: string): Omit<HierarchyReading, 'settled'> {
  const [before, dumpOutput, xml, after] = splitLines(output.stdout, divider);
  if (!before || !dumpOutput || !xml || !after) {
    throw dumpFailed(`The phone ended the dump early: ${lastOutput(output.stdout)}`);
  }
  if (xml.length < 2) throw dumpFailed(failureReason(new TextDecoder().decode(dumpOutput)));
  return {
    hierarchy: parseHierarchy(xml),
    focusBefore: parseFocus(new TextDecoder().decode(before)),
    focusAfter: parseFocus(new TextDecoder().decode(after)),
  };
}

/** uiautomator's error message, or an explanation if it printed none. */
function failureReason(dumpOutput: string): string {
  const line = dumpOutput
    .split(/\r?\n/)
    .map((text) => text.trim())
    .find((text) => /^ERROR|Exception|already registered|^Killed/.test(text));
  if (line !== undefined) return line;
  if (/dumped to:/.test(dumpOutput)) return 'uiautomator reported success but wrote no file';
  return dumpOutput.trim().slice(0, 300) || 'uiautomator said nothing';
}

function dumpFailed(reason: string): HandsetError {
  const sentence = reason.endsWith('.') ? reason : `${reason}.`;
  return new HandsetError('dump-failed', `The element list could not be read: ${sentence}`, {
    hint: hintFor(reason),
    ...(/could not get idle state/.test(reason) && { detail: 'never-idle' }),
  });
}

function hintFor(reason: string): string {
  if (/already registered/.test(reason)) {
    return 'Another tool (Appium, uiautomator2, a test runner) is reading the screen; stop it and try again.';
  }
  if (/idle state/.test(reason)) {
    return 'Something on the screen never stops moving.';
  }
  return 'Try again in a moment.';
}

function lastOutput(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(-300)).trim() || 'it printed nothing';
}

/** The bytes between the lines that contain only the divider. */
function splitLines(bytes: Uint8Array, divider: string): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const line = new TextEncoder().encode(divider);
  let partStart = 0;
  for (let at = 0; at < bytes.length;) {
    const newline = bytes.indexOf(0x0a, at);
    const end = newline < 0 ? bytes.length : newline;
    if (isDividerLine(bytes.subarray(at, end), line)) {
      parts.push(bytes.subarray(partStart, at));
      partStart = Math.min(end + 1, bytes.length);
    }
    at = end + 1;
  }
  parts.push(bytes.subarray(partStart));
  return parts;
}

function isDividerLine(bytes: Uint8Array, line: Uint8Array): boolean {
  const length = bytes.at(-1) === 0x0d ? bytes.length - 1 : bytes.length;
  return length === line.length && line.every((byte, i) => bytes[i] === byte);
}
