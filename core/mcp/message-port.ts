/**
 * Notification sent before a MessagePort is closed, since Chromium 156 does not notify the other
 * end. Clients that do not know it ignore it.
 */
export const portClosedNotification = { jsonrpc: '2.0', method: 'handset/closed' } as const;

/** One end of a MessageChannel that carries MCP. Owns the port. */
export abstract class McpMessagePort {
  protected readonly port: MessagePort;
  // False once either end is closed.
  protected isOpen = true;

  constructor(port: MessagePort) {
    this.port = port;
  }

  /** Starts to receive. Until then other code may use the port. */
  start(): Promise<void> {
    this.port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // -- cast: data may be anything; for non-objects the property is undefined.
      if ((Object(data) as { method?: unknown }).method === portClosedNotification.method)
        void this.close();
      else if (this.isOpen) this.handleMessage(data);
    });
    // Node also has a close event, which covers ends that close without the notification.
    this.port.addEventListener('close', () => void this.close());
    this.port.start();
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (this.isOpen) {
      this.isOpen = false;
      this.port.postMessage(portClosedNotification);
      this.port.close();
      this.handleClose();
    }
    return Promise.resolve();
  }

  // Called with every received message, not validated.
  protected abstract handleMessage(data: unknown): void;

  // Called once, when either end is closed.
  protected abstract handleClose(): void;
}
