import { expect, test } from 'vitest';
import { HandsetError } from '../errors.ts';
import { encodeFrame, parseBridgeFrame, parseConsoleFrame, truncateReason } from './frames.ts';

test('a frame survives encoding and parsing', () => {
  const head = { kind: 'head', id: 7, status: 200, headers: { allow: 'POST' } } as const;
  const abort = { kind: 'abort', id: 7 } as const;
  expect(parseConsoleFrame(encodeFrame(head))).toEqual(head);
  expect(parseBridgeFrame(encodeFrame(abort))).toEqual(abort);
});

test.each([[], [0, 255, 123]])('the bytes of a body and of a stream survive: %j', (...values) => {
  const bytes = Uint8Array.from(values);
  const id = 2 ** 31 - 1;
  for (const frame of [
    { kind: 'body', id, bytes } as const,
    { kind: 'data', stream: id, bytes } as const,
  ]) {
    const message = encodeFrame(frame);
    if (typeof message === 'string') throw new Error('Bytes were encoded as text.');
    expect(message).toHaveLength(4 + bytes.length);
    expect(parseConsoleFrame(message.buffer)).toEqual(frame);
    expect(parseBridgeFrame(message.buffer)).toEqual(frame);
  }
});

test('a hello of a later version is parsed, so that it can be rejected with the reason', () => {
  const hello = { kind: 'hello', version: 99, secret: 's', page: 'p', extra: true };
  expect(parseConsoleFrame(JSON.stringify(hello))).toMatchObject({ version: 99 });
});

test.each([
  [null, 'A frame was neither text nor bytes.'],
  [new ArrayBuffer(3), 'A binary frame had no id.'],
  ['{', 'A frame was not JSON.'],
  ['null', 'A frame was malformed.'],
  ['{"kind":"abort","id":1}', 'A frame was malformed at "kind".'],
  ['{"kind":"end","id":-1}', 'A frame was malformed at "id".'],
  ['{"kind":"end","id":1,"more":2}', 'A frame was malformed.'],
  ['{"kind":"head","id":1,"status":99,"headers":{}}', 'A frame was malformed at "status".'],
  ['{"kind":"head","id":1,"status":200,"headers":{"a":1}}', 'A frame was malformed at "headers".'],
  ['{"kind":"hello","version":1,"secret":5,"page":"p"}', 'A frame was malformed at "secret".'],
  [
    `{"kind":"hello","version":1,"secret":"s","page":"${'p'.repeat(1025)}"}`,
    'A frame was malformed at "page".',
  ],
  [
    `{"kind":"choose","agent":"${'a'.repeat(65)}","choice":null}`,
    'A frame was malformed at "agent".',
  ],
  [
    `{"kind":"choose","agent":"a","choice":{"serial":"${'s'.repeat(1025)}","console":"c"}}`,
    'A frame was malformed at "choice".',
  ],
])('%j is rejected', (data, message) => {
  const parse = (): unknown => parseConsoleFrame(data);
  expect(parse).toThrow(HandsetError);
  expect(parse).toThrow(message);
});

test.each([
  ['Nothing was heard.', 'Nothing was heard.'],
  ['x'.repeat(123), 'x'.repeat(123)],
  ['x'.repeat(124), 'x'.repeat(123)],
  // Two bytes each: 61 fit into 123 bytes.
  ['é'.repeat(100), 'é'.repeat(61)],
  // Two UTF-16 units and four bytes each.
  ['😀'.repeat(100), '😀'.repeat(30)],
])('%s', (text, reason) => {
  expect(truncateReason(text)).toBe(reason);
});
