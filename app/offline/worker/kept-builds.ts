import { type AddHeaders, isImmutable } from './site-files.ts';

/** Parallel fetches; few, because the page may be waiting for files of its own. */
const maxParallelFetches = 4;

/** The builds that this browser stores for one site, each in its own Cache so that they never mix. */
export class KeptBuilds {
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
    const isNew = !(await caches.has(this.#ownName));
    try {
      await this.#fetchAll(this.#build.files);
    } catch (error) {
      // An existing cache may be in use: another script can have stored the same files.
      if (isNew) await caches.delete(this.#ownName);
      throw error;
    }
  }

  /** Refetches files that the browser or the user deleted from the cache; rejects when they are no longer served. */
  async refetchMissing(): Promise<void> {
    const cache = await caches.open(this.#ownName);
    const cachedUrls = new Set((await cache.keys()).map(({ url }) => url));
    await this.#fetchAll(
      this.#build.files.filter(({ path }) => !cachedUrls.has(this.#addressOf(path))),
    );
  }

  /** The file of this build; for an asset that this build lacks, that of another build. */
  async findFile(path: string): Promise<Response | undefined> {
    const own = this.#build.files.find((file) => file.path === path);
    if (own !== undefined) return await this.#findOwn(own);
    return isImmutable(path) ? await this.#findElsewhere(path) : undefined;
  }

  /** Whether the script at this URL belongs to this build. */
  hasScript(script: string): boolean {
    return this.#build.files.some(({ path }) => this.#addressOf(path) === script);
  }

  /** Deletes the other builds that no open page uses. `scripts` are the URLs of the open pages' entry scripts. */
  async deleteBuildsNotUsedBy(scripts: readonly string[]): Promise<void> {
    for (const name of await this.#otherNames()) {
      const cache = await caches.open(name);
      const used = await Promise.all(scripts.map((script) => cache.match(script)));
      if (used.every((response) => response === undefined)) await caches.delete(name);
    }
  }

  get #ownName(): string {
    return this.#prefix + this.#build.id;
  }

  async #otherNames(): Promise<string[]> {
    const names = await caches.keys();
    return names.filter((name) => name.startsWith(this.#prefix) && name !== this.#ownName);
  }

  #addressOf(path: string): string {
    return this.#folder + path;
  }

  /** Drops a file whose hash is wrong: other programs on this origin may have written to the cache. */
  async #findOwn({ path, sha256 }: BuiltFile): Promise<Response | undefined> {
    const cache = await caches.open(this.#ownName);
    const address = this.#addressOf(path);
    const response = await cache.match(address);
    if (response === undefined) return undefined;
    if ((await sha256Hex(await response.arrayBuffer())) !== sha256) {
      await cache.delete(address);
      return undefined;
    }
    // Matched again for an unread body, which keeps the browser's cached bytecode.
    return await cache.match(address);
  }

  async #fetchAll(files: readonly BuiltFile[]): Promise<void> {
    const queue = [...files];
    const cache = await caches.open(this.#ownName);
    const fetchNext = async (): Promise<void> => {
      for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
        await cache.put(this.#addressOf(file.path), await this.#load(file));
      }
    };
    try {
      await Promise.all(Array.from({ length: maxParallelFetches }, fetchNext));
    } finally {
      // After a failure the other loops start no more fetches.
      queue.length = 0;
    }
  }

  async #findElsewhere(path: string): Promise<Response | undefined> {
    for (const name of await this.#otherNames()) {
      const response = await caches.match(this.#addressOf(path), { cacheName: name });
      if (response !== undefined) return response;
    }
    return undefined;
  }

  async #load({ path, sha256 }: BuiltFile): Promise<Response> {
    const copy = isImmutable(path) ? await this.#findElsewhere(path) : undefined;
    const response = copy ?? (await this.#fetch(path));
    const body = await response.arrayBuffer();
    if ((await sha256Hex(body)) === sha256) {
      const headers = withoutTransferHeaders(response);
      this.#addHeaders(path, headers);
      // A new response is also without a redirect.
      return new Response(body, { headers });
    }
    throw new Error(`${path} belongs to another build.`);
  }

  async #fetch(path: string): Promise<Response> {
    // Bypasses the HTTP cache for names without a hash; low priority leaves bandwidth to the page.
    const cache = isImmutable(path) ? 'default' : 'reload';
    const response = await fetch(this.#addressOf(path), { cache, priority: 'low' });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
    return response;
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
