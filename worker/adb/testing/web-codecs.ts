/** A fake of WebCodecs for Node, as far as the video needs it: its frames are empty. */

/** How the decoders behave; read at every chunk. */
export interface DecoderBehavior {
  /** The number of frames that a decoder holds back until others follow. */
  heldBackFrames: number;
  /** The next chunk gives no frame. */
  dropNext: boolean;
}

/** Installs the fake until `remove`; it supports H.264 only. */
export function installFakeWebCodecs(): { readonly behavior: DecoderBehavior; remove(): void } {
  const behavior: DecoderBehavior = { heldBackFrames: 0, dropNext: false };
  class FakeVideoDecoder extends EmptyFrameDecoder {
    constructor(init: DecoderInit) {
      super(init, behavior);
    }
  }
  Object.assign(globalThis, { VideoDecoder: FakeVideoDecoder, EncodedVideoChunk: FakeChunk });
  const remove = (): void => {
    for (const name of ['VideoDecoder', 'EncodedVideoChunk']) {
      Reflect.deleteProperty(globalThis, name);
    }
  };
  return { behavior, remove };
}

interface FakeFrame {
  readonly timestamp: number;
  close(): void;
}

interface DecoderInit {
  output(frame: FakeFrame): void;
}

class FakeChunk {
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

class EmptyFrameDecoder extends EventTarget {
  state: CodecState = 'unconfigured';
  readonly decodeQueueSize = 0;
  readonly #init: DecoderInit;
  readonly #behavior: DecoderBehavior;
  #pending: number[] = [];

  constructor(init: DecoderInit, behavior: DecoderBehavior) {
    super();
    this.#init = init;
    this.#behavior = behavior;
  }

  static async isConfigSupported({ codec }: { codec: string }): Promise<{ supported: boolean }> {
    return await Promise.resolve({ supported: codec.startsWith('avc1') });
  }

  configure(): void {
    this.state = 'configured';
  }

  reset(): void {
    this.state = 'unconfigured';
    this.#pending = [];
  }

  close(): void {
    this.state = 'closed';
    this.#pending = [];
  }

  decode({ timestamp }: FakeChunk): void {
    if (!this.#behavior.dropNext) this.#pending.push(timestamp);
    this.#behavior.dropNext = false;
    queueMicrotask(() => this.#emitFrames());
  }

  #emitFrames(): void {
    while (this.#pending.length > this.#behavior.heldBackFrames) {
      const timestamp = this.#pending.shift() ?? 0;
      this.#init.output({ timestamp, close: () => undefined });
    }
  }
}
