import { expect, it } from 'vitest';
import { tools } from '../../core/tools/registry.ts';
import { toolInfos } from './answer-mcp.ts';

it('tells every tool in a form that can be posted to the page', () => {
  const infos = toolInfos(tools);
  expect(structuredClone(infos)).toEqual(infos);
  expect(infos.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  const tap = infos.find(({ name }) => name === 'tap');
  expect(tap).toMatchObject({
    title: 'Tap',
    effect: 'act',
    needsPhone: true,
    inputSchema: { type: 'object', required: ['x', 'y'] },
  });
  const needless = infos.filter(({ needsPhone }) => !needsPhone);
  expect(needless.map(({ name }) => name)).toEqual(['list_phones', 'use_phone']);
});
