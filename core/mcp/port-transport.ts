import {
  type JSONRPCMessage,
  type Transport,
  parseJSONRPCMessage,
} from '@modelcontextprotocol/server';
import { McpMessagePort } from './message-port.ts';

/**
 * A MessagePort as a transport of the MCP SDK, for a client or a server. What is no JSON-RPC
 * message goes to `onerror` and changes nothing. `onclose` is called once, when this end or the
 * other is closed.
 */
export class PortTransport extends McpMessagePort implements Transport {
  onmessage?: Transport['onmessage'];
  onerror?: Transport['onerror'];
  onclose?: Transport['onclose'];

  override start(): Promise<void> {
    this.port.addEventListener('messageerror', () => {
      this.onerror?.(new Error('A message came that cannot be read here.'));
    });
    return super.start();
  }

  /** Rejects when the connection is closed, or the message holds what can't be copied. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.isOpen) throw new Error('The connection is closed.');
    this.port.postMessage(message);
    return Promise.resolve();
  }

  protected override received(data: unknown): void {
    const message = readMessage(data);
    if (message === null) this.onerror?.(new Error('What came is no JSON-RPC message.'));
    else this.onmessage?.(message);
  }

  protected override ended(): void {
    this.onclose?.();
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
