import { createHmac, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeThrown } from '#core/errors.ts';
import { type StoredAgentToken, storedAgentToken } from '#core/relay/agent-tokens.ts';
import { CliError, errorCode } from '../errors.ts';
import { sameSecret } from './check-request.ts';

/** The secrets, stored between runs so that agents and pages can reconnect after a restart. */
export interface Secrets {
  /** The bearer token that agents share, and send in `Authorization`. */
  readonly token: string;
  /** The secret that a page sends in its first frame; it gets it from the fragment of the printed address. */
  readonly page: string;
  /** The tokens of single agents. */
  readonly agents: readonly StoredAgentToken[];
  /** Whether the shared token serves agents, too. */
  readonly isSharedAccepted: boolean;
}

/** 256 bits: cannot be guessed, however many tries a local program makes. */
const SECRET_BYTES = 32;

/** A stored secret: 32 bytes in base64url. */
const SECRET_FORM = /^[A-Za-z0-9_-]{43}$/;

/** An agent's own token: it says what it is, so that it is not taken for the shared one, and that scanners for secrets find it. */
const AGENT_TOKEN_FORM = /^handset_[A-Za-z0-9_-]{43}$/;

/** A new token for one agent. */
export function newAgentToken(): string {
  return `handset_${newSecret()}`;
}

/** Whether this is the token of one agent, by its form. */
export function isAgentToken(token: string): boolean {
  return AGENT_TOKEN_FORM.test(token);
}

/** Minimum length of a token set by the user: shorter ones could be guessed. */
const MIN_TOKEN_CHARACTERS = 32;

/** Minimum number of different pairs of neighbours in it: 32 random digits have 26, `abcdefgh` four times has 8. */
const MIN_TOKEN_PAIRS = 16;

/** Why a token set by the user is too weak or invalid, as the end of a sentence; `null` when it is good. */
export function tokenWeakness(token: string): string | null {
  if (isAgentToken(token)) {
    return 'is that of one agent, and only for /mcp: with --stdio, set HANDSET_AGENT_TOKEN to it instead';
  }
  if (token.length < MIN_TOKEN_CHARACTERS) {
    return `has ${token.length} characters, which other programs could guess: use at least ${MIN_TOKEN_CHARACTERS}`;
  }
  // RFC 6750, b64token: what an Authorization header can carry.
  if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token)) {
    return 'may contain only letters, digits and . _ ~ + / - (and = at its end)';
  }
  if (new Set(token).size < 8) return 'has too few different characters';
  const pairs = new Set(Array.from(token).map((_, at) => token.slice(at, at + 2)));
  return pairs.size < MIN_TOKEN_PAIRS ? 'repeats itself too much' : null;
}

/** The path of the secrets file. */
export function secretsPath(folder: string): string {
  return join(folder, 'secrets.json');
}

/**
 * Reads the secrets, or creates them on the first start. Throws `CliError` when the file cannot be
 * read, is damaged, or other users could have read or replaced it.
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const path = secretsPath(folder);
  try {
    await createPrivateFolder(folder);
    return (await readSecrets(path)) ?? (await createSecrets(folder, path));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(1, `${path} can't be used: ${describeThrown(error)}`);
  }
}

/**
 * Reads the stored secrets without creating any; null where there are none. Throws `CliError` as
 * `loadSecrets` does.
 */
export async function findSecrets(folder: string): Promise<Secrets | null> {
  const path = secretsPath(folder);
  try {
    await checkFolder(folder);
    return await readSecrets(path);
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (errorCode(error) === 'ENOENT') return null;
    throw new CliError(1, `${path} can't be used: ${describeThrown(error)}`);
  }
}

/**
 * Replaces the stored secrets with new ones, also where the file is damaged, and drops the tokens of
 * agents. From the next start on, the old ones are refused. Throws `CliError` when the file cannot be written.
 */
export async function renewSecrets(folder: string): Promise<Secrets> {
  const path = secretsPath(folder);
  try {
    await createPrivateFolder(folder);
    return await withLock(folder, () =>
      writeSecrets(folder, newSecrets(), (draft) => rename(draft, path)),
    );
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(1, `${path} can't be replaced: ${describeThrown(error)}`);
  }
}

/**
 * Changes the stored secrets and returns the new ones. Rejects as the change throws, and with `CliError` when the
 * file is gone or cannot be written.
 */
export async function changeSecrets(
  folder: string,
  change: (secrets: Secrets) => Secrets,
): Promise<Secrets> {
  return await withLock(folder, async () => {
    const path = secretsPath(folder);
    const secrets = await findSecrets(folder);
    if (secrets === null) throw new CliError(1, `${path} is gone. Start Handset again.`);
    return await writeSecrets(folder, change(secrets), (draft) => rename(draft, path));
  });
}

/** Milliseconds to wait for another process that changes the file; one that takes longer has crashed. */
const LOCK_MS = 2_000;

/** Changes the file while no other process does, which would undo this change. */
async function withLock<Result>(folder: string, change: () => Promise<Result>): Promise<Result> {
  const lock = join(folder, '.secrets-lock');
  const endsAtMs = performance.now() + LOCK_MS;
  while (!(await makeLock(lock)) && performance.now() < endsAtMs) await delay(20);
  try {
    return await change();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

/** Whether the lock was free, and is now ours. */
async function makeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Creates our own folder, for this user only. Throws `CliError` as `checkFolder` does. */
export async function createPrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await checkFolder(folder);
}

/** Throws `CliError` if another user than root can write to the folder, who could replace the files in it. */
export async function checkFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode, uid } = await stat(folder);
  const isOthers = uid !== process.getuid?.() && uid !== 0;
  if (!isOthers && (mode & 0o022) === 0) return;
  const [fault, advice] = isOthers
    ? ['belongs to another user', 'Choose']
    : ['can be written to by others on this computer', `Run: chmod go-w "${folder}", or choose`];
  throw new CliError(
    1,
    `${folder} ${fault}, who could replace the secrets in it. ${advice} another folder with HANDSET_CONFIG_DIR.`,
  );
}

async function readSecrets(path: string): Promise<Secrets | null> {
  let file: FileHandle;
  try {
    // A symbolic link could point to another user's file, and reading a pipe would block until
    // somebody writes to it. Windows has no such flags: 0.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    file = await open(path, flags);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    throw code === 'ELOOP' ? notRegularFileError(path) : error;
  }
  try {
    if (!(await file.stat()).isFile()) throw notRegularFileError(path);
    await checkOwnership(file, path);
    return parseSecrets(await file.readFile('utf8'), path);
  } finally {
    await file.close();
  }
}

function notRegularFileError(path: string): CliError {
  return new CliError(
    1,
    `${path} can't be used: it is not a regular file. Delete it to get new secrets.`,
  );
}

/** Checks that the file belongs to this user only. On Windows the profile folder itself is private. */
async function checkOwnership(file: FileHandle, path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode, uid } = await file.stat();
  if (process.getuid?.() !== uid) throw new CliError(1, `${path} belongs to another user.`);
  if ((mode & 0o077) !== 0) {
    throw new CliError(
      1,
      `${path} could be read by others on this computer. Delete it to get new secrets, or run: chmod 600 "${path}"`,
    );
  }
}

/** The content of the file. Throws `CliError` where it is damaged. */
export function parseSecrets(text: string, path: string): Secrets {
  const { token, page, agents = [], isSharedAccepted = true } = parseObject(text);
  const stored = storedAgentToken.array().safeParse(agents);
  if (isSecret(token) && isSecret(page) && stored.success)
    return { token, page, agents: stored.data, isSharedAccepted: isSharedAccepted === true };
  throw new CliError(1, `${path} is damaged. Delete it to get new secrets.`);
}

function parseObject(text: string): { readonly [Name in keyof Secrets]?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && SECRET_FORM.test(value);
}

/** Creates the file. If several processes do so at once, the first wins and the others read its secrets. */
async function createSecrets(folder: string, path: string): Promise<Secrets> {
  try {
    return await writeSecrets(folder, newSecrets(), (draft) => link(draft, path));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const existing = await readSecrets(path);
    if (existing === null) throw error;
    return existing;
  }
}

function newSecrets(): Secrets {
  return { token: newSecret(), page: newSecret(), agents: [], isSharedAccepted: true };
}

/** Writes secrets to a temporary file and calls `putInPlace` with it, so that no incomplete file gets the final name. */
async function writeSecrets(
  folder: string,
  secrets: Secrets,
  putInPlace: (draft: string) => Promise<void>,
): Promise<Secrets> {
  const draft = join(folder, `.secrets-${randomBytes(8).toString('hex')}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
    await file.sync();
    await file.close();
    await putInPlace(draft);
    return secrets;
  } finally {
    await rm(draft, { force: true });
  }
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const CHALLENGE_FORM = /^[A-Za-z0-9_-]{22,64}$/;

/** A random challenge for another bridge's proof. */
export function newChallenge(): string {
  return randomBytes(32).toString('base64url');
}

/** The secrets of a bridge; only a bridge with both the same may be shared. */
export interface SharedSecrets {
  readonly token: string;
  readonly pageSecret: string;
}

/**
 * Proves to the sender of the challenge that the bridge on this port knows both secrets, without
 * revealing them; `null` for a malformed challenge. The proof covers the port, so that a program
 * on another port cannot relay it.
 */
export function createProof(
  { token, pageSecret }: SharedSecrets,
  port: number,
  challenge: string,
): string | null {
  if (!CHALLENGE_FORM.test(challenge)) return null;
  // Neither secret can contain a space.
  const key = `${token} ${pageSecret}`;
  return createHmac('sha256', key).update(`handset ${port} ${challenge}`).digest('base64url');
}

/** Whether a proof is the expected one. */
export function isValidProof(proof: string, expected: string | null): boolean {
  return expected !== null && sameSecret(proof, expected);
}
