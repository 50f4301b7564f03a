import { expect, test } from 'vitest';
import { eventually, testBridge } from '../testing/bridge.ts';
import { say, testConsole } from '../testing/console.ts';
import { ask, bearer, json, list } from '../testing/raw.ts';

const batchOf = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => {
      return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo_back' } };
    }),
  );

test('the calls of a batch count one by one', async () => {
  const { port } = await testBridge({ limits: { requestsOfAgent: 5 } });
  const going: (() => void)[] = [];
  const call = () =>
    new Promise<ReturnType<typeof say>>((resolve) => going.push(() => resolve(say('done'))));
  const console = testConsole({ port, call });
  await eventually(() => expect(console.latest()?.state).toBe('connected'));
  const send = (count: number, agent = 'busy') =>
    ask(port, {
      method: 'POST',
      path: `/mcp/${agent}`,
      headers: { ...json, ...bearer },
      body: batchOf(count),
    });
  const first = send(3);
  await eventually(() => expect(going).toHaveLength(3));
  const refused = await send(3);
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.body)).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: -32001,
      message:
        'A batch counts as all the requests in it: this one as 3, beside 3 that the agent "busy" has open, and one may have 5. Send fewer at a time.',
    },
  });
  expect((await send(100, 'other')).status).toBe(429);
  const second = send(2);
  await eventually(() => expect(going).toHaveLength(5));
  expect((await list(port, {}, '/mcp/busy')).status).toBe(429);
  for (const finish of going) finish();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  const third = send(5);
  await eventually(() => expect(going).toHaveLength(10));
  for (const finish of going) finish();
  expect((await third).status).toBe(200);
});
