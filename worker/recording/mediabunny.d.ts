/**
 * The part of mediabunny that is used here. Its own types declare WebCodecs and DOM globals again, which
 * clash with TypeScript's library for workers.
 */

/** Writes the bytes of a file, in chunks of a fixed size, at their positions. */
export declare class StreamTarget {
  constructor(
    writable: WritableStream<{
      readonly data: Uint8Array<ArrayBuffer>;
      readonly position: number;
    }>,
    options: { readonly chunked: boolean; readonly chunkSize: number },
  );
  on(event: 'finalized', listener: () => unknown): () => void;
}

/** With `fastStart: false` the index comes last. */
export declare class Mp4OutputFormat {
  constructor(options: { readonly fastStart: false });
  get fileExtension(): string;
}

/** One encoded frame. Times are in seconds. */
export declare class EncodedPacket {
  constructor(data: Uint8Array, type: 'key' | 'delta', timestamp: number, duration: number);
  readonly timestamp: number;
}

export declare class EncodedVideoPacketSource {
  constructor(codec: 'avc' | 'hevc' | 'av1');
  /** H.264 and H.265 without a `description` are Annex B streams. The first packet must have the configuration. */
  add(
    packet: EncodedPacket,
    meta: {
      readonly decoderConfig: {
        readonly codec: string;
        readonly codedWidth: number;
        readonly codedHeight: number;
      };
    },
  ): Promise<void>;
}

export declare class Output {
  constructor(options: { readonly format: Mp4OutputFormat; readonly target: StreamTarget });
  addVideoTrack(source: EncodedVideoPacketSource): void;
  start(): Promise<void>;
  finalize(): Promise<void>;
}
