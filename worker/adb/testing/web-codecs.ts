/** A fake of WebCodecs for Node, as far as the video needs it: its frames are empty. */

/** How the decoders behave; read at every chunk. */
export interface DecoderHabits {
  /** The number of frames that a decoder holds back until others follow. */
  keepsBack: number;
  /** The next chunk gives no frame. */
  dropsNext: boolean;
}

/** Installs the fake until `remove`; it supports H.264 only. */
export function standInWebCodecs(): { readonly habits: DecoderHabits; remove(): void } {
  const habits: DecoderHabits = { keepsBack: 0, dropsNext: false };
  class StandInDecoder extends DecoderOfNothing {
    constructor(init: DecoderInit) {
      super(init, habits);
    }
  }
  Object.assign(globalThis, { VideoDecoder: StandInDecoder, EncodedVideoChunk: Chunk });
  const remove = (): void => {
    for (const name of ['VideoDecoder', 'EncodedVideoChunk']) {
      Reflect.deleteProperty(globalThis, name);
    }
  };
  return { habits, remove };
}

interface Frame {
  readonly timestamp: number;
  close(): void;
}

interface DecoderInit {
  output(frame: Frame): void;
}

class Chunk {
  readonly type: string;
  readonly timestamp: number;
  readonly #data: Uint8Array;

  constructor(init: { type: string; timestamp: number; data: Uint8Array }) {
    this.type = init.type;
    this.timestamp = init.timestamp;
    this.#data = init.data;
  }

  get byteLength(): number {
    return this.#data.length;
  }

  copyTo(to: Uint8Array): void {
    to.set(this.#data);
  }
}

class DecoderOfNothing extends EventTarget {
  state: CodecState = 'unconfigured';
  readonly decodeQueueSize = 0;
  readonly #init: DecoderInit;
  readonly #habits: DecoderHabits;
  #inside: number[] = [];

  constructor(init: DecoderInit, habits: DecoderHabits) {
    super();
    this.#init = init;
    this.#habits = habits;
  }

  static async isConfigSupported({ codec }: { codec: string }): Promise<{ supported: boolean }> {
    return await Promise.resolve({ supported: codec.startsWith('avc1') });
  }

  configure(): void {
    this.state = 'configured';
  }

  reset(): void {
    this.state = 'unconfigured';
    this.#inside = [];
  }

  close(): void {
    this.state = 'closed';
    this.#inside = [];
  }

  decode({ timestamp }: Chunk): void {
    if (!this.#habits.dropsNext) this.#inside.push(timestamp);
    this.#habits.dropsNext = false;
    queueMicrotask(() => this.#give());
  }

  #give(): void {
    while (this.#inside.length > this.#habits.keepsBack) {
      const timestamp = this.#inside.shift() ?? 0;
      this.#init.output({ timestamp, close: () => undefined });
    }
  }
}
