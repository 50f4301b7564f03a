import type { FileSystem } from '../../files.ts';
import type { Socket } from '../wire/socket.ts';
import type { ByteReader } from './byte-reader.ts';
import { chunkMessage } from './messages.ts';

/** One sync session: its files and both directions of its socket. */
export interface SyncSession {
  readonly files: FileSystem;
  readonly reader: ByteReader;
  readonly socket: Socket;
}

/** FAIL with Android's words; adbd ends the session after it, so this resolves with false. */
export async function fail(session: SyncSession, words: string): Promise<false> {
  await session.socket.write(chunkMessage('FAIL', new TextEncoder().encode(words)));
  return false;
}
