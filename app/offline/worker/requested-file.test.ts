import { describe, expect, it } from 'vitest';
import { requestedFile, isImmutable } from './requested-file.ts';

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
    // From another build.
    ['/some/where/assets/index-0.js', 'assets/index-0.js'],
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
