/**
 * Byte streams over the relay's socket, many at once, beside the requests. The console opens them;
 * after that both ends are alike.
 *
 * Each direction has credit: an end sends no more than the other has granted, at first
 * `STREAM_WINDOW_BYTES`, and grants more as its reader takes what has come. So a slow reader costs
 * one window of memory, and stops nothing but its own stream. A browser's WebSocket could not do
 * this: it reads without limit.
 */
import { HandsetError } from '../errors.ts';
import { type StreamFrame, fromStreamError, toStreamError } from './frames.ts';
import { STREAM_CHUNK_BYTES, STREAM_WINDOW_BYTES } from './limits.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Sends a frame to the other end. */
type SendFrame = (frame: StreamFrame) => void;

/** One end of a stream. */
export class RelayStream {
  readonly #id: number;
  readonly #send: SendFrame;
  readonly #received: Bytes[] = [];
  readonly #ended = new AbortController();
  /** Aborted when the stream has ended, at either end; what was received can still be read. */
  readonly ended = this.#ended.signal;
  /** What the other end may still send. */
  #receiveCredit = STREAM_WINDOW_BYTES;
  /** What was read and not yet granted again. */
  #readBytes = 0;
  #sendCredit = STREAM_WINDOW_BYTES;
  /** Why the stream broke off; null while it is open, and when it ended as meant. */
  #error: HandsetError | null = null;
  /** Call after every change that a reader or writer may wait for. */
  #wake: () => void = () => undefined;
  #change = this.#nextChange();

  constructor(id: number, send: SendFrame) {
    this.#id = id;
    this.#send = send;
  }

  /** Whether there are bytes to be read at once. */
  get hasBytes(): boolean {
    return this.#received.length > 0;
  }

  /** The next bytes; null after the end. Rejects with the reason when the stream broke off. */
  async read(): Promise<Bytes | null> {
    for (;;) {
      if (this.#error !== null) throw this.#error;
      const bytes = this.#received.shift();
      if (bytes !== undefined) {
        this.#grant(bytes.length);
        return bytes;
      }
      if (this.ended.aborted) return null;
      await this.#change;
    }
  }

  /**
   * Sends these bytes; resolves when the other end's credit sufficed for all of them. Rejects with the
   * reason when the stream broke off, and with `protocol` when it has ended.
   */
  async write(bytes: Bytes): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      while (this.#sendCredit === 0 && !this.ended.aborted) await this.#change;
      if (this.ended.aborted) throw this.#error ?? endedError();
      const length = Math.min(bytes.length - at, this.#sendCredit, STREAM_CHUNK_BYTES);
      this.#sendCredit -= length;
      this.#send({ kind: 'data', stream: this.#id, bytes: bytes.subarray(at, at + length) });
      at += length;
    }
  }

  /** Ends the stream in both directions after all that was written; with an error, it broke off. */
  end(error: HandsetError | null = null): void {
    if (this.ended.aborted) return;
    this.#send({ kind: 'stream-end', stream: this.#id, error: error && toStreamError(error) });
    this.#received.length = 0;
    this.ranOut(error);
  }

  /** The other end, or the socket, has ended the stream: as meant, or with the reason. */
  ranOut(error: HandsetError | null): void {
    if (this.ended.aborted) return;
    this.#error = error;
    this.#ended.abort();
    this.#notify();
  }

  /** Bytes of the other end. Throws `bad-frame` for more than was granted. */
  receive(bytes: Bytes): void {
    this.#receiveCredit -= bytes.length;
    if (this.#receiveCredit < 0 || bytes.length === 0)
      throw new HandsetError('bad-frame', 'A stream was sent more than it had credit for.');
    this.#received.push(bytes);
    this.#notify();
  }

  /** The other end grants more. Throws `bad-frame` for more than a window. */
  addCredit(bytes: number): void {
    this.#sendCredit += bytes;
    if (this.#sendCredit > STREAM_WINDOW_BYTES)
      throw new HandsetError('bad-frame', 'A stream was granted more than a window.');
    this.#notify();
  }

  /** Grants what was read, in few frames. */
  #grant(bytes: number): void {
    this.#readBytes += bytes;
    if (this.ended.aborted || this.#readBytes < STREAM_WINDOW_BYTES / 4) return;
    this.#receiveCredit += this.#readBytes;
    this.#send({ kind: 'credit', stream: this.#id, bytes: this.#readBytes });
    this.#readBytes = 0;
  }

  #notify(): void {
    const wake = this.#wake;
    this.#change = this.#nextChange();
    wake();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }
}

function endedError(): HandsetError {
  return new HandsetError('protocol', 'The stream has ended.');
}

/** The open streams of one end of the socket. */
export class RelayStreams {
  readonly #send: SendFrame;
  readonly #open = new Map<number, RelayStream>();
  /** What waits for a stream to end. */
  readonly #waiting = new Set<() => void>();

  constructor(send: SendFrame) {
    this.#send = send;
  }

  /** Resolves when a stream has ended, or the signal is aborted. */
  nextEnd(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
    });
  }

  /** How many are open. */
  get count(): number {
    return this.#open.size;
  }

  /** A new stream with this id; forgotten when it ends. */
  add(id: number): RelayStream {
    const stream = new RelayStream(id, this.#send);
    this.#open.set(id, stream);
    const forget = (): void => {
      this.#open.delete(id);
      for (const done of [...this.#waiting]) done();
    };
    stream.ended.addEventListener('abort', forget, { once: true });
    return stream;
  }

  /** Handles a frame of the other end; one for a stream that this end has just ended is ignored. */
  handle(frame: StreamFrame): void {
    const stream = this.#open.get(frame.stream);
    if (frame.kind === 'data') stream?.receive(frame.bytes);
    if (frame.kind === 'credit') stream?.addCredit(frame.bytes);
    if (frame.kind === 'stream-end') stream?.ranOut(frame.error && fromStreamError(frame.error));
  }

  /** Ends all with this reason, because the socket has closed. */
  breakOff(error: HandsetError): void {
    for (const stream of [...this.#open.values()]) stream.ranOut(error);
  }
}
