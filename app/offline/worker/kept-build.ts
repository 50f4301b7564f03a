import { type AddHeaders, isImmutable } from './site-files.ts';

/** Parallel fetches; few, because the page may be waiting for files of its own. */
const maxParallelFetches = 4;

/** The build that this browser stores for one site, in a Cache of its own. */
export class KeptBuild {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #build: Build;
  readonly #addHeaders: AddHeaders;

  constructor(folder: string, build: Build, addHeaders: AddHeaders) {
    this.#folder = folder;
    // Other sites of this origin use the same CacheStorage.
    this.#prefix = `handset offline ${folder} `;
    this.#build = build;
    this.#addHeaders = addHeaders;
  }

  /** Stores the whole build or nothing; rejects when a file is missing or belongs to another build. */
  async store(): Promise<void> {
    const isNew = !(await caches.has(this.#cacheName));
    try {
      await this.#fetchAll(this.#build.files);
    } catch (error) {
      // An existing cache may be in use: another script can have stored the same files.
      if (isNew) await caches.delete(this.#cacheName);
      throw error;
    }
  }

  /** Refetches files that the browser or the user deleted from the cache; rejects when they are no longer served. */
  async refetchMissing(): Promise<void> {
    const cache = await caches.open(this.#cacheName);
    const cachedUrls = new Set((await cache.keys()).map(({ url }) => url));
    await this.#fetchAll(
      this.#build.files.filter(({ path }) => !cachedUrls.has(this.#addressOf(path))),
    );
  }

  /** Deletes the builds that this one replaces. */
  async deleteOthers(): Promise<void> {
    const names = await caches.keys();
    const others = names.filter(
      (name) => name.startsWith(this.#prefix) && name !== this.#cacheName,
    );
    await Promise.all(others.map((name) => caches.delete(name)));
  }

  /** The file of this build. One whose hash is wrong is dropped: other programs of this origin may have written it. */
  async findFile(path: string): Promise<Response | undefined> {
    const file = this.#build.files.find((each) => each.path === path);
    if (file === undefined) return undefined;
    const cache = await caches.open(this.#cacheName);
    const address = this.#addressOf(path);
    const response = await cache.match(address);
    if (response === undefined) return undefined;
    if ((await sha256Hex(await response.arrayBuffer())) !== file.sha256) {
      await cache.delete(address);
      return undefined;
    }
    // Matched again for an unread body, which keeps the browser's cached bytecode.
    return await cache.match(address);
  }

  /** Whether the script at this URL belongs to this build. */
  hasScript(script: string): boolean {
    return this.#build.files.some(({ path }) => this.#addressOf(path) === script);
  }

  get #cacheName(): string {
    return this.#prefix + this.#build.id;
  }

  #addressOf(path: string): string {
    return this.#folder + path;
  }

  async #fetchAll(files: readonly BuiltFile[]): Promise<void> {
    const queue = [...files];
    const cache = await caches.open(this.#cacheName);
    const fetchNext = async (): Promise<void> => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        await cache.put(this.#addressOf(file.path), await this.#fetch(file));
      }
    };
    try {
      await Promise.all(Array.from({ length: maxParallelFetches }, fetchNext));
    } finally {
      // After a failure the other loops start no more fetches.
      queue.length = 0;
    }
  }

  async #fetch({ path, sha256 }: BuiltFile): Promise<Response> {
    // Bypasses the HTTP cache for names without a hash; low priority leaves bandwidth to the page.
    const cache = isImmutable(path) ? 'default' : 'reload';
    const response = await fetch(this.#addressOf(path), { cache, priority: 'low' });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
    const body = await response.arrayBuffer();
    if ((await sha256Hex(body)) !== sha256) throw new Error(`${path} belongs to another build.`);
    const headers = withoutTransferHeaders(response);
    this.#addHeaders(path, headers);
    // A new response is also without a redirect.
    return new Response(body, { headers });
  }
}
/** The headers without those that held only for the transfer: encoding, length, `vary`. */
function withoutTransferHeaders({ headers }: Response): Headers {
  const newHeaders = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'vary']) newHeaders.delete(name);
  return newHeaders;
}

async function sha256Hex(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The build that a service worker belongs to. */
export interface Build {
  /** Changes when any of its files does. */
  readonly id: string;
  readonly files: readonly BuiltFile[];
}

/** One file that is cached for offline use. */
interface BuiltFile {
  /** Relative to the site's folder: `assets/index-CTi2cGE8.js`. */
  readonly path: string;
  /** SHA-256 of its content, hexadecimal. */
  readonly sha256: string;
}
