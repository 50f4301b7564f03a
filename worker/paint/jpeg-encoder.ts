import type { PictureData } from '#core/link/messages.ts';

/** A picture to encode, which the receiver closes. */
export interface JpegRequest {
  readonly id: number;
  readonly image: VideoFrame | ImageBitmap;
}

/** The answer; `bytes` are null where the picture could not be encoded. */
export interface JpegReply {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** Each waiting picture keeps one of the decoder's few frames from it. */
const maxWaiting = 3;

/**
 * Encodes pictures as JPEG of at most 540 pixels on the shorter side. A worker of its own does the
 * work, which takes a call's time otherwise: without a graphics card, scaling and encoding a picture
 * takes as long as a tap. It starts with the first picture.
 */
export class JpegEncoder {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, (picture: PictureData | null) => void>();

  /**
   * The picture as it is now, which the caller may close at once; handing it over takes well under a
   * millisecond. Resolves to null where it can't be encoded, or too many are waiting.
   */
  encode(image: VideoFrame | ImageBitmap): Promise<PictureData | null> {
    if (this.#waiting.size >= maxWaiting) return Promise.resolve(null);
    const id = ++this.#lastId;
    this.#worker ??= this.#start();
    // Not transferred: the other worker gets its own reference to a frame, or a copy of a bitmap.
    this.#worker.postMessage({ id, image } satisfies JpegRequest);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./jpeg-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<JpegReply>) => {
      const { id, bytes } = data;
      this.#settle(id, bytes && { bytes, mimeType: 'image/jpeg' });
    });
    // It could not be loaded; the next picture tries again.
    worker.addEventListener('error', () => {
      worker.terminate();
      this.#worker = null;
      for (const id of [...this.#waiting.keys()]) this.#settle(id, null);
    });
    return worker;
  }

  #settle(id: number, picture: PictureData | null): void {
    this.#waiting.get(id)?.(picture);
    this.#waiting.delete(id);
  }
}
