/** The service `sync:` (AOSP packages/modules/adb: SYNC.TXT, file_sync_protocol.h, daemon/file_sync_service.cpp); all numbers are little-endian. */
import { ByteReader, concat, encodeUtf8, EndOfStream } from '../bytes.ts';
import { FileError, parentOf, type FileStat, type FileSystem } from '../files.ts';
import type { Socket } from './wire/socket.ts';

/** A message id: four ASCII letters as a little-endian number. */
function messageId(letters: string): number {
  return (
    [...letters].reduce((id, letter, index) => id | (letter.charCodeAt(0) << (8 * index)), 0) >>> 0
  );
}

/** SYNC_DATA_MAX: the longest DATA payload, bytes. */
const maxData = 64 * 1024;

/** Id of the user and group `shell`. */
const shellId = 2000;

/** A message: its id, numbers, and after them bytes. */
function message(
  letters: string,
  numbers: readonly number[],
  bytes: Uint8Array = new Uint8Array(0),
): Uint8Array<ArrayBuffer> {
  return concat([encodeUint32s(messageId(letters), ...numbers), bytes]);
}

/** DATA or FAIL: their bytes after the number of them. */
function bytesMessage(letters: 'DATA' | 'FAIL', bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return message(letters, [bytes.length], bytes);
}

/** Mode, size and time of version 1: all zero when there is no such file. */
function stat1Fields(stat: FileStat | undefined): [number, number, number] {
  return stat === undefined ? [0, 0, 0] : [stat.mode, stat.size, Math.floor(stat.modifiedS)];
}

/** STA2, LST2 and the head of DNT2: `error` is a Linux errno, 0 if none. */
function stat2Message(
  id: number,
  stat: FileStat | undefined,
  error: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(72);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, id, true);
  view.setUint32(4, error, true);
  if (stat === undefined) return bytes;
  const time = BigInt(Math.floor(stat.modifiedS));
  // 8: device, 16: inode; clients do not compare them, so they stay 0.
  view.setUint32(24, stat.mode, true);
  view.setUint32(28, 1, true);
  view.setUint32(32, shellId, true);
  view.setUint32(36, shellId, true);
  view.setBigUint64(40, BigInt(stat.size), true);
  for (const offset of [48, 56, 64]) view.setBigInt64(offset, time, true);
  return bytes;
}

function encodeUint32s(...values: number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  values.forEach((value, index) => view.setUint32(index * 4, value, true));
  return bytes;
}

/** One sync session: its files and both directions of its socket. */
interface SyncSession {
  readonly files: FileSystem;
  readonly reader: ByteReader;
  readonly socket: Socket;
}

/** Sends FAIL with adbd's text. Resolves with false, because adbd ends the session after it. */
async function fail(session: SyncSession, reason: string): Promise<false> {
  await session.socket.write(bytesMessage('FAIL', encodeUtf8(reason)));
  return false;
}

/** Runs `action` and returns its result, or the FileError that it threw. Other errors are rethrown. */
function attempt<Result>(action: () => Result): { value: Result } | { error: FileError } {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof FileError) return { error };
    throw error;
  }
}

/** Reads `count` little-endian 32-bit numbers from the host. */
async function readNumbers({ reader }: SyncSession, count: number): Promise<number[]> {
  const view = await reader.readView(count * 4);
  return Array.from({ length: count }, (_, index) => view.getUint32(index * 4, true));
}

/** File bytes in one DATA: together with the header they fill SYNC_DATA_MAX. */
const dataLength = maxData - 8;

/** RECV and RCV2: sends a file to the host in DATA messages. Resolves with whether the session continues. */
async function sendFile(
  session: SyncSession,
  request: { readonly version: 1 | 2; readonly path: string },
): Promise<boolean> {
  if (request.version === 2) {
    const [, flags = 0] = await readNumbers(session, 2);
    if (flags !== 0) return fail(session, `unknown flags: ${flags | 0}`);
  }
  const file = attempt(() => session.files.readPieces(request.path));
  if ('error' in file) {
    // On Linux, opening a directory succeeds and reading it fails.
    const step = file.error.errno === 'EISDIR' ? 'read' : 'open';
    return fail(session, `${step} failed: ${file.error.strerror}`);
  }
  for (const piece of file.value) {
    for (let start = 0; start < piece.length; start += dataLength)
      await session.socket.write(bytesMessage('DATA', piece.subarray(start, start + dataLength)));
  }
  await session.socket.write(message('DONE', [0]));
  return true;
}

interface SendTarget {
  readonly path: string;
  /** Type and permission bits. */
  readonly mode: number;
}

const fileTypeMask = 0o170000;
const linkType = 0o120000;

/**
 * SEND and SND2: receives a file from the host. Resolves with whether the session continues. An
 * incomplete file is removed, as in handle_send_file of AOSP's file_sync_service.cpp.
 */
async function receiveFile(
  session: SyncSession,
  request: { readonly version: 1 | 2; readonly spec: string },
): Promise<boolean> {
  const target =
    request.version === 1 ? parseTarget(request.spec) : await readTarget(session, request.spec);
  if (typeof target === 'string') return fail(session, target);
  const failure = createEmptyFile(session, target);
  if (failure !== undefined) {
    await fail(session, failure);
    // A host that writes without reading would lose the FAIL if we closed now, so adbd keeps reading.
    await readData(session, () => undefined);
    return false;
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let isComplete = false;
  try {
    const end = await readData(session, (chunk) => chunks.push(chunk));
    if (typeof end === 'string') return await fail(session, end);
    const options = { mode: target.mode, modifiedS: end };
    session.files.writePieces(target.path, chunks, options);
    isComplete = true;
  } finally {
    // The file may have been removed already.
    if (!isComplete) attempt(() => session.files.remove(target.path));
  }
  await session.socket.write(message('OKAY', [0]));
  return true;
}

/** SEND: parses `/path,33206`, the mode in decimal. A string is the reason of failure. */
function parseTarget(spec: string): SendTarget | string {
  const comma = spec.lastIndexOf(',');
  if (comma < 0) return 'missing , in ID_SEND_V1';
  return withSharedBits({ path: spec.slice(0, comma), mode: Number(spec.slice(comma + 1)) });
}

/** SND2: the mode follows in a second  */
async function readTarget(session: SyncSession, path: string): Promise<SendTarget | string> {
  const [, mode = 0, flags = 0] = await readNumbers(session, 3);
  if (flags !== 0) return `unknown flags: ${flags | 0}`;
  return withSharedBits({ path, mode });
}

/** adbd gives group and others the permissions of the user. */
function withSharedBits({ path, mode }: SendTarget): SendTarget {
  const user = mode & 0o700;
  return { path, mode: (mode & fileTypeMask) | (mode & 0o777) | (user >> 3) | (user >> 6) };
}

/** Creates an empty file, with missing parent directories; returns the reason of failure, if any. */
function createEmptyFile(session: SyncSession, { path, mode }: SendTarget): string | undefined {
  // Guess: bionic's text for a file system without symlinks, which this one is.
  if ((mode & fileTypeMask) === linkType) return 'symlink failed: Operation not permitted';
  const createFile = () => attempt(() => session.files.write(path, new Uint8Array(0), { mode }));
  let created = createFile();
  if ('error' in created && created.error.errno === 'ENOENT') {
    const parentsResult = attempt(() => session.files.makeDirectories(parentOf(path)));
    if ('error' in parentsResult) return `secure_mkdirs failed: ${parentsResult.error.strerror}`;
    created = createFile();
  }
  return 'error' in created ? `couldn't create file: ${created.error.strerror}` : undefined;
}

/** Reads DATA until DONE. Resolves with DONE's time in seconds, or the reason of failure. */
async function readData(
  session: SyncSession,
  onChunk: (chunk: Uint8Array<ArrayBuffer>) => void,
): Promise<number | string> {
  for (;;) {
    const [id, length = 0] = await readNumbers(session, 2);
    if (id === messageId('DONE')) return length;
    if (id !== messageId('DATA')) return 'invalid data message';
    if (length > maxData) return 'oversize data message';
    onChunk(await session.reader.readBytes(length));
  }
}

/** The longest path a request may name, bytes. */
const maxPath = 1024;

/** Serves requests until QUIT, an error sent as FAIL, or the socket's end. */
export async function serveSync(files: FileSystem, socket: Socket): Promise<void> {
  const session = { files, reader: new ByteReader(socket.incoming), socket };
  try {
    while (await serveRequest(session));
  } catch (error) {
    if (!(error instanceof EndOfStream)) throw error;
  }
}

/** Resolves with whether the session goes on. */
async function serveRequest(session: SyncSession): Promise<boolean> {
  const [id = 0, length = 0] = await readNumbers(session, 2);
  if (length > maxPath) return fail(session, 'path too long');
  const path = await session.reader.readText(length);
  switch (id) {
    case messageId('STAT'):
      return writeMessage(
        session,
        message('STAT', stat1Fields(lookUp(() => session.files.lstat(path)).stat)),
      );
    case messageId('STA2'):
      return serveStat2(session, id, () => session.files.stat(path));
    case messageId('LST2'):
      return serveStat2(session, id, () => session.files.lstat(path));
    case messageId('LIST'):
      return serveList(session, path, 1);
    case messageId('LIS2'):
      return serveList(session, path, 2);
    case messageId('SEND'):
      return receiveFile(session, { version: 1, spec: path });
    case messageId('SND2'):
      return receiveFile(session, { version: 2, spec: path });
    case messageId('RECV'):
      return sendFile(session, { version: 1, path });
    case messageId('RCV2'):
      return sendFile(session, { version: 2, path });
    case messageId('QUIT'):
      return false;
    default:
      return fail(session, `unknown command ${id.toString(16).padStart(8, '0')}`);
  }
}

type LookUp = () => FileStat | undefined;

async function serveStat2(session: SyncSession, id: number, find: LookUp): Promise<true> {
  const { stat, error } = lookUp(find);
  return writeMessage(session, stat2Message(id, stat, error));
}

/**
 * A directory that can't be read is listed as empty, as adbd does. Of an entry that can't be read,
 * version 1 says nothing, and version 2 the error.
 */
async function serveList(session: SyncSession, path: string, version: 1 | 2): Promise<true> {
  const listResult = attempt(() => session.files.list(path));
  const names = 'value' in listResult ? ['.', '..', ...listResult.value] : [];
  for (const name of names) {
    const { stat, error } = lookUp(() => session.files.lstat(`${path}/${name}`));
    const text = encodeUtf8(name);
    if (version === 2) {
      const head = stat2Message(messageId('DNT2'), stat, error);
      await session.socket.write(concat([head, encodeUint32s(text.length), text]));
    } else if (stat !== undefined) {
      await session.socket.write(message('DENT', [...stat1Fields(stat), text.length], text));
    }
  }
  // The DONE is as long as the fixed part of an entry.
  return writeMessage(session, message('DONE', new Array<number>(version === 1 ? 4 : 18).fill(0)));
}

function lookUp(find: LookUp): { stat: FileStat | undefined; error: number } {
  const found = attempt(find);
  const stat = 'value' in found ? found.value : undefined;
  const error = 'error' in found ? found.error : new FileError('ENOENT', '');
  return { stat, error: stat === undefined ? error.errnoNumber : 0 };
}

async function writeMessage(session: SyncSession, bytes: Uint8Array<ArrayBuffer>): Promise<true> {
  await session.socket.write(bytes);
  return true;
}
