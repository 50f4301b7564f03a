import { expect, test } from 'vitest';
import { eventually, testBridge } from '../testing/bridge.ts';
import { textResult, testConsole } from '../testing/console.ts';
import { sendRequest, bearer, jsonHeaders, listTools } from '../testing/raw.ts';

const batchOf = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => {
      return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo_back' } };
    }),
  );

test('the calls of a batch count one by one', async () => {
  const { port } = await testBridge({ limits: { requestsOfAgent: 5 } });
  const finishCalls: (() => void)[] = [];
  const call = () =>
    new Promise<ReturnType<typeof textResult>>((resolve) =>
      finishCalls.push(() => resolve(textResult('done'))),
    );
  const console = testConsole({ port, call });
  await eventually(() => expect(console.latest()?.state).toBe('connected'));
  const send = (count: number, agent = 'busy') =>
    sendRequest(port, {
      method: 'POST',
      path: `/mcp/${agent}`,
      headers: { ...jsonHeaders, ...bearer },
      body: batchOf(count),
    });
  const first = send(3);
  await eventually(() => expect(finishCalls).toHaveLength(3));
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
  await eventually(() => expect(finishCalls).toHaveLength(5));
  expect((await listTools(port, {}, '/mcp/busy')).status).toBe(429);
  for (const finish of finishCalls) finish();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  const third = send(5);
  await eventually(() => expect(finishCalls).toHaveLength(10));
  for (const finish of finishCalls) finish();
  expect((await third).status).toBe(200);
});
