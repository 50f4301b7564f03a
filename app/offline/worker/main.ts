/**
 * The service worker: caches the whole newest build, so that the console opens offline. It answers only
 * requests for its own files; traffic of agents, bridge and phone never passes through it.
 */
import { KeptBuild, type Build } from './kept-build.ts';
import { parseQuestion } from './page-messages.ts';
import { headerAdder, isImmutable, requestedFile } from './site-files.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by app/build/vite-plugins.ts. */
declare const HANDSET_BUILD: Build;
/** Inserted there too: other origins that may frame the console, separated by spaces. */
declare const HANDSET_FRAME_ANCESTORS: string;

/** Without response headers after this time, the cached page is used. */
const headersTimeoutMs = 3_000;

const folder = self.registration.scope;
const site = { folder, paths: new Set(HANDSET_BUILD.files.map(({ path }) => path)) };
const addHeaders = headerAdder(HANDSET_FRAME_ANCESTORS);
const build = new KeptBuild(folder, HANDSET_BUILD, addHeaders);

self.addEventListener('install', (event) => {
  // Old tabs are told to reload, so the new build does not wait for them to close.
  event.waitUntil(build.store().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), build.deleteOthers()]));
});

self.addEventListener('fetch', (event) => {
  const path = requestedFile(event.request, site);
  if (path === null) return;
  event.respondWith(
    isImmutable(path) ? cacheFirst(event.request, path) : networkFirst(event, path),
  );
});

self.addEventListener('message', (event) => {
  const question = parseQuestion(event.data);
  if (question === null) return;
  event.ports[0]?.postMessage(build.hasScript(question.script));
  event.waitUntil(repairBuild());
});

async function cacheFirst(request: Request, path: string): Promise<Response> {
  return (await build.findFile(path)) ?? (await fetch(request));
}

/** Pages come from the network when possible, so that they are the newest. */
async function networkFirst({ request }: FetchEvent, path: string): Promise<Response> {
  try {
    const response = await Promise.race([fetch(request), headersTimeout()]);
    // A server error counts as offline.
    if (response !== null && response.status < 500) return withHeaders(response, path);
  } catch {
    // Offline.
  }
  return (await build.findFile(path)) ?? (await fetch(request));
}

/** The response with the headers that its host did not send; redirects and errors stay as they are. */
function withHeaders(response: Response, path: string): Response {
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  addHeaders(path, headers);
  return new Response(response.body, { status: response.status, headers });
}

/** Limits only the time to the response headers; an AbortSignal would also cut off the body. */
async function headersTimeout(): Promise<null> {
  return await new Promise((resolve) => setTimeout(() => resolve(null), headersTimeoutMs));
}

async function repairBuild(): Promise<void> {
  await build.refetchMissing().catch(() => {
    // Offline, or the host serves a newer build by now, which has its own service worker.
  });
}
