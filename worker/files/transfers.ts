import { isThere, scanMedia } from '../../core/commands/files.ts';
import { installApp } from '../../core/commands/install-app.ts';
import { HandsetError } from '../../core/errors.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { AdbConnection } from '../adb/connection.ts';
import { runCommand } from '../adb/run-command.ts';
import { type FileOnItsWay, removeQuietly, sendFile } from './send-file.ts';

/**
 * Installs an app, over an older version of it, whose data it keeps. Resolves with the phone's
 * words; rejects with `command-failed` and them, and as `sendFile` does. Cancelled while it is
 * being installed, the app may be there all the same.
 */
export async function installApk(
  phone: AdbPhone,
  given: FileOnItsWay,
  signal: AbortSignal,
): Promise<string> {
  const { connection } = phone;
  // The package manager reads nothing of shared storage. A name of our own: the file's is not needed.
  const path = `/data/local/tmp/handset-${crypto.randomUUID()}.apk`;
  await sendFile(connection, { given, path }, signal);
  try {
    const { size, name } = given.file;
    given.onProgress({ stage: 'installing', sentBytes: size, totalBytes: size });
    return await runCommand(connection, installApp({ path, name }), signal);
  } finally {
    await removeQuietly(connection, path);
  }
}

/** Where a person finds what came from outside. */
const folder = '/sdcard/Download';
/** Names that are tried for a file whose name is taken. */
const mostNames = 1_000;

/**
 * Copies a file to the phone's Download folder, never in the place of another, and shows it to the
 * phone's apps. Resolves with its
 * path there; rejects as `sendFile` does.
 */
export async function pushFile(
  phone: AdbPhone,
  given: FileOnItsWay,
  signal: AbortSignal,
): Promise<string> {
  const { connection } = phone;
  const name = safeName(given.file.name);
  for (let number = 0; number < mostNames; number++) {
    const path = `${folder}/${number === 0 ? name : numberedName(name, number)}`;
    if (await runCommand(connection, isThere(path), signal)) continue;
    await sendFile(connection, { given, path }, signal);
    await showToApps(connection, path, signal);
    return path;
  }
  throw new HandsetError(
    'command-failed',
    `The phone has ${mostNames} files called ${name} in its Download folder.`,
    { hint: 'Rename the file, then try again.' },
  );
}

/** The file is there, whatever becomes of this; cancelled, it goes again. */
async function showToApps(
  connection: AdbConnection,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await runCommand(connection, scanMedia(path), signal);
  } catch (error) {
    if (!signal.aborted) return;
    await removeQuietly(connection, path);
    throw error;
  }
}

/** What the file systems of shared storage refuse (FAT and its imitations), and what can't be seen but an emoji's joiner. */
const refused = /["*/:<>?\\|]|(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** Bytes of a name on Linux, less some for the number that may have to be added. */
const mostBytes = 255 - ' (999)'.length;
/** Bytes of an extension that is kept when a name is cut. */
const longestExtension = 16;

/** A computer's name for a file as one that a phone takes: never a path, never hidden characters. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const plain = last
    .replace(refused, '_')
    .trim()
    .replace(/(?<!\.)\.+$/, '');
  return plain === '' ? 'file' : shortened(plain);
}

/** `name (2).ext` */
export function numberedName(name: string, number: number): string {
  const { stem, extension } = parts(name);
  return `${stem} (${number})${extension}`;
}

function parts(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

function shortened(name: string): string {
  if (bytesOf(name) <= mostBytes) return name;
  const { stem, extension } = parts(name);
  const kept = bytesOf(extension) <= longestExtension ? extension : '';
  const characters = [...(kept === '' ? name : stem)];
  while (bytesOf(characters.join('')) > mostBytes - bytesOf(kept)) characters.pop();
  return characters.join('') + kept;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
