import type { Build, BuiltFile } from './build.ts';
import { neverChanges } from './asked-file.ts';

/** So many files are fetched at the same time: the page may be waiting for some of its own. */
const atOnce = 4;

/** The builds that this browser keeps for one site; each is a cache of its own, so that none mix. */
export class KeptBuilds {
  readonly #folder: string;
  readonly #prefix: string;
  readonly #build: Build;

  constructor(folder: string, build: Build) {
    this.#folder = folder;
    // Other sites of this host keep theirs in the same place.
    this.#prefix = `handset offline ${folder} `;
    this.#build = build;
  }

  /** Keeps the whole build, or nothing of it; rejects when a file is missing or another build's. */
  async keep(): Promise<void> {
    const isNew = !(await caches.has(this.#ownName));
    try {
      await this.#fetchAll(this.#build.files);
    } catch (error) {
      // Else it may be in use: another script can have kept the same files.
      if (isNew) await caches.delete(this.#ownName);
      throw error;
    }
  }

  /** Fetches what the browser or the person has thrown out of the build; rejects when it is to be had no more. */
  async mend(): Promise<void> {
    const cache = await caches.open(this.#ownName);
    const found = new Set((await cache.keys()).map(({ url }) => url));
    await this.#fetchAll(this.#build.files.filter(({ path }) => !found.has(this.#addressOf(path))));
  }

  /** The file as this build has it; an asset that this build does not have, as another one has it. */
  async find(path: string): Promise<Response | undefined> {
    const own = this.#build.files.find((file) => file.path === path);
    if (own !== undefined) return await this.#findOwn(own);
    return neverChanges(path) ? await this.#findElsewhere(path) : undefined;
  }

  /** Whether the script at this address belongs to this build. */
  has(script: string): boolean {
    return this.#build.files.some(({ path }) => this.#addressOf(path) === script);
  }

  /** Forgets the builds that no open page is of. `scripts`: the addresses of the open pages' own. */
  async forgetOthersThan(scripts: readonly string[]): Promise<void> {
    for (const name of await this.#otherNames()) {
      const cache = await caches.open(name);
      const used = await Promise.all(scripts.map((script) => cache.match(script)));
      if (used.every((found) => found === undefined)) await caches.delete(name);
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

  /** Whatever else ran at this origin may have written into the cache; what is not this build's is dropped. */
  async #findOwn({ path, sha256 }: BuiltFile): Promise<Response | undefined> {
    const cache = await caches.open(this.#ownName);
    const address = this.#addressOf(path);
    const found = await cache.match(address);
    if (found === undefined) return undefined;
    if ((await digest(await found.arrayBuffer())) !== sha256) {
      await cache.delete(address);
      return undefined;
    }
    // Once more, for a body that is not read: with it goes the code that the browser has made of it.
    return await cache.match(address);
  }

  async #fetchAll(files: readonly BuiltFile[]): Promise<void> {
    const waiting = [...files];
    const cache = await caches.open(this.#ownName);
    const lane = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        await cache.put(this.#addressOf(file.path), await this.#load(file));
      }
    };
    try {
      await Promise.all(Array.from({ length: atOnce }, lane));
    } finally {
      // When one has failed, the others begin nothing more.
      waiting.length = 0;
    }
  }

  async #findElsewhere(path: string): Promise<Response | undefined> {
    for (const name of await this.#otherNames()) {
      const found = await caches.match(this.#addressOf(path), { cacheName: name });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #load({ path, sha256 }: BuiltFile): Promise<Response> {
    const known = neverChanges(path) ? await this.#findElsewhere(path) : undefined;
    const response = known ?? (await this.#fetch(path));
    const body = await response.arrayBuffer();
    if ((await digest(body)) === sha256) return plain(response, body);
    throw new Error(`${path} is another build's.`);
  }

  async #fetch(path: string): Promise<Response> {
    // Past the browser's own cache, where names do not change with their content; after all that
    // the page wants for itself.
    const cache = neverChanges(path) ? 'default' : 'reload';
    const response = await fetch(this.#addressOf(path), { cache, priority: 'low' });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
    return response;
  }
}

/** The response without what was only true on its way: the host's packing, a redirect, a length, what it hung on. */
function plain({ headers }: Response, body: ArrayBuffer): Response {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'vary']) kept.delete(name);
  return new Response(body, { headers: kept });
}

async function digest(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
