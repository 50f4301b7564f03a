import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findCommand } from './browser.mjs';
import { hostedFile } from './local-http.ts';

/** Why there is no https host; undefined where there can be one. */
export const noHttpsReason =
  findCommand('openssl') === undefined ? 'No openssl, which makes the certificate.' : undefined;

/** A key and a self-signed certificate. */
async function makeCertificate(): Promise<{ readonly key: Buffer; readonly cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'handset-https-'));
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  try {
    await promisify(execFile)('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=phone.example',
      ],
      ...['-keyout', key, '-out', cert],
    ]);
    return { key: await readFile(key), cert: await readFile(cert) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A running host; the caller must close it. */
interface HttpsHost {
  /** Requested paths in order. */
  readonly requests: readonly string[];
  close(): void;
}

/**
 * Serves the built console below a path over https as GitHub Pages does: without headers of ours, and with
 * its 404 page for whatever is not there. `/blank` is an empty page.
 */
export async function startHttpsHost(subPath: string, port: number): Promise<HttpsHost> {
  const requests: string[] = [];
  const server = createServer(await makeCertificate(), (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'https://host');
    requests.push(pathname);
    void (async () => {
      const file = pathname.startsWith(subPath) ? await hostedFile(pathname, subPath) : null;
      const page = file ?? (await hostedFile(`${subPath}404.html`, subPath));
      if (pathname === '/blank')
        response.setHeader('content-type', 'text/html').end('<title>Blank</title>');
      else {
        response.writeHead(file === null ? 404 : 200, { 'content-type': page?.contentType ?? '' });
        response.end(page?.body);
      }
    })();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
