/** The shell protocol: u8 id, u32le length, data (AOSP packages/modules/adb, shell_protocol.h). */

/** ShellProtocol::Id. */
export const frameId = {
  stdin: 0,
  stdout: 1,
  stderr: 2,
  exit: 3,
  closeStdin: 4,
  windowSize: 5,
} as const;

export interface ShellFrame {
  readonly id: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

const headerLength = 5;

export function encodeFrame(id: number, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headerLength + data.length);
  bytes[0] = id;
  new DataView(bytes.buffer).setUint32(1, data.length, true);
  bytes.set(data, headerLength);
  return bytes;
}

/** Cuts a byte stream into frames; hand it the chunks in order. */
export function createFrameDecoder(): (chunk: Uint8Array<ArrayBuffer>) => ShellFrame[] {
  let rest = new Uint8Array(0);
  return (chunk) => {
    let bytes = concat(rest, chunk);
    const frames: ShellFrame[] = [];
    for (let frame = firstFrame(bytes); frame !== undefined; frame = firstFrame(bytes)) {
      frames.push(frame);
      bytes = bytes.subarray(headerLength + frame.data.length);
    }
    rest = bytes;
    return frames;
  };
}

function firstFrame(bytes: Uint8Array<ArrayBuffer>): ShellFrame | undefined {
  if (bytes.length < headerLength) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
  if (bytes.length < headerLength + length) return undefined;
  return { id: bytes[0] ?? 0, data: bytes.slice(headerLength, headerLength + length) };
}

function concat(
  first: Uint8Array<ArrayBuffer>,
  second: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  if (first.length === 0) return second;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
