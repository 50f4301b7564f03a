import { expect, test } from 'vitest';
import { readEvents } from './pipe.ts';

async function readAllEvents(...chunks: string[]): Promise<string[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
  const events: string[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

test('yields the data of events and skips comments and other fields', async () => {
  expect(
    await readAllEvents(': hi\n\nevent: message\nid: 1\ndata: {"a":1}\n\ndata: 2\n\n'),
  ).toEqual(['{"a":1}', '2']);
});

test('an event may be split into chunks anywhere', async () => {
  const stream = 'data: one\r\ndata:two\r\n\r\ndata: three\n\n';
  for (let at = 1; at < stream.length; at += 1) {
    expect(await readAllEvents(stream.slice(0, at), stream.slice(at))).toEqual([
      'one\ntwo',
      'three',
    ]);
  }
});

test('an incomplete event at the end is dropped', async () => {
  expect(await readAllEvents('data: 1\n\ndata: 2\n')).toEqual(['1']);
});
