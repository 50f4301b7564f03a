import { expect, it } from 'vitest';
import { TextCollector } from './reply.ts';

it('escapes invisible characters in texts and in data of any depth', () => {
  const reply = new TextCollector();
  reply.text('id\ttext\nnode_1\tPay\u202e');
  reply.data({ elements: [{ text: 'a\u{e0041}', flags: [true, null] }], total: 1 });
  const data = { elements: [{ text: 'a\\u{e0041}', flags: [true, null] }], total: 1 };
  expect(reply.outcome()).toEqual({
    isError: false,
    texts: ['id\ttext\nnode_1\tPay\\u{202e}', JSON.stringify(data)],
    pictures: [],
    data,
  });
});
