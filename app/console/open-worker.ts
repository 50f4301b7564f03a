/** Starts the worker that owns the phone, the MCP server and the socket to the bridge. */
export function openWorker(): Worker {
  return new Worker(new URL('../../worker/main.ts', import.meta.url), {
    type: 'module',
    name: 'handset',
  });
}
