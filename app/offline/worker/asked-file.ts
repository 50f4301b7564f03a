/** As much of a request as decides whose it is. */
interface Asked {
  readonly method: string;
  readonly url: string;
}

/** What the files of a site are told by. */
interface Site {
  /** The address of its folder, with a slash at the end. */
  readonly folder: string;
  /** The paths of its files from there. */
  readonly paths: ReadonlySet<string>;
}

/** Names in this folder hold a hash of their content: what once had a name has it for good. */
const hashed = /^assets\/[^/]+$/;

/**
 * The path of the site's file that a request asks for, from the site's folder; null for everything
 * else: whatever is no GET, other hosts, `/mcp`, `/socket`, `/healthz`, files that are not kept.
 * Assets of other builds count: an old tab may still want them.
 */
export function askedFile({ method, url }: Asked, { folder, paths }: Site): string | null {
  const [address = ''] = url.split(/[?#]/, 1);
  if (method !== 'GET' || !address.startsWith(folder)) return null;
  const path = address.slice(folder.length) || 'index.html';
  return paths.has(path) || hashed.test(path) ? path : null;
}

/** Whether a file never changes under its name. */
export function neverChanges(path: string): boolean {
  return hashed.test(path);
}
