import { readFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { extname, join } from 'node:path';
import { phoneConnected } from './console-page.ts';
import { freePort } from './free-port.ts';
import { expect, test } from './fixtures.ts';

const folder = join(import.meta.dirname, '..', 'dist');
const subPath = '/some/where/';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A static host as plain as they come: the built folder below a path, nothing else. */
function startHost(port: number): Server {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const name = pathname === subPath ? 'index.html' : pathname.slice(subPath.length);
    readFile(join(folder, name)).then(
      (bytes) => response.setHeader('content-type', types[extname(name)] ?? '').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  return server.listen(port, '127.0.0.1');
}

test('the built folder works from a sub-path of any static host', async ({ page, pageErrors }) => {
  const port = await freePort();
  const host = startHost(port);
  try {
    await page.goto(`http://127.0.0.1:${port}${subPath}`);
    await page.getByTestId('connect-demo').click();
    await phoneConnected(page);
    await expect(page.getByTestId('screen-picture')).toBeVisible();
    await expect(page.getByTestId('bridge-status')).not.toContainText('connected');
    expect(pageErrors).toEqual([]);
  } finally {
    host.closeAllConnections();
    host.close();
  }
});
