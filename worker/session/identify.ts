import { readAndroidVersion } from '../../core/commands/device.ts';
import type { PhoneInfo } from '../../core/link/phone-status.ts';
import { MAX_SHORT_CHARACTERS } from '../../core/relay/limits.ts';
import type { AdbConnection } from '../adb/connection.ts';
import { runCommand } from '../adb/run-command.ts';

/** What the phone is, by its own words, of which no more is taken than the bridge takes. */
export async function identify(
  connection: AdbConnection,
  kind: PhoneInfo['kind'],
  signal: AbortSignal,
): Promise<PhoneInfo> {
  const androidVersion = await runCommand(connection, readAndroidVersion, signal);
  const { model, device } = connection;
  return {
    kind,
    model: model.slice(0, MAX_SHORT_CHARACTERS),
    serial: device.serial,
    androidVersion: androidVersion.slice(0, MAX_SHORT_CHARACTERS),
  };
}
