import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HandsetError } from '../../errors.ts';
import { parseSelector } from '../../selector/parse.ts';
import { clickElement } from '../elements.ts';
import { inputText, setText } from '../text.ts';
import { waitForElement } from '../wait.ts';
import { parseArguments } from './arguments.ts';
import {
  formatDouble,
  formatInteger,
  choice,
  searchField,
  timeout,
  wholeNumber,
} from './parameters.ts';

it.each([
  [0, '0.0'],
  [-0, '-0.0'],
  [2, '2.0'],
  [-1, '-1.0'],
  [0.5, '0.5'],
  [1080.25, '1080.25'],
  [0.001, '0.001'],
  [0.0005, '5.0E-4'],
  [9_999_999, '9999999.0'],
  [1e7, '1.0E7'],
  [-12_345_678.5, '-1.23456785E7'],
  [1e300, '1.0E300'],
])('prints %d as Kotlin does', (value, text) => {
  expect(formatDouble(value)).toBe(text);
});

it.each([
  [0, '0'],
  [-0, '0'],
  [540.999, '540'],
])('prints %d without its fraction', (value, text) => {
  expect(formatInteger(value)).toBe(text);
});

describe('choices', () => {
  it('accept any case and return the listed spelling', () => {
    expect(choice('a', ['up', 'down']).parse('UP')).toBe('up');
    expect(searchField().parse('Content_Desc')).toBe('content_desc');
  });
  it('are listed in the schema', () => {
    const schema = z.toJSONSchema(z.object({ by: searchField() }), { io: 'input' });
    expect(schema.properties).toEqual({
      by: { type: 'string', enum: ['text', 'content_desc', 'resource_id', 'class_name'] },
    });
  });
});

describe('whole numbers', () => {
  const messageOf = (schema: z.ZodType, value: unknown): string | undefined =>
    schema.safeParse(value).error?.issues[0]?.message;

  it.each([
    [0, 'Timeout must be between 1 and 30000 ms, got: 0'],
    [30_001, 'Timeout must be between 1 and 30000 ms, got: 30001'],
    [2.5, "Parameter 'timeout' must be an integer, got: '2.5'"],
    [1, undefined],
    [30_000, undefined],
  ])('a timeout of %d', (value, message) => {
    expect(messageOf(timeout(), value)).toBe(message);
  });
  it('have their bounds in the schema', () => {
    expect(z.toJSONSchema(wholeNumber('n', { min: 2, max: 5 }))).toMatchObject({
      type: 'integer',
      minimum: 2,
      maximum: 5,
    });
  });
});

const invalidArgument = (message: string, hint?: string): HandsetError =>
  new HandsetError('invalid-argument', message, hint === undefined ? {} : { hint });
const missingTarget = "Missing required parameter: 'element_id' or 'selector'";
const bothTargets = "Only one of 'element_id' and 'selector' may be given, not both";

describe('a tool that needs an element', () => {
  it.each([
    [{}, missingTarget],
    [{ element_id: 'node_1', selector: '@ok' }, bothTargets],
    [{ element_id: '' }, missingTarget],
    [{ selector: 5 }, "Parameter 'selector' must be a string, got: 5"],
    [{ selector: null, element_id: null }, missingTarget],
    [
      { id: 'node_1' },
      "Unknown parameter: 'id'. click_element takes: element_id, selector, observe",
    ],
    ['x', 'Arguments must be an object, got: x'],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(clickElement, args)).toThrow(invalidArgument(message));
  });
  it.each([{ selector: '@' }, { selector: '@', element_id: 'node_1' }])(
    "reports the parser's message and hint for %j",
    (args) => {
      const message = 'The selector ends at column 2, where the name of a resource id should be.';
      const hint = 'Example: @btn_submit, or in quotes @"Save button".';
      expect(() => parseArguments(clickElement, args)).toThrow(invalidArgument(message, hint));
    },
  );
  it('reports other missing parameters', () => {
    expect(() => parseArguments(setText, { selector: '@a' })).toThrow(
      invalidArgument("Missing required parameter: 'text'"),
    );
    expect(() => parseArguments(setText, { text: 'x' })).toThrow(invalidArgument(missingTarget));
  });
  it('receives the parsed selector', () => {
    expect(parseArguments(clickElement, { selector: ':text("OK")' })).toEqual({
      selector: parseSelector(':text("OK")'),
      observe: 'none',
    });
  });
});

describe('a tool that falls back to the focused field', () => {
  it('refuses two targets, but ignores an empty id', () => {
    const text = 'x';
    const selector = '@a';
    expect(() => parseArguments(inputText, { text, selector, element_id: 'node_1' })).toThrow(
      invalidArgument(bothTargets),
    );
    expect(parseArguments(inputText, { text, selector, element_id: '' })).toMatchObject({
      selector: parseSelector(selector),
    });
  });
});

describe('a wait', () => {
  it.each([
    [{}, "Missing required parameter: 'by' or 'selector'"],
    [{ by: 'text' }, "Missing required parameter: 'value'"],
    [
      { by: 'text', value: 'x', selector: '@a' },
      "Only one of 'by' and 'selector' may be given, not both",
    ],
    [{ value: 'x', selector: '@a' }, "Only one of 'value' and 'selector' may be given, not both"],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(waitForElement, { ...args, timeout: 5 })).toThrow(
      invalidArgument(message),
    );
  });
});

it('the JSON schema of a target has two optional strings', () => {
  const { properties, required } = z.toJSONSchema(clickElement.input, { io: 'input' });
  expect(required).toBeUndefined();
  expect(properties).toMatchObject({
    element_id: { type: 'string', minLength: 1 },
    selector: {
      type: 'string',
      description: 'Use this or element_id.',
    },
  });
});
