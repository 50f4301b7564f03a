/**
 * Output of real phones. It belongs to others and is not in this repository, so the tests that read it
 * are skipped where its folder is absent: `HANDSET_CAPTURES`, or `shared/corpus` beside the repository.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder =
  process.env['HANDSET_CAPTURES'] ?? join(import.meta.dirname, '../../../shared/corpus');

const namesIn = (path: string): readonly string[] => (existsSync(path) ? readdirSync(path) : []);

/** The names of the dumps of uiautomator; empty if they are not available. */
export const capturedDumps = namesIn(join(folder, 'ui')).filter((name) => name.endsWith('.xml'));

/** A captured dump, in the phone's encoding. */
export function readCapturedDump(name: string): Buffer {
  return readFileSync(capturedDumpFile(name));
}

/** The file of a captured dump. */
export function capturedDumpFile(name: string): string {
  return join(folder, 'ui', name);
}

/** The names of further dumps, of screens that were once read wrongly; empty if they are not available. */
export const fieldDumps = namesIn(join(folder, 'field')).filter((name) => name.endsWith('.xml'));

/** One of these dumps. */
export function readFieldDump(name: string): Buffer {
  return readFileSync(join(folder, 'field', name));
}

/** The names of the outputs of these commands, such as `wm/001.txt`; empty if they are not available. */
export function capturedOutputs(...commands: readonly string[]): readonly string[] {
  return commands.flatMap((command) =>
    namesIn(join(folder, 'shell', command)).map((name) => `${command}/${name}`),
  );
}

/** The output of a command. */
export function readOutput(name: string): string {
  return readFileSync(join(folder, 'shell', name), 'utf8');
}
