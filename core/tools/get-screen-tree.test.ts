import { expect, it } from 'vitest';
import { getScreenTree } from './screen.ts';
import { parseArguments } from './shared/arguments.ts';
import { callTool } from './testing/call-tool.ts';
import { ListModel } from './testing/list-model.ts';
import { ModelPhone } from './testing/model-phone.ts';

const onePersonPhone = (): ModelPhone => new ModelPhone(new ListModel({ peopleRows: ['Ann'] }));

const plainTree = [
  '[Screen: com.model / Main]',
  '  [0] View "People" @title',
  '  [1] View @list {scrollable}',
  '    [1.0] View @row {clickable}',
  '      [1.0.0] View "Ann" @name',
  '      [1.0.1] View "Follow" @follow {clickable}',
];

it.each<[object, readonly string[]]>([
  [{}, plainTree],
  [
    { compact: true },
    [
      '[Screen: com.model / Main]',
      '  [0] View "People" @title',
      '  [1] View @list {scrollable}',
      '    [1.0] View "Ann" @row {clickable}',
      '      [1.0.1] View "Follow" @follow {clickable}',
    ],
  ],
  [
    { verbose: true, root: '1.0' },
    [
      '[Screen: com.model / Main]',
      '  [1.0] View @row {clickable} [0,200,1000,350]',
      '    [1.0.0] View "Ann" @name [0,200,700,350]',
      '    [1.0.1] View "Follow" @follow {clickable} [700,200,1000,350]',
    ],
  ],
])('get_screen_tree: %j: the tree, and the id of the snapshot', async (args, lines) => {
  const { answer, notes } = await callTool(getScreenTree, onePersonPhone(), { ...args });
  expect(answer.split('\n')).toEqual([...lines, 'snapshot:s1']);
  expect(notes).toEqual([]);
});

it('get_screen_tree: accepts an id as root', async () => {
  const phone = onePersonPhone();
  const { answer } = await callTool(getScreenTree, phone, { root: phone.elementNamed('Ann').id });
  expect(answer.split('\n')[1]).toBe('  [1.0.0] View "Ann" @name');
});

it('get_screen_tree: fails for an unknown root and adds no snapshot', async () => {
  const phone = onePersonPhone();
  const { answer, code } = await callTool(getScreenTree, phone, { root: '1.4.2' });
  expect(code).toBe('element-not-found');
  expect(answer).toBe("Element '1.4.2' not found. The path leads as far as 1, which holds 1.0.");
  expect((await callTool(getScreenTree, phone)).answer).toMatch(/\nsnapshot:s1$/);
});

it.each([
  [{ compact: 1 }, "Parameter 'compact' must be a boolean (true/false), got: '1'"],
  [{ bounds: true }, "Unknown parameter: 'bounds'. get_screen_tree takes: compact, verbose, root"],
])('get_screen_tree: refuses %j', (args, message) => {
  expect(() => parseArguments(getScreenTree, args)).toThrow(message);
});
