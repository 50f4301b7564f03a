import { readHierarchy } from '../../core/commands/hierarchy.ts';
import { toHandsetError } from '../../core/errors.ts';
import type { HierarchyReading } from '../../core/phone.ts';
import { pause } from '../waits/deadline.ts';
import type { AdbConnection } from './connection.ts';
import { runCommand } from './run-command.ts';

/** uiautomator finds no root in about one of five dumps on some phones, so a failure is tried again. */
const dumpTries = 3;
const betweenTriesMs = 300;

/** How long a screen that never came to rest is dumped compressed at once, without waiting 10 s again. */
const restlessMs = 10_000;

/** `uiautomator dump` of one phone, again where it is known to fail. */
export class HierarchyDump {
  readonly #connection: AdbConnection;
  #restlessUntil = 0;

  constructor(connection: AdbConnection) {
    this.#connection = connection;
  }

  /**
   * The elements of the screen. A dump that has begun ends in its turn, also when nobody wants it
   * any more: the phone goes on with it. Rejects with `dump-failed`, `bad-hierarchy`, `timeout`.
   */
  async read(unwanted: AbortSignal): Promise<HierarchyReading> {
    const toItsEnd = new AbortController().signal;
    let compressed = performance.now() < this.#restlessUntil;
    for (let tries = 1; ; tries++) {
      try {
        const nonce = crypto.randomUUID().replaceAll('-', '');
        const command = readHierarchy({ nonce, compressed });
        return await runCommand(this.#connection, command, toItsEnd);
      } catch (thrown) {
        const error = toHandsetError(thrown);
        if (error.code !== 'dump-failed' || unwanted.aborted) throw error;
        const restless = error.detail === 'never-idle';
        if (tries === dumpTries || (restless && compressed)) throw error;
        if (restless) {
          compressed = true;
          this.#restlessUntil = performance.now() + restlessMs;
        } else await pause(betweenTriesMs, unwanted);
      }
    }
  }
}
