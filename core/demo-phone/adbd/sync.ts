/** The service `sync:` (AOSP packages/modules/adb: SYNC.TXT, file_sync_protocol.h, daemon/file_sync_service.cpp); all numbers are little-endian. */
import { ByteReader, concat, encodeUtf8, EndOfStream } from '../bytes.ts';
import { FileError, type FileStat, type FileSystem } from '../files.ts';
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

/** `id, length, bytes`: DATA, FAIL. */
function chunkMessage(letters: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + data.length);
  bytes.set(encodeUint32s(messageId(letters), data.length));
  bytes.set(data, 8);
  return bytes;
}

/** `id, 0`: OKAY after a file was received, DONE after one was sent. */
function emptyMessage(letters: 'OKAY' | 'DONE'): Uint8Array<ArrayBuffer> {
  return encodeUint32s(messageId(letters), 0);
}

/** STAT: all zero when there is no such file. */
function statMessage(stat: FileStat | undefined): Uint8Array<ArrayBuffer> {
  return encodeUint32s(messageId('STAT'), ...stat1Fields(stat));
}

/** STA2, LST2: `error` is a Linux errno, 0 if none. */
function stat2Message(
  id: number,
  stat: FileStat | undefined,
  error: number,
): Uint8Array<ArrayBuffer> {
  return encodeStat2({ id, stat, error });
}

/** DENT: one entry of LIST. */
function entryMessage(stat: FileStat, name: string): Uint8Array<ArrayBuffer> {
  const text = encodeUtf8(name);
  return concat([encodeUint32s(messageId('DENT'), ...stat1Fields(stat), text.length), text]);
}

/** DNT2: one entry of LIS2. */
function entry2Message(stat: FileStat, name: string): Uint8Array<ArrayBuffer> {
  const text = encodeUtf8(name);
  const head = encodeStat2({ id: messageId('DNT2'), stat, error: 0 });
  return concat([head, encodeUint32s(text.length), text]);
}

/** The DONE that ends a list: as long as the fixed part of an entry. */
function listEnd(version: 1 | 2): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(version === 1 ? 20 : 76);
  bytes.set(encodeUint32s(messageId('DONE')));
  return bytes;
}

function stat1Fields(stat: FileStat | undefined): [number, number, number] {
  return stat === undefined ? [0, 0, 0] : [stat.mode, stat.size, Math.floor(stat.modifiedS)];
}

interface Stat2Fields {
  readonly id: number;
  readonly stat: FileStat | undefined;
  readonly error: number;
}

function encodeStat2({ id, stat, error }: Stat2Fields): Uint8Array<ArrayBuffer> {
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
  await session.socket.write(chunkMessage('FAIL', encodeUtf8(reason)));
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
  const file = attempt(() => session.files.read(request.path));
  if ('error' in file) {
    // On Linux, opening a directory succeeds and reading it fails.
    const step = file.error.errno === 'EISDIR' ? 'read' : 'open';
    return fail(session, `${step} failed: ${file.error.strerror}`);
  }
  const bytes = file.value;
  for (let start = 0; start < bytes.length; start += dataLength) {
    await session.socket.write(chunkMessage('DATA', bytes.subarray(start, start + dataLength)));
  }
  await session.socket.write(emptyMessage('DONE'));
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
    const options = { mode: target.mode, modifiedS: end, isGiven: true };
    session.files.write(target.path, joinAndEmpty(chunks), options);
    isComplete = true;
  } finally {
    // The file may have been removed already.
    if (!isComplete) attempt(() => session.files.remove(target.path));
  }
  await session.socket.write(emptyMessage('OKAY'));
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
    const parentsResult = attempt(() => makeParents(session, path));
    if ('error' in parentsResult) return `secure_mkdirs failed: ${parentsResult.error.strerror}`;
    created = createFile();
  }
  return 'error' in created ? `couldn't create file: ${created.error.strerror}` : undefined;
}

function makeParents(session: SyncSession, path: string): void {
  const names = path.split('/').slice(1, -1);
  names.forEach((_, index) => {
    const parent = `/${names.slice(0, index + 1).join('/')}`;
    if (session.files.stat(parent) === undefined) session.files.makeDirectory(parent);
  });
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

/** Joins the chunks in order and empties the array. */
function joinAndEmpty(chunks: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = bytes.length;
  // Each chunk is released once copied: there may be hundreds of megabytes.
  for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop()) {
    offset -= chunk.length;
    bytes.set(chunk, offset);
  }
  return bytes;
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
      return writeMessage(session, statMessage(lookUp(session, path).stat));
    case messageId('STA2'):
    case messageId('LST2'):
      return serveStat2(session, id, path);
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

function serveStat2(session: SyncSession, id: number, path: string): Promise<boolean> {
  const { stat, error } = lookUp(session, path);
  return writeMessage(session, stat2Message(id, stat, error));
}

/** A directory that can't be read is listed as empty, as adbd does. */
async function serveList(session: SyncSession, path: string, version: 1 | 2): Promise<boolean> {
  const listResult = attempt(() => session.files.list(path));
  const names = 'value' in listResult ? ['.', '..', ...listResult.value] : [];
  for (const name of names) {
    const { stat } = lookUp(session, `${path}/${name}`);
    if (stat === undefined) continue;
    const entry = version === 1 ? entryMessage : entry2Message;
    await session.socket.write(entry(stat, name));
  }
  return writeMessage(session, listEnd(version));
}

function lookUp(session: SyncSession, path: string): { stat: FileStat | undefined; error: number } {
  const result = attempt(() => session.files.stat(path) ?? throwNotFound(path));
  if ('error' in result) return { stat: undefined, error: result.error.errnoNumber };
  return { stat: result.value, error: 0 };
}

function throwNotFound(path: string): never {
  throw new FileError('ENOENT', path);
}

async function writeMessage(session: SyncSession, bytes: Uint8Array<ArrayBuffer>): Promise<true> {
  await session.socket.write(bytes);
  return true;
}
