import { isThere, scanMedia } from '../../core/commands/files.ts';
import { HandsetError } from '../../core/errors.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { AdbConnection } from '../adb/connection.ts';
import { runCommand } from '../adb/run-command.ts';
import type { FileOnItsWay } from './file-on-its-way.ts';
import { numberedName, safeName } from './safe-name.ts';
import { removeQuietly, sendFile } from './send-file.ts';

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
