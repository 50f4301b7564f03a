import { attempt, errnoText } from './errno.ts';
import { chunkMessage, emptyMessage, maxData } from './messages.ts';
import { fail, type SyncSession } from './sync-session.ts';

/** Bytes of file in one DATA: the message with its header fills SYNC_DATA_MAX. */
const dataLength = maxData - 8;

/** RECV and RCV2: gives the host a file in DATA messages. Resolves with whether the session goes on. */
export async function sendFile(
  session: SyncSession,
  request: { readonly version: 1 | 2; readonly path: string },
): Promise<boolean> {
  if (request.version === 2) {
    const [, flags = 0] = await session.reader.numbers(2);
    if (flags !== 0) return fail(session, `unknown flags: ${flags | 0}`);
  }
  const file = attempt(() => session.files.read(request.path));
  if ('errno' in file) {
    // Linux opens a directory for reading; it is the read that fails.
    const step = file.errno === 'EISDIR' ? 'read' : 'open';
    return fail(session, `${step} failed: ${errnoText(file.errno)}`);
  }
  const bytes = file.value;
  for (let start = 0; start < bytes.length; start += dataLength) {
    await session.socket.write(chunkMessage('DATA', bytes.subarray(start, start + dataLength)));
  }
  await session.socket.write(emptyMessage('DONE'));
  return true;
}
