import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type JsonRpcId, OpenRequests } from './agent-request.ts';

const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

/** Starts a call that runs until it is aborted. */
function startCall(
  requests: OpenRequests,
  {
    agent = 'a',
    session = null,
    id = 1,
  }: { agent?: string; session?: string | null; id?: JsonRpcId },
  gone = new AbortController().signal,
) {
  const request = requests.add(agent, newResponse());
  if (request === null) throw new Error('no place');
  let callSignal: AbortSignal | undefined;
  void requests.runCall(request, { session, id, gone }, (signal) => {
    callSignal = signal;
    return new Promise(() => undefined);
  });
  return { isAborted: () => callSignal?.aborted };
}

test('a cancelled call is aborted, and no other', () => {
  const requests = new OpenRequests(9);
  const started = [{}, { id: '1' }, { agent: 'b' }].map((call) => startCall(requests, call));
  requests.cancel('a', null, 1);
  expect(started.map((call) => call.isAborted())).toEqual([true, false, false]);
});

test('a session cancels only its own call', () => {
  const requests = new OpenRequests(9);
  const started = ['x', 'y', null].map((session) => startCall(requests, { session }));
  requests.cancel('a', 'z', 1);
  requests.cancel('a', 'y', 1);
  expect(started.map((call) => call.isAborted())).toEqual([false, true, false]);
});

test('of two calls with the same id neither is cancelled', () => {
  const requests = new OpenRequests(9);
  const started = [startCall(requests, {}), startCall(requests, {})];
  requests.cancel('a', null, 1);
  expect(started.map((call) => call.isAborted())).toEqual([false, false]);
});

test('a call that has ended does not affect the next with its id', async () => {
  const requests = new OpenRequests(9);
  const request = requests.add('a', newResponse());
  if (request === null) throw new Error('no place');
  const call = { session: null, id: 1, gone: new AbortController().signal };
  await requests.runCall(request, call, () => Promise.resolve());
  const failing = requests.runCall(request, call, () => Promise.reject(new Error('failed')));
  await expect(failing).rejects.toThrow('failed');
  const next = startCall(requests, {});
  requests.cancel('a', null, 1);
  expect(next.isAborted()).toBe(true);
});

test('a client that disconnects, before or during its call, aborts it', () => {
  const requests = new OpenRequests(9);
  const client = new AbortController();
  const before = startCall(requests, {}, client.signal);
  client.abort();
  const after = startCall(requests, { id: 2 }, client.signal);
  expect([before.isAborted(), after.isAborted()]).toEqual([true, true]);
});

test('a request counts until its response has closed', () => {
  const requests = new OpenRequests(3);
  const responses = [newResponse(), newResponse()];
  const [batch] = responses.map((response) => requests.add('a', response));
  if (!batch) throw new Error('no place');
  expect(requests.reserveSlots(batch, 3)).toBe(false);
  expect(requests.reserveSlots(batch, 2)).toBe(true);
  expect(requests.slotsOf('a')).toBe(3);
  expect(requests.add('a', newResponse())).toBeNull();
  expect(requests.add('b', newResponse())).not.toBeNull();
  responses[0]?.emit('close');
  expect(requests.slotsOf('a')).toBe(1);
});
