import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queryElements } from './query.ts';
import { parseArguments } from './shared/arguments.ts';
import { callTool } from './testing/call-tool.ts';
import { FormModel } from './testing/form-model.ts';
import { ListModel } from './testing/list-model.ts';
import { ModelPhone } from './testing/model-phone.ts';

const threePeople = (): ModelPhone =>
  new ModelPhone(new ListModel({ peopleRows: ['Ann', 'Bob', 'Cid'] }));

describe('query_elements', () => {
  it('returns a single match with a usable id and no warning', async () => {
    const phone = threePeople();
    const { id } = phone.elementNamed('Bob');
    const { data, answer } = await callTool(queryElements, phone, {
      selector: '@row > :text("B*")',
    });
    expect(data).toEqual({
      count: 1,
      matches: [
        {
          id,
          path: '1.1.0',
          className: 'View',
          text: 'Bob',
          description: null,
          selector: ':text("Bob")',
        },
      ],
    });
    expect(JSON.parse(answer)).toEqual(data);
    expect(phone.shown.recall(id)?.element.text).toBe('Bob');
  });

  it('warns about several matches and gives a selector for each', async () => {
    const { data } = await callTool(queryElements, threePeople(), { selector: '@name' });
    expect(data).toMatchObject({
      count: 3,
      matches: ['Ann', 'Bob', 'Cid'].map((text) => ({ text, selector: `:text("${text}")` })),
      warning: '3 elements match; name one of them to act on it.',
    });
    expect(data).not.toHaveProperty('nearest');
  });

  it('lists matches up to the limit, counts all, and records only the listed ones as shown', async () => {
    const phone = threePeople();
    const { data } = await callTool(queryElements, phone, { selector: '@name', limit: 2 });
    expect(data).toMatchObject({ count: 3, matches: [{ text: 'Ann' }, { text: 'Bob' }] });
    expect(phone.shown.recall(phone.elementNamed('Bob').id)).toBeDefined();
    expect(phone.shown.recall(phone.elementNamed('Cid').id)).toBeUndefined();
  });

  it('warns if nothing matches, and returns the nearest elements', async () => {
    const phone = threePeople();
    const { data, code } = await callTool(queryElements, phone, { selector: ':text("Bib")' });
    expect(code).toBeUndefined();
    const { id } = phone.elementNamed('Bob');
    expect(data).toMatchObject({
      count: 0,
      matches: [],
      warning: 'Nothing on this screen matches.',
      nearest: [{ id, path: '1.1.0', text: 'Bob', selector: ':text("Bob")' }],
    });
    expect(phone.shown.recall(id)).toBeDefined();
  });

  it('returns an empty list if nothing is near', async () => {
    const { data } = await callTool(queryElements, threePeople(), {
      selector: ':text("Zürich 1917")',
    });
    expect(data).toMatchObject({ count: 0, nearest: [] });
  });

  it("does not reveal a password field's content", async () => {
    const phone = new ModelPhone(new FormModel({ text: 'hunter2', password: true }));
    const { data } = await callTool(queryElements, phone, { selector: '[password]' });
    expect(data).toMatchObject({ matches: [{ text: '•••', selector: '@field' }] });
  });

  it.each([
    [{}, "Missing required parameter: 'selector'"],
    [{ selector: 7 }, "Parameter 'selector' must be a string, got: 7"],
    [
      { selector: 'Button:txt("OK")' },
      'The selector is wrong at column 8: expected text, contains or desc, found txt.',
    ],
    [{ selector: '*', limit: 0 }, "Parameter 'limit' must be between 1 and 200, got: 0"],
    [{ selector: '*', limit: 201 }, "Parameter 'limit' must be between 1 and 200, got: 201"],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(queryElements, args)).toThrow(message);
  });

  it('has its own description of the selector parameter', () => {
    const { properties, required } = z.toJSONSchema(queryElements.input, { io: 'input' });
    expect(required).toEqual(['selector']);
    expect(JSON.stringify(properties?.['selector'])).not.toContain('nstead of');
  });
});
