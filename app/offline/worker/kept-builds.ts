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
    const waiting = [...this.#build.files];
    const cache = await caches.open(this.#ownName);
    const lane = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        await cache.put(this.#addressOf(file.path), await this.#load(file));
      }
    };
    try {
      await Promise.all(Array.from({ length: atOnce }, lane));
    } catch (error) {
      waiting.length = 0;
      await caches.delete(this.#ownName);
      throw error;
    }
  }

  /** The file as this build has it; an asset that this build does not have, as another one has it. */
  async find(path: string): Promise<Response | undefined> {
    const own = await caches.open(this.#ownName);
    const found = await own.match(this.#addressOf(path));
    return found ?? (neverChanges(path) ? await this.#findElsewhere(path) : undefined);
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

  async #findElsewhere(path: string): Promise<Response | undefined> {
    for (const name of await this.#otherNames()) {
      const found = await caches.match(this.#addressOf(path), { cacheName: name });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #load({ path, sha256 }: BuiltFile): Promise<Response> {
    const known = neverChanges(path) ? await this.#findElsewhere(path) : undefined;
    if (known !== undefined) return known;
    // Past the browser's own cache, where names do not change with their content.
    const cache = neverChanges(path) ? 'default' : 'reload';
    const response = await fetch(this.#addressOf(path), { cache });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
    const body = await response.arrayBuffer();
    if ((await digest(body)) !== sha256) throw new Error(`${path} is another build's.`);
    return plain(response, body);
  }
}

/** The response without what was only true on its way: the host's packing, a redirect, a length. */
function plain({ headers }: Response, body: ArrayBuffer): Response {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  return new Response(body, { headers: kept });
}

async function digest(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
