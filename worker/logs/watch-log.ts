import { HandsetError } from '../../core/errors.ts';
import type { LogBatch } from '../../core/link/phone-log.ts';
import type { AdbPhone } from '../adb/adb-phone.ts';

/**
 * Tells the phone's log, the lines it keeps first and then each as it is written, until the signal
 * aborts. Rejects with `phone-lost`, `command-failed`.
 */
export async function watchLog(
  _phone: AdbPhone,
  _tell: (batch: LogBatch) => void,
  _signal: AbortSignal,
): Promise<void> {
  await Promise.resolve();
  throw new HandsetError('unsupported', 'Not built yet.');
}
