import type { Caller } from '../../core/caller.ts';
import { PortTransport } from '../../core/mcp/port-transport.ts';
import type { Mcp } from '../../core/mcp/server.ts';

/** A way in for one agent of the browser. */
export interface Door {
  /** The name its calls go under. */
  readonly agent: string;
  /** Transferred to the worker; the door owns it. */
  readonly port: MessagePort;
}

let lastPort = 0;

/**
 * Serves MCP on the port until the agent closes its end, goes away, or the signal aborts; resolves
 * then, with every call that came through it cancelled. Each port has a server of its own, so that
 * no agent can get another's answer.
 */
export async function serveDoor(mcp: Mcp, door: Door, signal: AbortSignal): Promise<void> {
  const caller: Caller = { agent: door.agent, from: 'page', chosenPhone: null, port: ++lastPort };
  const transport = new PortTransport(door.port);
  const close = (): void => void transport.close();
  const closed = new Promise<void>((resolve) => {
    // The server calls what stood here before it was connected.
    transport.onclose = resolve;
  });
  signal.addEventListener('abort', close, { once: true });
  try {
    await mcp.connect(transport, caller);
    if (signal.aborted) close();
    await closed;
  } finally {
    signal.removeEventListener('abort', close);
    // Where it could not even be served, the agent hears of it by its port.
    close();
  }
}
