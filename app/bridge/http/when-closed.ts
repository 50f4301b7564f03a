import type { ServerResponse } from 'node:http';

/**
 * Calls back once when the response is over: sent in full, or its client has gone. Of a client that
 * has sent several requests ahead (pipelining) Node tells only the response whose turn it is.
 */
export function whenClosed(response: ServerResponse, hear: () => void): void {
  const { socket } = response.req;
  const heard = (): void => {
    response.off('close', heard);
    socket.off('close', heard);
    hear();
  };
  response.once('close', heard);
  socket.once('close', heard);
}
