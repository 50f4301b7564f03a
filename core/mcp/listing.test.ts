import { expect, test } from 'vitest';
import * as z from 'zod';
import { tools } from '../tools/registry.ts';
import { defineTool } from '../tools/shared/tool.ts';
import { listTools, createToolNames } from './listing.ts';

const readTool = defineTool({
  name: 'look_around',
  title: 'Look around',
  description: 'Looks. Then call touch_it.',
  input: z.strictObject({
    far: z.boolean().default(false).describe('As touch_it needs it.'),
    ids: z.array(z.string()),
  }),
  effect: 'read',
  execute: () => Promise.resolve(),
});
const actTool = defineTool({
  name: 'touch_it',
  title: 'Touch',
  description: 'Touches.',
  input: z.object({}),
  effect: 'act',
  execute: () => Promise.resolve(),
});

test('tools are listed with strict schemas, annotations and the names agents see', () => {
  expect(
    listTools([readTool, actTool], createToolNames(['look_around', 'touch_it'], 'p_')),
  ).toEqual([
    {
      name: 'p_look_around',
      title: 'Look around',
      description: 'Looks. Then call p_touch_it.',
      inputSchema: {
        type: 'object',
        properties: {
          far: { type: 'boolean', default: false, description: 'As p_touch_it needs it.' },
          ids: { type: 'array', items: { type: 'string' } },
        },
        required: ['ids'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    },
    {
      name: 'p_touch_it',
      title: 'Touch',
      description: 'Touches.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
  ]);
});

// Every agent reads the whole list before its first call.
test.each(['', 'android_', 'android_pixel_7_'])(
  'all tools are listed in under 27,000 characters, prefix "%s"',
  (prefix) => {
    const names = createToolNames(
      tools.map(({ name }) => name),
      prefix,
    );
    const listed = listTools(tools, names);
    expect(listed).toHaveLength(34);
    expect(JSON.stringify({ tools: listed }).length).toBeLessThan(27_000);
  },
);
