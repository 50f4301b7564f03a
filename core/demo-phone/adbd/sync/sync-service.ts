/** The service `sync:` (AOSP packages/modules/adb, SYNC.TXT and daemon/file_sync_service.cpp). */
import { ByteReader, EndOfStream } from '../../bytes.ts';
import { FileError, type FileStat, type FileSystem } from '../../files.ts';
import type { Socket } from '../wire/socket.ts';
import { attempt, fail, readNumbers, type SyncSession } from './sync-session.ts';
import * as message from './messages.ts';
import { receiveFile, sendFile } from './transfer.ts';

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
  const path = await session.reader.text(length);
  switch (id) {
    case message.idOf('STAT'):
      return write(session, message.statMessage(lookUp(session, path).stat));
    case message.idOf('STA2'):
    case message.idOf('LST2'):
      return serveStat2(session, id, path);
    case message.idOf('LIST'):
      return serveList(session, path, 1);
    case message.idOf('LIS2'):
      return serveList(session, path, 2);
    case message.idOf('SEND'):
      return receiveFile(session, { version: 1, spec: path });
    case message.idOf('SND2'):
      return receiveFile(session, { version: 2, spec: path });
    case message.idOf('RECV'):
      return sendFile(session, { version: 1, path });
    case message.idOf('RCV2'):
      return sendFile(session, { version: 2, path });
    case message.idOf('QUIT'):
      return false;
    default:
      return fail(session, `unknown command ${id.toString(16).padStart(8, '0')}`);
  }
}

function serveStat2(session: SyncSession, id: number, path: string): Promise<boolean> {
  const { stat, error } = lookUp(session, path);
  return write(session, message.stat2Message(id, stat, error));
}

/** A directory that can't be read is listed as empty, as adbd does. */
async function serveList(session: SyncSession, path: string, version: 1 | 2): Promise<boolean> {
  const listed = attempt(() => session.files.list(path));
  const names = 'value' in listed ? ['.', '..', ...listed.value] : [];
  for (const name of names) {
    const { stat } = lookUp(session, `${path}/${name}`);
    if (stat === undefined) continue;
    const entry = version === 1 ? message.entryMessage : message.entry2Message;
    await session.socket.write(entry(stat, name));
  }
  return write(session, message.listEnd(version));
}

function lookUp(session: SyncSession, path: string): { stat: FileStat | undefined; error: number } {
  const result = attempt(() => session.files.stat(path) ?? missing(path));
  if ('error' in result) return { stat: undefined, error: result.error.number };
  return { stat: result.value, error: 0 };
}

function missing(path: string): never {
  throw new FileError('ENOENT', path);
}

async function write(session: SyncSession, bytes: Uint8Array<ArrayBuffer>): Promise<true> {
  await session.socket.write(bytes);
  return true;
}
