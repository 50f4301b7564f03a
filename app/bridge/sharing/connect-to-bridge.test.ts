import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { handsetVersion } from '#core/version.ts';
import { PAGE_SECRET, TOKEN, testBridge } from '../testing/bridge.ts';
import { freePort } from '../testing/program.ts';
import { type SharedBridgeConnection, connectToBridge } from './shared-bridge.ts';

const secrets = { token: TOKEN, pageSecret: PAGE_SECRET };

async function connectAndClose(port: number): Promise<SharedBridgeConnection> {
  const bridge = await connectToBridge(port, secrets);
  if (typeof bridge === 'string') throw new Error(`Met ${bridge}.`);
  onTestFinished(() => bridge.close());
  return bridge;
}

/** Starts another HTTP server and returns its port. */
async function startProgram(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('a bridge with the same secrets is found and reports its options', async () => {
  const { port } = await testBridge({ toolPrefix: 'my_' });
  const { health } = await connectAndClose(port);
  expect(health).toMatchObject({ version: handsetVersion, toolPrefix: 'my_', hasConsole: false });
  expect(Date.now() - health.startedAtEpochMs).toBeLessThan(60_000);
});

test('its end is noticed', async () => {
  const bridge = await testBridge();
  const { closed } = await connectAndClose(bridge.port);
  await bridge.close();
  await closed;
});

test.each([
  { ...secrets, token: 'another' },
  { ...secrets, pageSecret: 'another' },
])('one with other secrets is a stranger', async (otherSecrets) => {
  const { port } = await testBridge();
  expect(await connectToBridge(port, otherSecrets)).toBe('stranger');
});

describe('another program', () => {
  test('that plays a bridge is a stranger, and is shown no secret', async () => {
    let receivedRequests = '';
    const port = await startProgram((request, response) => {
      receivedRequests += JSON.stringify([request.url, request.rawHeaders]);
      response.end(JSON.stringify({ name: 'handset', version: '0.1.0', proof: 'x'.repeat(43) }));
    });
    expect(await connectToBridge(port, secrets)).toBe('stranger');
    expect(receivedRequests).toContain('/healthz?challenge=');
    expect(receivedRequests.includes(TOKEN) || receivedRequests.includes(PAGE_SECRET)).toBe(false);
  });

  test('can not pass on the proof of a bridge on another port', async () => {
    const bridge = await testBridge();
    const port = await startProgram((request, response) => {
      void fetch(`http://127.0.0.1:${bridge.port}${request.url ?? ''}`)
        .then((answer) => answer.text())
        .then((text) => response.end(text));
    });
    expect(await connectToBridge(port, secrets)).toBe('stranger');
  });

  test.each(['', 'hi', '[]', 'null', '{"name":"other","version":"1"}', '{"name":"handset"}'])(
    'that answers %j is nobody',
    async (answer) => {
      expect(
        await connectToBridge(await startProgram((_, response) => response.end(answer)), secrets),
      ).toBe('nobody');
    },
  );

  test('that answers without end, or hangs up, is nobody', async () => {
    const endlessPort = await startProgram((_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write(' '.repeat(9_999), more);
      };
      more();
    });
    expect(await connectToBridge(endlessPort, secrets)).toBe('nobody');
    const closingServer = createTcpServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    onTestFinished(() => void closingServer.close());
    await once(closingServer, 'listening');
    const address = closingServer.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await connectToBridge(port, secrets)).toBe('nobody');
  });
});

test('a program that does not answer in time is silent', async () => {
  expect(await connectToBridge(await startProgram(() => undefined), secrets, 50)).toBe('silent');
});

test('where nothing listens, nobody is met', async () => {
  expect(await connectToBridge(await freePort(), secrets)).toBe('nobody');
});
