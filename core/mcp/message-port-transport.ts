import {
  type JSONRPCMessage,
  type Transport,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';
import { McpMessagePort } from './message-port.ts';

/**
 * A MessagePort as a transport of the MCP SDK, for a client or a server. Messages that are not
 * JSON-RPC are reported to `onerror` and otherwise ignored. `onclose` is called once, when either
 * end is closed.
 */
export class MessagePortTransport extends McpMessagePort implements Transport {
  onmessage?: Transport['onmessage'];
  onerror?: Transport['onerror'];
  onclose?: Transport['onclose'];

  override start(): Promise<void> {
    this.port.addEventListener('messageerror', () => {
      this.onerror?.(new Error("A message couldn't be read."));
    });
    return super.start();
  }

  /** Rejects when the connection is closed or the message cannot be cloned. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.isOpen) throw new Error('The connection is closed.');
    this.port.postMessage(message);
    return Promise.resolve();
  }

  protected override handleMessage(data: unknown): void {
    const message = parseMessage(data);
    if (message === null) this.onerror?.(new Error('The message is not JSON-RPC.'));
    else this.onmessage?.(message);
  }

  protected override handleClose(): void {
    this.onclose?.();
  }
}

/** Parses a message; structured clone also carries cycles, dates and typed arrays, which the JSON round trip removes or rejects. */
function parseMessage(data: unknown): JSONRPCMessage | null {
  try {
    return parseJSONRPCMessage(JSON.parse(JSON.stringify(data)));
  } catch {
    return null;
  }
}
