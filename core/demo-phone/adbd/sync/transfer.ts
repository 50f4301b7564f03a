import { chunkMessage, emptyMessage, idOf, maxData } from './messages.ts';
import { attempt, fail, readNumbers, type SyncSession } from './sync-session.ts';

/** Bytes of file in one DATA: the message with its header fills SYNC_DATA_MAX. */
const dataLength = maxData - 8;

/** RECV and RCV2: gives the host a file in DATA messages. Resolves with whether the session goes on. */
export async function sendFile(
  session: SyncSession,
  request: { readonly version: 1 | 2; readonly path: string },
): Promise<boolean> {
  if (request.version === 2) {
    const [, flags = 0] = await readNumbers(session, 2);
    if (flags !== 0) return fail(session, `unknown flags: ${flags | 0}`);
  }
  const file = attempt(() => session.files.read(request.path));
  if ('error' in file) {
    // Linux opens a directory for reading; it is the read that fails.
    const step = file.error.errno === 'EISDIR' ? 'read' : 'open';
    return fail(session, `${step} failed: ${file.error.text}`);
  }
  const bytes = file.value;
  for (let start = 0; start < bytes.length; start += dataLength) {
    await session.socket.write(chunkMessage('DATA', bytes.subarray(start, start + dataLength)));
  }
  await session.socket.write(emptyMessage('DONE'));
  return true;
}

interface Target {
  readonly path: string;
  /** Type and permission bits. */
  readonly mode: number;
}

const fileTypeMask = 0o170000;
const linkType = 0o120000;

/**
 * SEND and SND2: takes a file from the host. Resolves with whether the session goes on. Of one that
 * does not arrive whole nothing is left, as in handle_send_file of AOSP's file_sync_service.cpp.
 */
export async function receiveFile(
  session: SyncSession,
  request: { readonly version: 1 | 2; readonly spec: string },
): Promise<boolean> {
  const target =
    request.version === 1 ? targetOf(request.spec) : await readTarget(session, request.spec);
  if (typeof target === 'string') return fail(session, target);
  const refusal = create(session, target);
  if (refusal !== undefined) {
    await fail(session, refusal);
    // A host that writes without reading would lose the FAIL if we closed now: adbd reads on.
    await readData(session, () => undefined);
    return false;
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let isWhole = false;
  try {
    const end = await readData(session, (chunk) => chunks.push(chunk));
    if (typeof end === 'string') return await fail(session, end);
    const options = { mode: target.mode, modifiedS: end, isGiven: true };
    session.files.write(target.path, concat(chunks), options);
    isWhole = true;
  } finally {
    // Someone may have removed it before.
    if (!isWhole) attempt(() => session.files.remove(target.path));
  }
  await session.socket.write(emptyMessage('OKAY'));
  return true;
}

/** SEND: `/path,33206`, the mode in decimal. A text is what to fail with. */
function targetOf(spec: string): Target | string {
  const comma = spec.lastIndexOf(',');
  if (comma < 0) return 'missing , in ID_SEND_V1';
  return withSharedBits({ path: spec.slice(0, comma), mode: Number(spec.slice(comma + 1)) });
}

/** SND2: the mode follows in a message of its own. */
async function readTarget(session: SyncSession, path: string): Promise<Target | string> {
  const [, mode = 0, flags = 0] = await readNumbers(session, 3);
  if (flags !== 0) return `unknown flags: ${flags | 0}`;
  return withSharedBits({ path, mode });
}

/** adbd gives the group and others what the user has. */
function withSharedBits({ path, mode }: Target): Target {
  const user = mode & 0o700;
  return { path, mode: (mode & fileTypeMask) | (mode & 0o777) | (user >> 3) | (user >> 6) };
}

/** Makes the file empty, its directories first if they are missing; returns the words of failure. */
function create(session: SyncSession, { path, mode }: Target): string | undefined {
  // Guess: the words are bionic's for a file system without links; this one has none of its own.
  if ((mode & fileTypeMask) === linkType) return 'symlink failed: Operation not permitted';
  const touch = () => attempt(() => session.files.write(path, new Uint8Array(0), { mode }));
  let touched = touch();
  if ('error' in touched && touched.error.errno === 'ENOENT') {
    const made = attempt(() => makeParents(session, path));
    if ('error' in made) return `secure_mkdirs failed: ${made.error.text}`;
    touched = touch();
  }
  return 'error' in touched ? `couldn't create file: ${touched.error.text}` : undefined;
}

function makeParents(session: SyncSession, path: string): void {
  const names = path.split('/').slice(1, -1);
  names.forEach((_, index) => {
    const parent = `/${names.slice(0, index + 1).join('/')}`;
    if (session.files.stat(parent) === undefined) session.files.makeDirectory(parent);
  });
}

/** DATA until DONE. Resolves with DONE's time in seconds, or the words of failure. */
async function readData(
  session: SyncSession,
  take: (chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<number | string> {
  for (;;) {
    const [id, length = 0] = await readNumbers(session, 2);
    if (id === idOf('DONE')) return length;
    if (id !== idOf('DATA')) return 'invalid data message';
    if (length > maxData) return 'oversize data message';
    take(await session.reader.bytes(length));
  }
}

/** Their bytes in order; the chunks are used up. */
function concat(chunks: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = bytes.length;
  // Each goes as soon as it is copied: there may be hundreds of megabytes of them.
  for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop()) {
    offset -= chunk.length;
    bytes.set(chunk, offset);
  }
  return bytes;
}
