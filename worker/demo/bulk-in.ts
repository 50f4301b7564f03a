/**
 * Resolves in a new task, after all pending microtasks. Browsers delay `setTimeout(0)` by up to
 * 4 ms, but not a message.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

interface TransferRequest {
  readonly length: number;
  resolve(data: Uint8Array<ArrayBuffer>): void;
  reject(error: DOMException): void;
}

/**
 * The bulk IN endpoint: USB transfers from the phone to the host, in order, each in a task of its
 * own. As with real USB, no two ADB packets reach the host in one task. Tango relies on that: it
 * knows a socket only a microtask after its OKAY.
 */
export class BulkIn {
  readonly #packetSize: number;
  #transfers: Uint8Array<ArrayBuffer>[] = [];
  #requests: TransferRequest[] = [];
  #isDelivering = false;
  #onDrained: (() => void) | undefined;

  /** `packetSize`: bytes of a USB packet of the endpoint. */
  constructor(packetSize: number) {
    this.#packetSize = packetSize;
  }

  /** Queues one ADB part, header or payload, and an empty packet after it when it fills its last packet. */
  send(part: Uint8Array<ArrayBuffer>): void {
    if (part.length === 0) return;
    this.#transfers.push(part);
    if (part.length % this.#packetSize === 0) this.#transfers.push(new Uint8Array(0));
    void this.#deliver();
  }

  /** The next transfer, or its first `length` bytes; the rest is kept for the next request. */
  receive(length: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      this.#requests.push({ length, resolve, reject });
      void this.#deliver();
    });
  }

  /** Rejects every request with this error and drops what is queued. */
  abort(error: DOMException): void {
    const requests = this.#requests;
    this.#requests = [];
    this.#transfers = [];
    for (const request of requests) request.reject(error);
  }

  /** Calls back once everything queued has been received. */
  onceDrained(callback: () => void): void {
    this.#onDrained = callback;
    void this.#deliver();
  }

  async #deliver(): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    while (this.#requests.length > 0 && this.#transfers.length > 0) {
      await nextTask();
      this.#deliverNext();
    }
    this.#isDelivering = false;
    if (this.#transfers.length === 0) this.#onDrained?.();
  }

  #deliverNext(): void {
    const [request] = this.#requests;
    const [transfer] = this.#transfers;
    // An abort during the wait may have removed both.
    if (request === undefined || transfer === undefined) return;
    this.#requests.shift();
    this.#transfers.shift();
    if (transfer.length > request.length) this.#transfers.unshift(transfer.slice(request.length));
    request.resolve(transfer.slice(0, request.length));
  }
}
