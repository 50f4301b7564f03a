import { describe, expect, it } from 'vitest';
import { headerAdder, isImmutable, requestedFile } from './site-files.ts';

const site = {
  folder: 'https://host.example/some/where/',
  paths: new Set(['index.html', 'bridge.html', 'icon.svg', 'assets/index-1.js']),
};

function requestPath(path: string, method = 'GET'): string | null {
  return requestedFile({ method, url: `https://host.example${path}` }, site);
}

describe('requestedFile', () => {
  it.each([
    ['/some/where/', 'index.html'],
    ['/some/where/?phone=demo&bridge=off', 'index.html'],
    ['/some/where/index.html', 'index.html'],
    ['/some/where/bridge.html?a=/b', 'bridge.html'],
    ['/some/where/icon.svg', 'icon.svg'],
    ['/some/where/assets/index-1.js', 'assets/index-1.js'],
  ])('%s requests %s', (path, file) => {
    expect(requestPath(path)).toBe(file);
  });

  it.each([
    '/some/where/mcp',
    '/some/where/mcp/claude',
    '/some/where/socket',
    '/some/where/healthz',
    '/some/where/unknown.html',
    '/some/where/assets/deeper/index-1.js',
    // From another build.
    '/some/where/assets/index-0.js',
    '/some/where/../secret',
    '/some/',
    '/some/where',
    '/',
    '/assets/index-1.js',
  ])('leaves %s to the network', (path) => {
    expect(requestPath(path)).toBeNull();
  });

  it('leaves other hosts and methods other than GET to the network', () => {
    expect(
      requestedFile({ method: 'GET', url: 'https://other.example/some/where/' }, site),
    ).toBeNull();
    expect(requestPath('/some/where/', 'POST')).toBeNull();
    expect(requestPath('/some/where/assets/index-1.js', 'HEAD')).toBeNull();
  });
});

describe('isImmutable', () => {
  it('is true only for names with a hash', () => {
    expect(isImmutable('assets/index-1.js')).toBe(true);
    expect(isImmutable('index.html')).toBe(false);
    expect(isImmutable('third-party/scrcpy-server-3.3.3.jar')).toBe(false);
  });
});

const policy = 'content-security-policy';

/** What the file's headers are in the end. */
function headersOf(path: string, sent: Record<string, string> = {}, ancestors = ''): Headers {
  const headers = new Headers(sent);
  headerAdder(ancestors)(path, headers);
  return headers;
}

describe('the headers of a file', () => {
  it('a page may be framed by its own origin, and by those named at the build', () => {
    expect(headersOf('index.html').get(policy)).toBe("frame-ancestors 'self'");
    expect(headersOf('index.html', {}, 'https://a.example').get(policy)).toBe(
      "frame-ancestors 'self' https://a.example",
    );
  });

  it('a script, which may be a worker, gets the whole policy', () => {
    const headers = headersOf('assets/main-1.js');
    expect(headers.get(policy)).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(headers.get(policy)).toContain("connect-src 'self' ws://127.0.0.1:* ws://localhost:*");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('a policy of the host stays', () => {
    expect(headersOf('index.html', { [policy]: 'theirs' }).get(policy)).toBe('theirs');
  });

  it('other files get none', () => {
    expect(headersOf('icon.svg').get(policy)).toBeNull();
  });
});
