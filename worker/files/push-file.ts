import { HandsetError } from '../../core/errors.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';
import type { FileOnItsWay } from './file-on-its-way.ts';

/** Copies a file to the phone's Download folder. Resolves with its path there. */
export async function pushFile(
  _phone: AdbPhone,
  _given: FileOnItsWay,
  _signal: AbortSignal,
): Promise<string> {
  await Promise.resolve();
  throw new HandsetError('unsupported', 'Not built yet.');
}
