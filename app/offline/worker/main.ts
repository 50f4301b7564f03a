/**
 * The service worker: keeps the whole build, so that the console opens without network. It answers
 * for its own files alone; whatever agents, bridge and phone say to each other never passes here.
 */
import { askedFile, neverChanges } from './asked-file.ts';
import type { Build } from './build.ts';
import { KeptBuilds } from './kept-builds.ts';
import { pageLockPrefix, readQuestion } from './words-with-page.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by app/build/publish-service-worker.ts. */
declare const HANDSET_BUILD: Build;

/** A network that has not begun to answer after this time is as good as none. */
const patienceMs = 3_000;

const folder = self.registration.scope;
const site = { folder, paths: new Set(HANDSET_BUILD.files.map(({ path }) => path)) };
const builds = new KeptBuilds(folder, HANDSET_BUILD);

self.addEventListener('install', (event) => {
  // Nothing waits for old tabs to close: they keep their build's files as long as they are open.
  event.waitUntil(builds.keep().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetUnused()]));
});

self.addEventListener('fetch', (event) => {
  const path = askedFile(event.request, site);
  if (path === null) return;
  event.respondWith(neverChanges(path) ? keptFirst(event.request, path) : newFirst(event, path));
});

self.addEventListener('message', (event) => {
  const question = readQuestion(event.data);
  if (question === null) return;
  event.ports[0]?.postMessage(builds.has(question.script));
  event.waitUntil(Promise.all([forgetUnused(), mend()]));
});

async function keptFirst(request: Request, path: string): Promise<Response> {
  return (await builds.find(path)) ?? (await fetch(request));
}

/** Pages come from the network while there is one: the newest is the right one. */
async function newFirst({ request }: FetchEvent, path: string): Promise<Response> {
  try {
    const response = await Promise.race([fetch(request), patience()]);
    // A host that is out of order is no better than one that is away.
    if (response !== null && response.status < 500) return response;
  } catch {
    // No network, or none to wait for.
  }
  return (await builds.find(path)) ?? (await fetch(request));
}

/** Only the beginning of an answer is hurried: a signal would cut off the rest of it too. */
async function patience(): Promise<null> {
  return await new Promise((resolve) => setTimeout(() => resolve(null), patienceMs));
}

/** Open pages hold a lock with the address of their script. */
async function forgetUnused(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const scripts = held.flatMap(({ name = '' }) =>
    name.startsWith(pageLockPrefix) ? [name.slice(pageLockPrefix.length)] : [],
  );
  await builds.forgetOthersThan(scripts);
}

async function mend(): Promise<void> {
  await builds.mend().catch(() => {
    // Without network, or the host has another build by now, which brings its own service worker.
  });
}
