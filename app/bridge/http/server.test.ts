import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type Server, connect, createServer as createTcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PortInUseError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import {
  eventually,
  listTools,
  openConnection,
  sendRequest,
  temporaryFolder,
  testBridge,
  TOKEN,
} from '../testing/bridge.ts';
import { builtBridge } from '../testing/program.ts';
import { IPV4, IPV6, listen, listenIfAvailable } from './server.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === IPV6),
);
const onIpv6 = describe.runIf(hasIpv6);

function closeAfterTest(server: Server): Server {
  onTestFinished(() => void server.close());
  return server;
}

test('a free port is none on which browsers open no page', async () => {
  const server = closeAfterTest(createTcpServer());
  const given = { address: IPV4, family: 'IPv4', port: 10080 };
  vi.spyOn(server, 'address').mockReturnValueOnce(given);
  const port = await listen(server, 0, IPV4);
  expect(port).not.toBe(given.port);
  await once(connect(port, IPV4), 'connect');
});

test('the first address is enough where this computer lacks the second', async () => {
  const port = await listen(closeAfterTest(createServer()), 0, IPV4);
  // 100::/64 is the discard prefix (RFC 6666).
  expect(await listenIfAvailable(closeAfterTest(createServer()), port, '100::1')).toBe(false);
});

test('a port in use is named in the error', async () => {
  const port = await listen(closeAfterTest(createServer()), 0, IPV4);
  const second = listen(closeAfterTest(createServer()), port, IPV4);
  await expect(second).rejects.toThrow(new PortInUseError(`Port ${port} is in use`));
});

onIpv6('with IPv6', () => {
  test('the bridge is the same at both addresses, and closes both', async () => {
    const bridge = await testBridge();
    const { port } = bridge;
    const host = `[::1]:${port}`;
    const answer = await sendRequest(port, { address: IPV6, headers: { host }, path: '/healthz' });
    expect(answer.status).toBe(200);
    const foreign = { host: `evil.example:${port}` };
    expect((await sendRequest(port, { address: IPV6, headers: foreign })).status).toBe(403);
    const withToken = { host, authorization: `Bearer ${TOKEN}` };
    expect((await listTools(port, withToken)).status).toBe(200);
    await bridge.close();
    for (const address of [IPV4, IPV6]) {
      await expect(sendRequest(port, { address })).rejects.toThrow('ECONNREFUSED');
    }
  });

  test('another program at ::1 has the port: a browser that looks up localhost could reach it', async () => {
    const other = closeAfterTest(createTcpServer().listen(0, IPV6));
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(testBridge({ port })).rejects.toThrow(
      new PortInUseError(`Port ${port} is in use on ::1`),
    );
    // The server on 127.0.0.1 was closed again.
    await eventually(() => expect(sendRequest(port, {})).rejects.toThrow('ECONNREFUSED'));
  });
});

/** A request without any secret. */
const get = (port: number, path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}\r\n`;

const countAnswers = (received: string): number => received.split('HTTP/1.1 200 OK').length - 1;

describe('pipelined requests', () => {
  test.each([
    ['answered at once', '/healthz'],
    ['answered from the disk', '/'],
  ])('are all answered up to the limit, %s', async (_, path) => {
    const consoleFolder = await temporaryFolder();
    await writeFile(join(consoleFolder, 'index.html'), '<h1>Console</h1>');
    const { port } = await testBridge({ consoleFolder });
    const { socket, ended } = openConnection(port);
    const pipelined = get(port, path).repeat(LIMITS.requestsOfConnection - 1);
    socket.write(pipelined + get(port, path, 'Connection: close\r\n'));
    expect(countAnswers(await ended)).toBe(LIMITS.requestsOfConnection);
  });

  test.each(['/healthz', '/', '/nothing'])(
    'past the limit cut the connection: %s',
    async (path) => {
      const { port } = await testBridge();
      const { socket, ended } = openConnection(port);
      socket.write(get(port, path).repeat(LIMITS.requestsOfConnection + 1));
      expect(countAnswers(await ended)).toBeLessThanOrEqual(LIMITS.requestsOfConnection);
    },
  );

  test('do not count once they are answered', async () => {
    const { port } = await testBridge();
    const { socket } = openConnection(port);
    let answers = 0;
    for (let sent = 1; sent <= 5 * LIMITS.requestsOfConnection; sent += 1) {
      const answered = new Promise((resolve) => socket.once('data', resolve));
      socket.write(get(port, '/healthz'));
      answers += countAnswers(String(await answered));
    }
    expect(answers).toBe(5 * LIMITS.requestsOfConnection);
  });
});

/** Windows has no `ps`. */
describe.skipIf(process.platform === 'win32')('memory without a secret', () => {
  const built = builtBridge();

  /** The bridge uses about 80 MB idle and 90 MB in these tests; without the limit it used 300 to 900 MB. */
  const limitMb = 200;

  test.each([
    ['a large file', '/large.gif', { bytes: 51_000, connections: 1 }],
    ['a page', '/', { bytes: 510_000, connections: 4 }],
    ['a file that is not there', '/nothing', { bytes: 510_000, connections: 4 }],
    ['a large file, from many', '/large.gif', { bytes: 64_000, connections: 100 }],
  ])(
    'is bounded when clients request %s and never read',
    async (_, path, { bytes, connections }) => {
      await writeFile(join(built.consoleFolder, 'large.gif'), Buffer.alloc(1_000_000, 'x'));
      await writeFile(join(built.consoleFolder, 'index.html'), '<h1>Console</h1>');
      const { port, child } = await built.startJson('--port', '0');
      for (let opened = 0; opened < connections; opened += 1) {
        const socket = connect(port, '127.0.0.1').pause();
        onTestFinished(() => void socket.destroy());
        socket.on('error', () => undefined);
        socket.write(get(port, path).repeat(bytes / get(port, path).length));
      }
      let peakMb = 0;
      for (let looks = 0; looks < 5; looks += 1) {
        expect((await sendRequest(port, { path: '/healthz' })).status).toBe(200);
        peakMb = Math.max(peakMb, await residentMb(child.pid));
        await delay(100);
      }
      expect(peakMb).toBeGreaterThan(10);
      expect(peakMb).toBeLessThan(limitMb);
    },
  );
});

async function residentMb(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', `${pid}`]);
  return Number(stdout) / 1024;
}
