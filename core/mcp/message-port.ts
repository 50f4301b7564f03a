/**
 * The last message over a MessagePort: Chromium 156 does not tell one end that the other was
 * closed. Clients that do not know it pass over it.
 */
export const portClosing = { jsonrpc: '2.0', method: 'handset/closed' } as const;

/** An end of a MessageChannel for MCP; it owns the port. */
export abstract class McpMessagePort {
  protected readonly port: MessagePort;
  // Until either end was closed.
  protected isOpen = true;

  constructor(port: MessagePort) {
    this.port = port;
  }

  /** Begins to read; until then the port is anyone's. */
  start(): Promise<void> {
    this.port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // -- cast: anything may come; of what is no object, the member is undefined.
      if ((Object(data) as { method?: unknown }).method === portClosing.method) void this.close();
      else if (this.isOpen) this.received(data);
    });
    // Only where ports have such an event (Node) is one noticed that goes away without a word.
    this.port.addEventListener('close', () => void this.close());
    this.port.start();
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.isOpen) {
      this.isOpen = false;
      this.port.postMessage(portClosing);
      this.port.close();
      this.ended();
    }
    return Promise.resolve();
  }

  // What came, whatever it is.
  protected abstract received(data: unknown): void;

  // Called once, when this end or the other was closed.
  protected abstract ended(): void;
}
