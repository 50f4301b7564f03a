/** Converts the output of WebCodecs encoders to the format of android.media.MediaCodec. */
import type { VideoCodec } from '#core/demo-phone/canvas-and-video.ts';

/** A key frame, and the configuration that a decoder needs before it. */
interface SplitKeyFrame {
  readonly config: Uint8Array;
  readonly frame: Uint8Array;
}

/** nal_unit_type of parameter sets: SPS and PPS of H.264; VPS, SPS and PPS of H.265. */
const parameterSets = { h264: [7, 8], h265: [32, 33, 34] } as const;

/** obu_type of a sequence header (AV1 bitstream specification, 6.2.2). */
const sequenceHeaderType = 1;

/**
 * Splits a key frame of WebCodecs as MediaCodec does: parameter sets come before the first frame, in
 * a packet of their own; for AV1 this is an AV1CodecConfigurationRecord, and the key frame keeps its
 * sequence header. Undefined when a key frame has none. H.264 and H.265 are in Annex B format.
 */
export function splitKeyFrame(codec: VideoCodec, bytes: Uint8Array): SplitKeyFrame | undefined {
  if (codec === 'av1') {
    const header = findSequenceHeader(bytes);
    return header && { config: av1Configuration(header), frame: bytes };
  }
  const units = nalUnits(bytes);
  const isConfig = (unit: Uint8Array): boolean =>
    parameterSets[codec].some((type) => type === nalType(codec, unit));
  const config = units.filter(isConfig);
  if (config.length === 0) return undefined;
  return { config: join(config), frame: join(units.filter((unit) => !isConfig(unit))) };
}

/** The NAL units of a stream, each with its start code. */
function nalUnits(bytes: Uint8Array): Uint8Array[] {
  const starts: number[] = [];
  for (let at = 0; at + 2 < bytes.length; at++) {
    if (bytes[at] !== 0 || bytes[at + 1] !== 0 || bytes[at + 2] !== 1) continue;
    // A zero before it makes it a start code of four bytes.
    starts.push(at > 0 && bytes[at - 1] === 0 ? at - 1 : at);
    at += 2;
  }
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

function nalType(codec: 'h264' | 'h265', unit: Uint8Array): number {
  const header = unit[unit.indexOf(1) + 1] ?? 0;
  return codec === 'h264' ? header & 0x1f : (header >> 1) & 0x3f;
}

/** The sequence header OBU as a whole. Encoders write the size of every OBU. */
function findSequenceHeader(bytes: Uint8Array): Uint8Array | undefined {
  for (let at = 0; at < bytes.length;) {
    const header = bytes[at] ?? 0;
    const hasExtension = (header & 0b100) !== 0;
    const size = leb128(bytes, at + (hasExtension ? 2 : 1));
    const end = size.end + size.value;
    if (header >> 3 === sequenceHeaderType) return bytes.subarray(at, end);
    at = end;
  }
  return undefined;
}

function leb128(
  bytes: Uint8Array,
  start: number,
): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; at < start + 8; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return { value, end: start + 8 };
}

/**
 * `av1C` of the AV1 codec ISO media file format binding, 2.3, for a sequence header without timing
 * information and 8 bits, 4:2:0, as real-time encoders write it.
 */
function av1Configuration(sequenceHeader: Uint8Array): Uint8Array {
  const payload = sequenceHeader.subarray(leb128(sequenceHeader, 1).end);
  const [first = 0, , , fourth = 0] = payload;
  const profile = first >> 5;
  // seq_profile (3), five flags, operating_points_cnt_minus_1 (5), idc (12): the level starts at bit 24.
  const level = fourth >> 3;
  const tier = level > 7 ? (fourth >> 2) & 1 : 0;
  const record = [0x81, (profile << 5) | level, (tier << 7) | 0b0000_1100, 0];
  return join([Uint8Array.from(record), sequenceHeader]);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
