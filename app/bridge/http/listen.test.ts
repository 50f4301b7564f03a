import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Server, createServer as createTcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TOKEN, eventually, testBridge } from '../testing/bridge.ts';
import { sendRequest, listTools } from '../testing/raw.ts';
import { IPV4, IPV6, PortInUseError, listen, listenIfAvailable } from './listen.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === IPV6),
);
const onIpv6 = describe.runIf(hasIpv6);

function closeAfterTest(server: Server): Server {
  onTestFinished(() => void server.close());
  return server;
}

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
