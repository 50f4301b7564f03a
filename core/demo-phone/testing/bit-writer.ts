/** Writes bits, most significant first, and H.264's Exp-Golomb numbers (ITU-T H.264, 9.1). */
export class BitWriter {
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
