/** Reads and writes clients' configuration files, and remembers what they were before. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describeThrown } from '#core/errors.ts';
import { CliError, errorCode } from '../errors.ts';
import { checkFolder, createPrivateFolder } from '../guard/secrets.ts';

/** Most bytes of a configuration file; those of clients have some kilobytes. */
const maxBytes = 10_000_000;

/** The file's text; null where there is no file. Throws `CliError` where it cannot be read. */
export async function readConfigFile(path: string): Promise<string | null> {
  const unreadable = (reason: string): CliError =>
    new CliError(1, `${path} can't be read (${reason}). Nothing was changed.`);
  let file: FileHandle;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for somebody who writes to it. Windows has no such flag: 0.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw unreadable(String(errorCode(error)));
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw unreadable('it is not a regular file');
    if (facts.size > maxBytes) throw unreadable(`it has more than ${maxBytes / 1e6} MB`);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.readFile());
  } catch (error) {
    throw error instanceof TypeError ? unreadable('it is not UTF-8 text') : error;
  } finally {
    await file.close();
  }
}

/**
 * Replaces the file's text, or deletes the file where `after` is null. Another program never sees
 * half of it, and links at the path stay. Throws `CliError` where the file does not have the text
 * `before` any more.
 */
export async function replaceConfigFile(
  path: string,
  before: string | null,
  after: string | null,
): Promise<void> {
  if ((await readConfigFile(path)) !== before) {
    throw new CliError(1, `${path} has changed in the meantime. Nothing was written; try again.`);
  }
  try {
    const target = await linkTarget(path);
    if (after === null) await rm(target);
    else await writeWhole(target, after);
  } catch (error) {
    throw new CliError(1, `${path} can't be written: ${describeThrown(error)}`);
  }
}

/** Writes the file under another name first; its mode stays. */
async function writeWhole(target: string, text: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  // Others' servers in it may have secrets, so a new file is private.
  const mode = await stat(target).then(
    (existing) => existing.mode & 0o777,
    () => 0o600,
  );
  const draft = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(draft, 'wx', mode);
    // The mode above is reduced by the umask.
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Where the links at this path lead, even if no file is there yet. */
async function linkTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const next = await readlink(path).catch(() => null);
    if (next === null) return path;
    return await linkTarget(resolve(await realpath(dirname(path)), next));
  }
}

/** What `setup` has done to a file. */
export interface SetupRecord {
  readonly path: string;
  /** The text before; null: there was no file. */
  readonly before: string | null;
  readonly after: string;
}

/** The records of `setup`, one for each client, in a folder of ours: the files may hold others' secrets. */
export class SetupRecords {
  readonly #folder: string;

  /** `folder` is made where there is none. One that others can write to is refused. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The record of this client; null without one. */
  async read(client: string): Promise<SetupRecord | null> {
    const text = await readConfigFile(this.#path(client));
    if (text === null) return null;
    await checkFolder(this.#folder);
    try {
      const record: unknown = JSON.parse(text);
      if (isRecord(record)) return record;
    } catch {
      // As damaged as one without the members.
    }
    throw new CliError(1, `${this.#path(client)} is damaged. Delete it.`);
  }

  async write(client: string, record: SetupRecord): Promise<void> {
    await createPrivateFolder(this.#folder);
    await writeWhole(this.#path(client), `${JSON.stringify(record, null, 2)}\n`);
  }

  async remove(client: string): Promise<void> {
    await rm(this.#path(client), { force: true });
  }

  #path(client: string): string {
    return join(this.#folder, `setup-${client}.json`);
  }
}

function isRecord(value: unknown): value is SetupRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { path, before, after } = value as Record<string, unknown>; // Came out of JSON.
  const isText = typeof path === 'string' && typeof after === 'string';
  return isText && (before === null || typeof before === 'string');
}
