import type { ProgramContext } from '../program.ts';
import type { LogBufferName, LogEntry } from './log-buffer.ts';

/** Bytes of an entry beside its tag and message (struct logger_entry and two ends). */
const overhead = 22;
/** Guess: the buffers of a phone out of the box. */
const bufferKib = 256;

function sizeOf({ tag, message }: LogEntry): number {
  return overhead + tag.length + message.length;
}

function totals(entries: readonly LogEntry[]): { readonly bytes: number; readonly count: number } {
  return { bytes: entries.reduce((sum, entry) => sum + sizeOf(entry), 0), count: entries.length };
}

/** `-g`: how large the buffers are and how full. */
export async function printSizes(
  { out, system }: ProgramContext,
  buffers: ReadonlySet<LogBufferName>,
): Promise<number> {
  const modern = system.android >= 11;
  const lines = [...buffers].map((name) => {
    const { bytes } = totals(system.log.entries().filter(({ buffer }) => buffer === name));
    const used = Math.ceil(bytes / 1024);
    return modern
      ? `${name}: ring buffer is ${bufferKib} KiB (${used} KiB consumed, ${used} KiB readable), max entry is 5120 B, max payload is 4068 B\n`
      : `${name}: ring buffer is ${bufferKib}Kb (${used}Kb consumed), max entry is 5120b, max payload is 4068b\n`;
  });
  await out(lines.join(''));
  return 0;
}

/** `-S`: entries and bytes by buffer. Guess: the tables by user and process below are left out. */
export async function printStatistics(
  { out, system }: ProgramContext,
  buffers: ReadonlySet<LogBufferName>,
): Promise<number> {
  const all = [...buffers].map((name) => ({
    name,
    ...totals(system.log.entries().filter(({ buffer }) => buffer === name)),
  }));
  const cells = all.map(({ bytes, count }) => `${bytes}/${count}`.padStart(14)).join('');
  const heads = all.map(({ name }) => name.padStart(14)).join('');
  await out(`size/num${heads}\nTotal   ${cells}\nNow     ${cells}\nOverhead${cells}\n`);
  return 0;
}
