/** The parts of a request that decide whether it is for a file of the site. */
interface FileRequest {
  readonly method: string;
  readonly url: string;
}

/** Identifies the files of a site. */
interface SiteFiles {
  /** URL of its folder, with a trailing slash. */
  readonly folder: string;
  /** Paths of its files, relative to the folder. */
  readonly paths: ReadonlySet<string>;
}

/** File names in this folder contain a hash of the content, so a file never changes. */
const hashedName = /^assets\/[^/]+$/;

/**
 * The path, relative to the site's folder, of the site's file that a request is for. Null for other
 * methods than GET, other hosts, `/mcp`, `/socket`, `/healthz` and files that are not cached. Assets
 * of other builds count: an old tab may still request them.
 */
export function requestedFile(
  { method, url }: FileRequest,
  { folder, paths }: SiteFiles,
): string | null {
  const [address = ''] = url.split(/[?#]/, 1);
  if (method !== 'GET' || !address.startsWith(folder)) return null;
  const path = address.slice(folder.length) || 'index.html';
  return paths.has(path) || hashedName.test(path) ? path : null;
}

/** Whether the file's name contains a hash, so that its content never changes. */
export function isImmutable(path: string): boolean {
  return hashedName.test(path);
}
