/**
 * The last message over a MessagePort: browsers do not tell one end that the other was closed
 * (Chromium 156 has no `close` event). It is a JSON-RPC notification, so a client that does not
 * know it passes over it.
 */
export const portClosing = { jsonrpc: '2.0', method: 'handset/closed' } as const;

/** Whether this message is the last one. */
export function isPortClosing(message: object): boolean {
  return 'method' in message && message.method === portClosing.method;
}
