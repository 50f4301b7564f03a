import { expect, it } from 'vitest';
import { TextCollector } from './reply.ts';

it('escapes invisible characters in texts and at any depth of data', () => {
  const reply = new TextCollector();
  reply.text('id\ttext\nnode_1\tPay\u202e');
  reply.note('Pay\u202e has moved');
  reply.data({ elements: [{ text: 'a\u{e0041}', flags: [true, null] }], total: 1 });
  const data = { elements: [{ text: 'a\\u{e0041}', flags: [true, null] }], total: 1 };
  expect(reply.outcome()).toEqual({
    isError: false,
    texts: ['id\ttext\nnode_1\tPay\\u{202e}', 'note:Pay\\u{202e} has moved', JSON.stringify(data)],
    notes: ['Pay\\u{202e} has moved'],
    pictures: [],
    data,
  });
});
