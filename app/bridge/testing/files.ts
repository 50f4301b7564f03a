/** A folder for files, with what it must not give away, and the console's end of its streams. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileTarget, StreamFrame } from '#core/relay/frames.ts';
import { type RelayStream, RelayStreams } from '#core/relay/streams.ts';
import { FilesFolder } from '../files/files-folder.ts';

/** Puts a file in the folder, one that is hidden, and links to it, to a hidden one and outside. */
export async function fillFolders({
  root,
  outside,
}: {
  readonly root: string;
  readonly outside: string;
}): Promise<void> {
  await writeFile(join(outside, 'secret.txt'), 'secret');
  await mkdir(join(root, 'reports'));
  await writeFile(join(root, 'reports', 'log.txt'), 'all is well');
  await writeFile(join(root, '.env'), 'TOKEN=1');
  await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
  await symlink(outside, join(root, 'link'));
  await symlink(join(root, '.env'), join(root, 'env.txt'));
  await symlink(join(root, 'reports', 'log.txt'), join(root, 'inside.txt'));
}

/** The console's end of a stream that the folder serves. */
export function openStream(
  folder: string | null,
  target: FileTarget,
): { readonly console: RelayStream; readonly served: Promise<void> } {
  const atConsole = new RelayStreams((frame) => send(frame, atBridge));
  const atBridge = new RelayStreams((frame) => send(frame, atConsole));
  const console = atConsole.add(1);
  const stream = atBridge.add(1);
  const served = new FilesFolder(folder).serve({ target, stream, accept: () => undefined });
  return { console, served };
}

function send(frame: StreamFrame, end: RelayStreams): void {
  const copy = structuredClone(frame);
  queueMicrotask(() => end.handle(copy));
}

/** Reads a file as text. Rejects with the folder's error, or if it is not as long as announced. */
export async function read(folder: string | null, path: string): Promise<string> {
  const { console } = openStream(folder, { name: 'file-read', path });
  const chunks: Uint8Array[] = [];
  for (let bytes = await console.read(); bytes !== null; bytes = await console.read())
    chunks.push(bytes);
  const all = Buffer.concat(chunks);
  const size = Number(all.readBigUInt64BE());
  if (size !== all.length - 8) throw new Error(`${all.length - 8} bytes came, not ${size}.`);
  return all.subarray(8).toString();
}

/** Writes a file of which `announced` bytes are promised. Rejects with the folder's error. */
export async function write(
  folder: string | null,
  path: string,
  content: Uint8Array<ArrayBuffer>,
  announced = content.length,
): Promise<void> {
  const { console, served } = openStream(folder, { name: 'file-write', path });
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(announced));
  const sending = console.write(new Uint8Array(size)).then(() => console.write(content));
  sending.catch(() => undefined);
  if (announced > content.length) await sending.then(() => console.end());
  await served;
  if ((await console.read()) !== null) throw new Error('The folder answered a file with bytes.');
}
