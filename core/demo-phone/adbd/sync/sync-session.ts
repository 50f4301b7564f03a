import { type ByteReader, encode } from '../../bytes.ts';
import { FileError, type FileSystem } from '../../files.ts';
import type { Socket } from '../wire/socket.ts';
import { chunkMessage } from './messages.ts';

/** One sync session: its files and both directions of its socket. */
export interface SyncSession {
  readonly files: FileSystem;
  readonly reader: ByteReader;
  readonly socket: Socket;
}

/** FAIL with Android's words; adbd ends the session after it, so this resolves with false. */
export async function fail(session: SyncSession, words: string): Promise<false> {
  await session.socket.write(chunkMessage('FAIL', encode(words)));
  return false;
}

/** What happened while `action` ran: its result, or the file error it threw. Other errors pass. */
export function attempt<Result>(action: () => Result): { value: Result } | { error: FileError } {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof FileError) return { error };
    throw error;
  }
}

/** So many little-endian 32-bit numbers from the host. */
export async function readNumbers({ reader }: SyncSession, count: number): Promise<number[]> {
  const view = await reader.view(count * 4);
  return Array.from({ length: count }, (_, index) => view.getUint32(index * 4, true));
}
