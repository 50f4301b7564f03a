import type { Size } from '../../geometry.ts';
import type {
  PaintCanvas,
  VideoEncoderFactory,
  VideoSink,
  VideoStreamEncoder,
} from '../canvas-and-video.ts';

/** Writes bits, most significant first, and H.264's Exp-Golomb numbers (ITU-T H.264, 9.1). */
class BitWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #current = 0;
  #free = 8;

  bits(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit--) this.#bit((value >>> bit) & 1);
    return this;
  }

  flag(value: boolean): this {
    return this.bits(value ? 1 : 0, 1);
  }

  /** ue(v). */
  unsigned(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.bits(0, length - 1).bits(value + 1, length);
  }

  /** Pads the current byte with zeros, then appends whole bytes. */
  bytes(bytes: Uint8Array): this {
    while (this.#free < 8) this.#bit(0);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** Appends rbsp_trailing_bits and returns all bytes. */
  finish(): Uint8Array {
    this.#bit(1);
    while (this.#free < 8) this.#bit(0);
    return this.#bytes.subarray(0, this.#length);
  }

  #bit(bit: number): void {
    this.#current = (this.#current << 1) | bit;
    if (--this.#free > 0) return;
    this.#reserve(1);
    this.#bytes[this.#length++] = this.#current;
    this.#current = 0;
    this.#free = 8;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#length + count) * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Bytes of one macroblock: 16 x 16 of luma, 8 x 8 of each chroma. */
const macroblockLength = 384;
const side = 16;

/** A picture as macroblocks of YCbCr 4:2:0, BT.709, limited range, each as I_PCM stores it; in raster order. */
class Macroblocks {
  readonly size: Size;
  /** Macroblocks in a row, and rows. */
  readonly columns: number;
  readonly rows: number;
  readonly #bytes: Uint8Array;

  constructor(size: Size, rgba: ArrayLike<number>) {
    this.size = size;
    this.columns = Math.ceil(size.width / side);
    this.rows = Math.ceil(size.height / side);
    this.#bytes = new Uint8Array(this.count * macroblockLength);
    for (let index = 0; index < this.count; index++) this.#fill(index, rgba);
  }

  get count(): number {
    return this.columns * this.rows;
  }

  bytesOf(index: number): Uint8Array {
    return this.#bytes.subarray(index * macroblockLength, (index + 1) * macroblockLength);
  }

  /** Whether another picture of this size has the same macroblock there. */
  equals(index: number, other: Macroblocks): boolean {
    const otherBytes = other.bytesOf(index);
    return this.bytesOf(index).every((byte, at) => byte === otherBytes[at]);
  }

  #fill(index: number, rgba: ArrayLike<number>): void {
    const bytes = this.bytesOf(index);
    const left = (index % this.columns) * side;
    const top = Math.floor(index / this.columns) * side;
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const [r, g, b] = this.#color(rgba, left + x, top + y);
        bytes[y * side + x] = 16 + Math.round((219 / 255) * (0.2126 * r + 0.7152 * g + 0.0722 * b));
        if (x % 2 === 1 || y % 2 === 1) continue;
        // Chroma is sampled at one of the four pixels: flat areas keep their colour, which is enough here.
        const at = 256 + (y / 2) * 8 + x / 2;
        const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        bytes[at] = 128 + Math.round(((224 / 255) * (b - luma)) / 1.8556);
        bytes[at + 64] = 128 + Math.round(((224 / 255) * (r - luma)) / 1.5748);
      }
    }
  }

  /** Coordinates outside the picture are clamped to its edge. */
  #color(rgba: ArrayLike<number>, x: number, y: number): readonly [number, number, number] {
    const { width, height } = this.size;
    const at = (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 4;
    return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0];
  }
}

/** nal_unit_type with its nal_ref_idc. */
const nalHeader = { sps: 0x67, pps: 0x68, idr: 0x65, delta: 0x41 } as const;
/** Width of frame_num in bits. */
const frameNumberBits = 4;
/** slice_type; each picture is one slice. */
const sliceType = { p: 5, i: 7 } as const;
/** mb_type of I_PCM; in P slices the five types of inter prediction come before it. */
const pcmType = { i: 25, p: 30 } as const;

/**
 * Creates a factory of minimal H.264 encoders (ITU-T H.264) for Node, which has none: macroblocks that
 * changed are stored uncompressed (I_PCM), the others are skipped (P_Skip). Every decoder accepts the
 * output. Each packet is output synchronously by `encode`.
 */
export function createPlainH264(): VideoEncoderFactory {
  return {
    codecs: () => Promise.resolve(['h264']),
    createStreamEncoder: ({ size }, sink) => openEncoding(size, sink),
  };
}

function openEncoding(size: Size, sink: VideoSink): VideoStreamEncoder {
  const encoder = new PlainH264(size);
  let configured = false;
  return {
    queueSize: 0,
    encode: (canvas: PaintCanvas, { timestampUs, key }) => {
      if (!configured) {
        const config = { config: true, keyFrame: false, timestampUs: 0 };
        sink.onPacket({ ...config, bytes: encoder.parameterSets() });
        configured = true;
      }
      const bytes = encoder.encode(canvas.readPixels(), key);
      sink.onPacket({ bytes, config: false, keyFrame: key, timestampUs });
    },
    close: () => undefined,
  };
}

/** Encodes RGBA pictures of one size as access units in Annex B. The first must be a key frame. */
export class PlainH264 {
  readonly #size: Size;
  #previous: Macroblocks | undefined;
  #frameNumber = 0;
  #keyFrames = 0;

  constructor(size: Size) {
    this.#size = size;
  }

  /** SPS and PPS. */
  parameterSets(): Uint8Array {
    return join([nal(nalHeader.sps, sps(this.#size)), nal(nalHeader.pps, pps())]);
  }

  encode(rgba: ArrayLike<number>, key: boolean): Uint8Array {
    const picture = new Macroblocks(this.#size, rgba);
    const previous = key ? undefined : this.#previous;
    this.#previous = picture;
    if (previous === undefined) return nal(nalHeader.idr, this.#keySlice(picture));
    return nal(nalHeader.delta, this.#deltaSlice(picture, previous));
  }

  #keySlice(picture: Macroblocks): Uint8Array {
    this.#frameNumber = 0;
    const slice = sliceHeader(sliceType.i, 0);
    slice.unsigned(this.#keyFrames++ % 2); // idr_pic_id: differs from the one before
    slice.flag(false).flag(false); // no_output_of_prior_pics_flag, long_term_reference_flag
    endHeader(slice);
    for (let index = 0; index < picture.count; index++) {
      slice.unsigned(pcmType.i).bytes(picture.bytesOf(index));
    }
    return slice.finish();
  }

  #deltaSlice(picture: Macroblocks, previous: Macroblocks): Uint8Array {
    this.#frameNumber = (this.#frameNumber + 1) % 2 ** frameNumberBits;
    const slice = sliceHeader(sliceType.p, this.#frameNumber);
    slice.flag(false).flag(false); // num_ref_idx_active_override_flag, ref_pic_list_modification_flag_l0
    slice.flag(false); // adaptive_ref_pic_marking_mode_flag
    endHeader(slice);
    let skipped = 0;
    for (let index = 0; index < picture.count; index++) {
      if (picture.equals(index, previous)) skipped++;
      else {
        slice.unsigned(skipped).unsigned(pcmType.p).bytes(picture.bytesOf(index));
        skipped = 0;
      }
    }
    if (skipped > 0) slice.unsigned(skipped);
    return slice.finish();
  }
}

function sliceHeader(type: number, frameNumber: number): BitWriter {
  // first_mb_in_slice, slice_type, pic_parameter_set_id, frame_num
  return new BitWriter().unsigned(0).unsigned(type).unsigned(0).bits(frameNumber, frameNumberBits);
}

function endHeader(slice: BitWriter): void {
  slice.unsigned(0); // slice_qp_delta
  slice.unsigned(1); // disable_deblocking_filter_idc
}

function sps({ width, height }: Size): Uint8Array {
  const columns = Math.ceil(width / 16);
  const rows = Math.ceil(height / 16);
  const set = new BitWriter();
  set.bits(66, 8).bits(0xc0, 8).bits(51, 8); // constrained baseline, level 5.1
  set.unsigned(0).unsigned(frameNumberBits - 4);
  set.unsigned(2).unsigned(1).flag(false); // pictures come out in order, one reference
  set
    .unsigned(columns - 1)
    .unsigned(rows - 1)
    .flag(true)
    .flag(true);
  const right = columns * 16 - width;
  const bottom = rows * 16 - height;
  set.flag(right + bottom > 0);
  if (right + bottom > 0)
    set
      .unsigned(0)
      .unsigned(right / 2)
      .unsigned(0)
      .unsigned(bottom / 2);
  return vui(set.flag(true)).finish();
}

/** Colours: BT.709 with sRGB's transfer function, limited range; decoders need no reordering. */
function vui(set: BitWriter): BitWriter {
  set.flag(false).flag(false); // aspect ratio, overscan
  set.flag(true).bits(5, 3).flag(false).flag(true).bits(1, 8).bits(13, 8).bits(1, 8);
  set.flag(false).flag(false).flag(false).flag(false).flag(false); // chroma place, timing, HRDs, pic_struct
  set.flag(true).flag(true).unsigned(0).unsigned(0).unsigned(0).unsigned(0);
  return set.unsigned(0).unsigned(1); // max_num_reorder_frames, max_dec_frame_buffering
}

function pps(): Uint8Array {
  const set = new BitWriter();
  set.unsigned(0).unsigned(0).flag(false).flag(false); // ids, CAVLC, no field order
  set.unsigned(0).unsigned(0).unsigned(0); // one slice group, one reference in each list
  set.flag(false).bits(0, 2); // no weights
  set.unsigned(0).unsigned(0).unsigned(0); // QP as it comes; se(0) is ue(0)
  return set.flag(true).flag(false).flag(false).finish(); // deblocking can be turned off
}

/** A start code and a NAL unit, with emulation prevention bytes (7.4.1.1). */
function nal(header: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + Math.ceil(payload.length * 1.5));
  bytes.set([0, 0, 0, 1, header]);
  let length = 5;
  let zeros = 0;
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes[length++] = 3;
      zeros = 0;
    }
    bytes[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return bytes.subarray(0, length);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
