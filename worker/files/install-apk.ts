import { HandsetError } from '../../core/errors.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { FileOnItsWay } from './file-on-its-way.ts';

/** Installs an app, over an older version of it. Resolves with the phone's words; rejects with `command-failed` and them. */
export async function installApk(
  _phone: AdbPhone,
  _given: FileOnItsWay,
  _signal: AbortSignal,
): Promise<string> {
  await Promise.resolve();
  throw new HandsetError('unsupported', 'Not built yet.');
}
