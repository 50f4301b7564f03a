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
  const path = await session.reader.readText(length);
  switch (id) {
    case message.messageId('STAT'):
      return writeMessage(session, message.statMessage(lookUp(session, path).stat));
    case message.messageId('STA2'):
    case message.messageId('LST2'):
      return serveStat2(session, id, path);
    case message.messageId('LIST'):
      return serveList(session, path, 1);
    case message.messageId('LIS2'):
      return serveList(session, path, 2);
    case message.messageId('SEND'):
      return receiveFile(session, { version: 1, spec: path });
    case message.messageId('SND2'):
      return receiveFile(session, { version: 2, spec: path });
    case message.messageId('RECV'):
      return sendFile(session, { version: 1, path });
    case message.messageId('RCV2'):
      return sendFile(session, { version: 2, path });
    case message.messageId('QUIT'):
      return false;
    default:
      return fail(session, `unknown command ${id.toString(16).padStart(8, '0')}`);
  }
}

function serveStat2(session: SyncSession, id: number, path: string): Promise<boolean> {
  const { stat, error } = lookUp(session, path);
  return writeMessage(session, message.stat2Message(id, stat, error));
}

/** A directory that can't be read is listed as empty, as adbd does. */
async function serveList(session: SyncSession, path: string, version: 1 | 2): Promise<boolean> {
  const listResult = attempt(() => session.files.list(path));
  const names = 'value' in listResult ? ['.', '..', ...listResult.value] : [];
  for (const name of names) {
    const { stat } = lookUp(session, `${path}/${name}`);
    if (stat === undefined) continue;
    const entry = version === 1 ? message.entryMessage : message.entry2Message;
    await session.socket.write(entry(stat, name));
  }
  return writeMessage(session, message.listEnd(version));
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
