import type { IncomingMessage } from 'node:http';

/**
 * The body of a request as text, or `null` when it is larger than `limit` bytes, or `hasRoom` says of
 * a piece of so many bytes that it has none for it; the rest is then not read.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  hasRoom: (bytes: number) => boolean = () => true,
): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  // A request without an encoding set yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit || !hasRoom(chunk.length)) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
