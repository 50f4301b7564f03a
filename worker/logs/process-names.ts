import type { StreamedLogLine } from '../../core/commands/log-stream.ts';
import type { ProcessName } from '../../core/link/phone-log.ts';

/** ActivityManager's log line for a new process of an app: `Start proc 4210:com.a.b/u0a142 for …`. */
const processStartLine = /^Start proc (\d+):([^/\s]+)\//;
/** Time between two readings of all processes, which cost the phone about 100 ms. */
const readIntervalMs = 3_000;

/** The names of the processes in the log, as far as they are known. */
export class ProcessNames {
  readonly #names = new Map<number, string>([[0, 'kernel']]);
  /** Processes whose lines were sent without a name. */
  readonly #unnamed = new Set<number>();
  /** Processes that ended before their name was read. */
  readonly #nameless = new Set<number>();
  readonly #read: () => Promise<ReadonlyMap<number, string>>;
  readonly #onNamed: (named: readonly ProcessName[]) => void;
  #nextReadingAtMs = 0;
  #reading = false;

  /** `read` asks the phone; `onNamed` gets the names of processes that `nameOf` did not know. */
  constructor(
    read: () => Promise<ReadonlyMap<number, string>>,
    onNamed: (named: readonly ProcessName[]) => void,
  ) {
    this.#read = read;
    this.#onNamed = onNamed;
  }

  /** The name of a line's process; null when it is unknown, and then `readMissing` will read it. */
  nameOf(line: StreamedLogLine): string | null {
    if (line.tag === 'ActivityManager') this.#parseStartLine(line.text);
    const name = this.#names.get(line.pid);
    if (name !== undefined) return name;
    if (!this.#nameless.has(line.pid)) this.#unnamed.add(line.pid);
    return null;
  }

  /** Reads the processes if a name is missing, at most every few seconds. Call it repeatedly; never rejects. */
  async readMissing(): Promise<void> {
    const now = performance.now();
    if (this.#reading || this.#unnamed.size === 0 || now < this.#nextReadingAtMs) return;
    this.#reading = true;
    try {
      this.#recordRunning(await this.#read());
    } catch {
      // The log is useful without names; its reader will notice a lost phone first.
    } finally {
      this.#reading = false;
      this.#nextReadingAtMs = performance.now() + readIntervalMs;
    }
  }

  /** Records the names of all running processes, as an id may belong to another process now. */
  #recordRunning(running: ReadonlyMap<number, string>): void {
    for (const [pid, name] of running) this.#names.set(pid, name);
    const unnamed = [...this.#unnamed];
    for (const pid of unnamed) if (!running.has(pid)) this.#nameless.add(pid);
    this.#reportNamed(unnamed);
  }

  #parseStartLine(text: string): void {
    const [, pid, name] = processStartLine.exec(text) ?? [];
    if (pid === undefined || name === undefined) return;
    this.#names.set(Number(pid), name);
    this.#nameless.delete(Number(pid));
    if (this.#unnamed.has(Number(pid))) this.#reportNamed([Number(pid)]);
  }

  #reportNamed(pids: readonly number[]): void {
    for (const pid of pids) this.#unnamed.delete(pid);
    const named = pids.flatMap((pid) => {
      const name = this.#names.get(pid);
      return name === undefined ? [] : [{ pid, name }];
    });
    if (named.length > 0) this.#onNamed(named);
  }
}
