import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { walk } from '../screen/screen.ts';
import { indexScreen, matchSelector } from '../selector/match.ts';
import { parseSelector } from '../selector/parse.ts';
import { suggestSelectors } from './query.ts';
import { parseArguments } from './shared/arguments.ts';
import { callTool } from './testing/call-tool.ts';
import { ListModel } from './testing/list-model.ts';
import { ModelPhone } from './testing/model-phone.ts';

const twoPeople = (): ModelPhone => new ModelPhone(new ListModel({ peopleRows: ['Ann', 'Bob'] }));
const answerSchema = z.object({ suggestions: z.array(z.object({ selector: z.string() })) });

describe('suggest_selectors', () => {
  it('ranks the selectors and says what would break each', async () => {
    const phone = twoPeople();
    const { data, answer } = await callTool(suggestSelectors, phone, {
      element_id: phone.elementNamed('Bob').id,
    });
    expect(data?.['suggestions']).toEqual([
      {
        selector: ':text("Bob")',
        kind: 'text',
        reason: 'unique text: breaks when the text or the language changes',
        matches: 1,
      },
      {
        selector: 'View:text("Bob")',
        kind: 'type-and-text',
        reason: 'type and text: breaks when either changes',
        matches: 1,
      },
      {
        selector: '@name[1]',
        kind: 'counted',
        reason: 'count among like elements: breaks when one comes or goes before it',
        matches: 1,
      },
      { selector: '1.1.0', kind: 'path', reason: 'index path: this screen only', matches: 1 },
    ]);
    expect(JSON.parse(answer)).toEqual(data);
  });

  it('prefers the resource id', async () => {
    const phone = twoPeople();
    const { data } = await callTool(suggestSelectors, phone, {
      element_id: phone.elementNamed('list').id,
    });
    expect(data).toMatchObject({
      suggestions: [
        { selector: '@list', kind: 'id' },
        { selector: 'View[scrollable]', kind: 'attributes' },
        { selector: '1', kind: 'path' },
      ],
    });
  });

  it('returns selectors that match only the element, for every element', async () => {
    const phone = twoPeople();
    const index = indexScreen({ roots: phone.roots, size: { width: 1000, height: 2000 } });
    for (const { id } of walk(phone.roots)) {
      const { data } = await callTool(suggestSelectors, phone, { element_id: id });
      const { suggestions } = answerSchema.parse(data);
      const ids = suggestions.map(({ selector }) =>
        matchSelector(parseSelector(selector), index).map((match) => match.id),
      );
      expect(ids.length).toBeGreaterThan(1);
      expect(ids).toEqual(suggestions.map(() => [id]));
    }
  });

  it('accepts a selector, such as an index path', async () => {
    const { data } = await callTool(suggestSelectors, twoPeople(), { selector: '1.1.0' });
    expect(data).toMatchObject({ suggestions: [{ selector: ':text("Bob")' }, {}, {}, {}] });
  });

  it('fails for an unknown or ambiguous element', async () => {
    const byId = await callTool(suggestSelectors, twoPeople(), { element_id: 'node_0' });
    expect([byId.code, byId.answer]).toEqual([
      'element-not-found',
      "Element 'node_0' not found in accessibility tree. No screen shown lately had it. Read the screen with get_screen_state and use an id from there.",
    ]);
    const several = await callTool(suggestSelectors, twoPeople(), { selector: '@name' });
    expect(several.code).toBe('ambiguous-selector');
  });

  it.each([
    [{}, "Missing required parameter: 'element_id' or 'selector'"],
    [{ element_id: '' }, "Missing required parameter: 'element_id' or 'selector'"],
    [
      { element_id: 'node_1', selector: '@a' },
      "Only one of 'element_id' and 'selector' may be given, not both",
    ],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(suggestSelectors, args)).toThrow(message);
  });
});
