import type { IncomingMessage, ServerResponse } from 'node:http';

/** The one that is the console's own, and is a file of it. */
const own = '/service-worker.js';

/**
 * Whether a browser looks for a new version of a service worker that is not the console's: another
 * program that had this port before may have left it there, between the browser and the console.
 * The request itself passes no service worker, and browsers make it after each visit, at the
 * latest a day after the last one (Service Workers, "Soft Update").
 */
export function isForeignServiceWorker(request: IncomingMessage, pathname: string): boolean {
  return request.headers['service-worker'] === 'script' && pathname !== own;
}

/** Answers with a service worker that takes the place of such a one, and goes. */
export function sendFarewell(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': Buffer.byteLength(farewell),
    'cache-control': 'no-store',
  });
  response.end(farewell);
}

const farewell = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
`;
