import { type ByteReader, encodeUtf8 } from '../../bytes.ts';
import { FileError, type FileSystem } from '../../files.ts';
import type { Socket } from '../wire/socket.ts';
import { chunkMessage } from './messages.ts';

/** One sync session: its files and both directions of its socket. */
export interface SyncSession {
  readonly files: FileSystem;
  readonly reader: ByteReader;
  readonly socket: Socket;
}

/** Sends FAIL with adbd's text. Resolves with false, because adbd ends the session after it. */
export async function fail(session: SyncSession, reason: string): Promise<false> {
  await session.socket.write(chunkMessage('FAIL', encodeUtf8(reason)));
  return false;
}

/** Runs `action` and returns its result, or the FileError that it threw. Other errors are rethrown. */
export function attempt<Result>(action: () => Result): { value: Result } | { error: FileError } {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof FileError) return { error };
    throw error;
  }
}

/** Reads `count` little-endian 32-bit numbers from the host. */
export async function readNumbers({ reader }: SyncSession, count: number): Promise<number[]> {
  const view = await reader.readView(count * 4);
  return Array.from({ length: count }, (_, index) => view.getUint32(index * 4, true));
}
