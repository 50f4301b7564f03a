import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asFloat, asInteger, choice, searchField, timeout, wholeNumber } from './common.ts';

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
])('%d prints as Kotlin prints it', (value, text) => {
  expect(asFloat(value)).toBe(text);
});

it.each([
  [0, '0'],
  [-0, '0'],
  [540.999, '540'],
])('%d prints without its fraction', (value, text) => {
  expect(asInteger(value)).toBe(text);
});

describe('words in any case', () => {
  it('come out as agents see them', () => {
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
  it('show their bounds', () => {
    expect(z.toJSONSchema(wholeNumber('n', { min: 2, max: 5 }))).toMatchObject({
      type: 'integer',
      minimum: 2,
      maximum: 5,
    });
  });
});
