import type { StreamedLine } from '../../core/commands/log-stream.ts';
import type { ProcessName } from '../../core/link/phone-log.ts';

/** How ActivityManager tells of an app's new process: `Start proc 4210:com.a.b/u0a142 for …`. */
const started = /^Start proc (\d+):([^/\s]+)\//;
/** Between two readings of all processes, which cost the phone some 100 ms. */
const betweenReadingsMs = 3_000;

/** What the processes of the log's lines are called, as far as is known. */
export class ProcessNames {
  readonly #names = new Map<number, string>([[0, 'kernel']]);
  /** Told without a name. */
  readonly #owed = new Set<number>();
  /** Gone before they could be asked for. */
  readonly #nameless = new Set<number>();
  readonly #read: () => Promise<ReadonlyMap<number, string>>;
  readonly #onNamed: (named: readonly ProcessName[]) => void;
  #nextReadingAtMs = 0;
  #reading = false;

  /** `read` asks the phone; `onNamed` hears the names of processes that `nameOf` did not know. */
  constructor(
    read: () => Promise<ReadonlyMap<number, string>>,
    onNamed: (named: readonly ProcessName[]) => void,
  ) {
    this.#read = read;
    this.#onNamed = onNamed;
  }

  /** The name of a line's process, or null; the phone is asked for it then, now and then. */
  nameOf(line: StreamedLine): string | null {
    if (line.tag === 'ActivityManager') this.#hear(line.text);
    const name = this.#names.get(line.pid);
    if (name !== undefined) return name;
    if (!this.#nameless.has(line.pid)) this.#owed.add(line.pid);
    return null;
  }

  /** Asks the phone when there is something to ask for. Call it now and then; never rejects. */
  async ask(): Promise<void> {
    const now = performance.now();
    if (this.#reading || this.#owed.size === 0 || now < this.#nextReadingAtMs) return;
    this.#reading = true;
    try {
      this.#learn(await this.#read());
    } catch {
      // A log without names is a log; whoever reads it notices a lost phone first.
    } finally {
      this.#reading = false;
      this.#nextReadingAtMs = performance.now() + betweenReadingsMs;
    }
  }

  /** Processes that run now say what they are called; an id may be another's by now. */
  #learn(running: ReadonlyMap<number, string>): void {
    for (const [pid, name] of running) this.#names.set(pid, name);
    const owed = [...this.#owed];
    for (const pid of owed) if (!running.has(pid)) this.#nameless.add(pid);
    this.#settle(owed);
  }

  #hear(text: string): void {
    const [, pid, name] = started.exec(text) ?? [];
    if (pid === undefined || name === undefined) return;
    this.#names.set(Number(pid), name);
    this.#nameless.delete(Number(pid));
    if (this.#owed.has(Number(pid))) this.#settle([Number(pid)]);
  }

  #settle(pids: readonly number[]): void {
    for (const pid of pids) this.#owed.delete(pid);
    const named = pids.flatMap((pid) => {
      const name = this.#names.get(pid);
      return name === undefined ? [] : [{ pid, name }];
    });
    if (named.length > 0) this.#onNamed(named);
  }
}
