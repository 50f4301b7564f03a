import { describe, expect, it } from 'vitest';
import { checkArguments } from '#core/tools/shared/arguments.ts';
import { exampleArguments, fieldBlocks, fieldsOf } from './form-fields.ts';
import { fieldsOfTool, registeredTools } from './testing/registered-tools.ts';

describe('fieldsOf', () => {
  it.each(registeredTools.map(({ tool, schema }) => [tool.name, schema, tool] as const))(
    'has a specific kind of field for every parameter of %s',
    (_, schema, tool) => {
      const fields = fieldsOf(schema);
      expect(fields.map((field) => field.name)).toEqual(Object.keys(tool.input.shape));
      const typedAsJson = fields.filter(({ shape }) => shape.kind === 'json');
      const open = {
        send_intent: ['extras', 'extras_types'],
        run_steps: ['steps'],
        custom_gesture: ['paths'],
      };
      const expected = new Map(Object.entries(open)).get(tool.name) ?? [];
      expect(typedAsJson.map(({ name }) => name)).toEqual(expected);
    },
  );

  it('reads bounds, defaults and required parameters from the schema', () => {
    const duration = fieldsOfTool('long_press').find(({ name }) => name === 'duration');
    expect(duration).toEqual({
      name: 'duration',
      shape: { kind: 'number', isInteger: true, min: 1, exclusiveMin: null, max: 60_000 },
      required: false,
      defaultValue: 1000,
      description: 'In milliseconds.',
    });
    const scale = fieldsOfTool('pinch').find(({ name }) => name === 'scale');
    expect(scale).toMatchObject({
      required: true,
      shape: { isInteger: false, exclusiveMin: 0, max: null },
    });
  });

  it('reads lists of words and of options', () => {
    expect(fieldsOfTool('get_element_details')[0]?.shape).toEqual({ kind: 'texts' });
    const modifiers = fieldsOfTool('press_key').find(({ name }) => name === 'modifiers');
    expect(modifiers?.shape).toMatchObject({ kind: 'choices', options: ['ctrl', 'shift', 'alt'] });
  });

  it.each([null, 7, [], 'x', { properties: 3 }, { properties: { a: null } }])(
    'accepts an invalid schema: %j',
    (schema) => {
      expect(fieldsOf(schema).map(({ shape }) => shape.kind)).toEqual(
        JSON.stringify(schema).includes('"a"') ? ['json'] : [],
      );
    },
  );
});

describe('fieldBlocks', () => {
  it.each([
    ['tap', ['x y', 'observe']],
    ['swipe', ['x1 y1', 'x2 y2', 'duration', 'observe']],
    ['pinch', ['center_x center_y', 'scale', 'duration', 'observe']],
    ['set_text', ['selector', 'element_id', 'text', 'observe']],
    ['input_text', ['text', 'selector', 'element_id', 'observe']],
    ['wait_for_element', ['selector', 'by', 'value', 'timeout', 'gone', 'state']],
    ['query_elements', ['selector', 'limit']],
  ])('groups the two numbers of a point in %s', (tool, expected) => {
    const blocks = fieldBlocks(fieldsOfTool(tool));
    expect(blocks.map(({ fields }) => fields.map(({ name }) => name).join(' '))).toEqual(expected);
    for (const { fields, point } of blocks) expect(point !== null).toBe(fields.length === 2);
  });
});

it.each(registeredTools.map(({ tool, schema }) => [tool.name, schema, tool] as const))(
  'has example arguments that %s accepts',
  (_, schema, tool) => {
    expect(checkArguments(tool, exampleArguments(fieldsOf(schema)))).toEqual([]);
  },
);
