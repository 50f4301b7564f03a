import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { tools } from '../tools/registry.ts';
import { defineTool } from '../tools/shared/tool.ts';
import { createToolNames, listTools } from './listing.ts';

const readTool = defineTool({
  name: 'look_around',
  title: 'Look around',
  words: { wantsTo: ['use it'] },
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
  words: { wantsTo: ['use it'] },
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
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    {
      name: 'p_touch_it',
      title: 'Touch',
      description: 'Touches.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
    },
  ]);
});

// Every agent reads the whole list before its first call; the annotations are for its client.
describe.each(['', 'android_', 'android_pixel_7_'])('with the prefix "%s"', (prefix) => {
  const names = createToolNames(
    tools.map(({ name }) => name),
    prefix,
  );
  const charactersOf = (listed: typeof tools): number =>
    JSON.stringify(listTools(listed, names), (key, value: unknown) =>
      key === 'annotations' ? undefined : value,
    ).length;

  it('the default tools are listed in under 27,000 characters', () => {
    const defaultTools = tools.filter(({ onlyWithAllTools }) => onlyWithAllTools !== true);
    expect(charactersOf(defaultTools)).toBeLessThan(27_000);
  });

  it('all tools are listed in under 40,000 characters', () => {
    expect(charactersOf(tools)).toBeLessThan(40_000);
  });
});

const toolNames = createToolNames(
  ['tap', 'get_screen_state', 'scroll', 'scroll_to_element'],
  'android_',
);

test('a tool has its prefixed name only', () => {
  expect(toolNames.prefixed('tap')).toBe('android_tap');
  expect(toolNames.unprefixed('android_tap')).toBe('tap');
  expect(toolNames.unprefixed('tap')).toBeNull();
  expect(toolNames.unprefixed('android_fly')).toBeNull();
});

test.each([
  ['Call get_screen_state first.', 'Call android_get_screen_state first.'],
  ['Tap the element; scroll down.', 'Tap the element; scroll down.'],
  ['Use `tap` or `scroll`.', 'Use `android_tap` or `android_scroll`.'],
  ['(scroll_to_element)', '(android_scroll_to_element)'],
  ['`scroll_to_element`', '`android_scroll_to_element`'],
  ['my_get_screen_state and get_screen_state_2', 'my_get_screen_state and get_screen_state_2'],
  ['Nearest: it is @get_screen_state.', 'Nearest: it is @get_screen_state.'],
  [
    'Button "a \\" get_screen_state": call get_screen_state.',
    'Button "a \\" get_screen_state": call android_get_screen_state.',
  ],
  ['No element matches :text("get_screen_state…', 'No element matches :text("get_screen_state…'],
])('%s', (text, renamed) => {
  expect(toolNames.prefixInText(text)).toBe(renamed);
});

test('without a prefix or without tools, texts are unchanged', () => {
  expect(createToolNames(['get_screen_state'], '').prefixInText('get_screen_state')).toBe(
    'get_screen_state',
  );
  expect(createToolNames([], 'android_').prefixInText('get_screen_state')).toBe('get_screen_state');
});
