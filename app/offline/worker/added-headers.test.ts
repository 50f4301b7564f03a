import { expect, it } from 'vitest';
import { headerAdder } from './added-headers.ts';

const policy = 'content-security-policy';

/** What the file's headers are in the end. */
function headersOf(path: string, sent: Record<string, string> = {}, ancestors = ''): Headers {
  const headers = new Headers(sent);
  headerAdder(ancestors)(path, headers);
  return headers;
}

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

it('a policy of the host stays; one that was added earlier is renewed', () => {
  expect(headersOf('index.html', { [policy]: 'theirs' }).get(policy)).toBe('theirs');
  const earlier = headersOf('index.html', {}, 'https://a.example');
  headerAdder('')('index.html', earlier);
  expect(earlier.get(policy)).toBe("frame-ancestors 'self'");
});

it('other files get none', () => {
  expect(headersOf('icon.svg').get(policy)).toBeNull();
});
