import {
  type JSONRPCMessage,
  type Transport,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';
import { isPortClosing, portClosing } from './port-closing.ts';

/**
 * MCP over one end of a MessageChannel, for a client or a server: each message is one JSON-RPC
 * message as an object. What is no such message goes to `onerror` and changes nothing.
 *
 * It owns the port. When this end or the other is closed, `onclose` is called once. Whoever goes
 * away without closing is noticed only where ports have a `close` event (Node).
 */
export class PortTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onerror?: Transport['onerror'];
  onclose?: Transport['onclose'];

  readonly #port: MessagePort;
  #isOpen = true;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** Begins to listen; what came before has waited in the port. Called by the SDK. */
  start(): Promise<void> {
    this.#port.addEventListener('message', (event: MessageEvent<unknown>) => {
      this.#take(event.data);
    });
    this.#port.addEventListener('messageerror', () => {
      this.onerror?.(new Error('A message came that cannot be read here.'));
    });
    this.#port.addEventListener('close', () => void this.close());
    this.#port.start();
    return Promise.resolve();
  }

  /** Rejects when the connection is closed, or the message holds what can't be copied. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#isOpen) throw new Error('The connection is closed.');
    this.#port.postMessage(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#port.postMessage(portClosing);
      this.#port.close();
      this.onclose?.();
    }
    return Promise.resolve();
  }

  #take(data: unknown): void {
    if (!this.#isOpen) return;
    const message = readMessage(data);
    if (message === null) this.onerror?.(new Error('What came is no JSON-RPC message.'));
    else if (isPortClosing(message)) void this.close();
    else this.onmessage?.(message);
  }
}

/** A port carries more than JSON does (cycles, dates, typed arrays): only what JSON keeps is let in. */
function readMessage(data: unknown): JSONRPCMessage | null {
  try {
    return parseJSONRPCMessage(JSON.parse(JSON.stringify(data)));
  } catch {
    return null;
  }
}
