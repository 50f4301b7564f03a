import type { Size } from '../../geometry.ts';

/** Bytes of one macroblock: 16 x 16 of luma, 8 x 8 of each chroma. */
const macroblockLength = 384;
const side = 16;

/** A picture as macroblocks of YCbCr 4:2:0, BT.709, limited range, each as I_PCM stores it; in raster order. */
export class Macroblocks {
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
