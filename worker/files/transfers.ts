import { fileExists, scanMedia } from '../../core/commands/files.ts';
import { installApp } from '../../core/commands/install-app.ts';
import { HandsetError } from '../../core/errors.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { AdbConnection } from '../adb/connection.ts';
import { runCommand } from '../adb/run-command.ts';
import { type OutgoingFile, removeQuietly, sendFile } from './send-file.ts';

/**
 * Installs an app or updates it, keeping its data. Resolves to the phone's message; rejects with
 * `command-failed` and that message, and as `sendFile` does. When it is cancelled during the
 * installation, the app may be installed all the same.
 */
export async function installApk(
  phone: AdbPhone,
  outgoing: OutgoingFile,
  signal: AbortSignal,
): Promise<string> {
  const { connection } = phone;
  // The package manager can't read shared storage. The file's own name is not needed.
  const path = `/data/local/tmp/handset-${crypto.randomUUID()}.apk`;
  await sendFile(connection, { outgoing, path }, signal);
  try {
    const { size, name } = outgoing.file;
    outgoing.onProgress({ stage: 'installing', sentBytes: size, totalBytes: size });
    return await runCommand(connection, installApp({ path, name }), signal);
  } finally {
    await removeQuietly(connection, path);
  }
}

/** The folder where people look for received files. */
const downloadFolder = '/sdcard/Download';
/** The most names to try for a file whose name exists already. */
const maxNames = 1_000;

/**
 * Copies a file to the phone's Download folder without replacing another, and makes it visible to
 * the phone's apps. Resolves to its path; rejects as `sendFile` does.
 */
export async function pushFile(
  phone: AdbPhone,
  outgoing: OutgoingFile,
  signal: AbortSignal,
): Promise<string> {
  const { connection } = phone;
  const name = safeName(outgoing.file.name);
  for (let number = 0; number < maxNames; number++) {
    const path = `${downloadFolder}/${number === 0 ? name : numberedName(name, number)}`;
    if (await runCommand(connection, fileExists(path), signal)) continue;
    await sendFile(connection, { outgoing, path }, signal);
    await showToApps(connection, path, signal);
    return path;
  }
  throw new HandsetError(
    'command-failed',
    `The phone has ${maxNames} files called ${name} in its Download folder.`,
    { hint: 'Rename the file, then try again.' },
  );
}

/** A failure is ignored, as the file is there already; a cancellation removes the file. */
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

/** Characters that shared storage (FAT and its emulations) rejects, and invisible ones except the joiner of emoji. */
const forbiddenCharacters = /["*/:<>?\\|]|(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** The longest name on Linux in bytes, less room for a number. */
const maxNameBytes = 255 - ' (999)'.length;
/** The longest extension, in bytes, that is kept when a name is cut. */
const longestExtension = 16;

/** Makes a file name valid on the phone: never a path, no hidden characters. */
export function safeName(name: string): string {
  const baseName = name.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const cleaned = baseName
    .replace(forbiddenCharacters, '_')
    .trim()
    .replace(/(?<!\.)\.+$/, '');
  return cleaned === '' ? 'file' : shorten(cleaned);
}

/** `name (2).ext` */
export function numberedName(name: string, number: number): string {
  const { stem, extension } = splitExtension(name);
  return `${stem} (${number})${extension}`;
}

function splitExtension(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return { stem: name, extension: '' };
  return { stem: name.slice(0, dot), extension: name.slice(dot) };
}

function shorten(name: string): string {
  if (bytesOf(name) <= maxNameBytes) return name;
  const { stem, extension } = splitExtension(name);
  const kept = bytesOf(extension) <= longestExtension ? extension : '';
  const characters = [...(kept === '' ? name : stem)];
  while (bytesOf(characters.join('')) > maxNameBytes - bytesOf(kept)) characters.pop();
  return characters.join('') + kept;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
