import { installApp } from '../../core/commands/install-app.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import { runCommand } from '../adb/run-command.ts';
import type { FileOnItsWay } from './file-on-its-way.ts';
import { removeQuietly, sendFile } from './send-file.ts';

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
