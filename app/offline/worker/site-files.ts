/** Which requests are for files of the site, and the headers that the files get. */
import { hostedContentPolicy } from '#core/content-policy.ts';

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
 * methods than GET, other hosts, `/mcp`, `/socket`, `/healthz` and files that are not of this build.
 */
export function requestedFile(
  { method, url }: FileRequest,
  { folder, paths }: SiteFiles,
): string | null {
  const [address = ''] = url.split(/[?#]/, 1);
  if (method !== 'GET' || !address.startsWith(folder)) return null;
  const path = address.slice(folder.length) || 'index.html';
  return paths.has(path) ? path : null;
}

/** Whether the file's name contains a hash, so that its content never changes. */
export function isImmutable(path: string): boolean {
  return hashedName.test(path);
}

/** Adds to a file's headers those that its host did not send. */
export type AddHeaders = (path: string, headers: Headers) => void;

const policyName = 'content-security-policy';

/**
 * The headers of the bridge that other hosts do not send, and that a page cannot set for itself: who may
 * frame it, and the policy of worker scripts, which obey that of their own response. `ancestors` are
 * origins that may frame it beside its own, separated by spaces.
 */
export function headerAdder(ancestors: string): AddHeaders {
  const page = {
    [policyName]: ["frame-ancestors 'self'", ancestors].join(' ').trim(),
    'permissions-policy': 'usb=(self), camera=(), microphone=(), geolocation=()',
    'x-content-type-options': 'nosniff',
  };
  const script = {
    [policyName]: hostedContentPolicy.join('; '),
    'x-content-type-options': 'nosniff',
  };
  return (path, headers) => {
    const added: Record<string, string> = path.endsWith('.html')
      ? page
      : path.endsWith('.js')
        ? script
        : {};
    // A host that sends a policy of its own knows better.
    for (const [name, value] of Object.entries(added))
      if (!headers.has(name)) headers.set(name, value);
  };
}
