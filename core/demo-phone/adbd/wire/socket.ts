import { BrokenPipe, Pipe } from '../../bytes.ts';
import { packetWithoutPayload, command, type Packet } from './packet.ts';

/** Flow control parameters of one socket. */
interface FlowControl {
  /** Whether OKAY carries byte counts (feature delayed_ack) instead of allowing one WRTE each. */
  readonly delayedAck: boolean;
  /** How much we may send before the host's first OKAY: bytes with delayed acks, else packets. */
  readonly credit: number;
  /** Most bytes in one WRTE. */
  readonly maxPayload: number;
}

/** INITIAL_DELAYED_ACK_BYTES of AOSP's adb.h: how much the host may send before our first OKAY. */
const deviceWindow = 32 * 1024 * 1024;

/** Bytes buffered for a slow program before OKAYs are withheld. Guess: near the kernel's socket buffer. */
const incomingCapacity = 256 * 1024;

/** One stream between the host and a service; lives from OPEN to CLSE. */
export class Socket {
  readonly localId: number;
  /** The host's id of this socket. */
  readonly remoteId: number;
  /** Bytes from the host. Ends when the host closes; buffered bytes can still be read. */
  readonly incoming = new Pipe(incomingCapacity);
  readonly #flow: FlowControl;
  readonly #send: (packet: Packet) => void;
  readonly #abort = new AbortController();
  /** Bytes we may still send with delayed acks (below 0 after a big packet), else packets (1 or 0). */
  #credit: number;
  #wake: () => void = () => undefined;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(
    ids: { local: number; remote: number },
    flow: FlowControl,
    send: (packet: Packet) => void,
  ) {
    this.localId = ids.local;
    this.remoteId = ids.remote;
    this.#flow = flow;
    this.#send = send;
    this.#credit = flow.credit;
  }

  /** Aborted when the socket ends from the host's side. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Answers the host's OPEN with OKAY. */
  accept(): void {
    this.#acknowledge(deviceWindow);
  }

  /** Sends the bytes after those of earlier calls; resolves when all are sent. Rejects with BrokenPipe. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const writeDone = this.#writing.then(() => this.#writeNow(bytes));
    this.#writing = writeDone.catch(() => undefined);
    return writeDone;
  }

  /** Closes the socket from our side, after everything written has been sent. */
  async finish(): Promise<void> {
    await this.#writing;
    // Without delayed acks adbd sees the end of its program only after the last OKAY.
    if (!this.#flow.delayedAck) await this.#waitForCredit().catch(() => undefined);
    this.#end();
  }

  /** Handles an OKAY of the host. */
  handleOkay(payload: Uint8Array<ArrayBuffer>): void {
    this.#credit += this.#flow.delayedAck ? readInt32(payload) : 1;
    this.#wake();
  }

  /** Handles a WRTE of the host. */
  handleWrite(payload: Uint8Array<ArrayBuffer>): void {
    void this.incoming.push(payload).then(() => {
      if (!this.#closed) this.#acknowledge(payload.length);
    });
  }

  /** The host closed, or the link is gone; `answer` says whether to send CLSE. */
  hostClosed(options: { sendClose: boolean }): void {
    this.#end(options);
    this.#abort.abort(new BrokenPipe('the host closed the socket'));
    this.incoming.end();
    this.#wake();
  }

  async #writeNow(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { maxPayload, delayedAck } = this.#flow;
    for (let start = 0; start < bytes.length; start += maxPayload) {
      await this.#waitForCredit();
      const payload = bytes.subarray(start, start + maxPayload);
      this.#credit -= delayedAck ? payload.length : 1;
      this.#send({ command: command.wrte, arg0: this.localId, arg1: this.remoteId, payload });
    }
  }

  async #waitForCredit(): Promise<void> {
    while (this.#credit <= 0 && !this.#closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#closed) throw new BrokenPipe('the host closed the socket');
  }

  #acknowledge(bytes: number): void {
    const payload = this.#flow.delayedAck ? int32(bytes) : new Uint8Array(0);
    this.#send({ command: command.okay, arg0: this.localId, arg1: this.remoteId, payload });
  }

  #end(options = { sendClose: true }): void {
    if (this.#closed) return;
    this.#closed = true;
    if (options.sendClose)
      this.#send(packetWithoutPayload(command.clse, this.localId, this.remoteId));
  }
}

function int32(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value, true);
  return bytes;
}

function readInt32(bytes: Uint8Array<ArrayBuffer>): number {
  if (bytes.length !== 4) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getInt32(0, true);
}
