import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { findElements, getElementDetails, queryElements, suggestSelectors } from './query.ts';
import {
  argumentRefusal,
  executeTool,
  recordingPhone,
  refusalOf,
} from './testing/recording-phone.ts';
import { z } from 'zod';
import { parseArguments } from './shared/arguments.ts';
import { callTool } from './testing/call-tool.ts';
import { FormModel, ListModel } from './testing/screen-models.ts';
import { ModelPhone } from './testing/model-phone.ts';
import { parseHierarchy } from '../screen/parse.ts';
import { walk } from '../screen/screen.ts';
import { indexScreen, matchSelector } from '../selector/match.ts';
import { parseSelector } from '../selector/parse.ts';

const twoMatchesXml = `<hierarchy rotation="0">
  <node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]" enabled="true">
    <node class="android.widget.EditText" text="Send" content-desc="Send it" resource-id="com.x:id/send"
      clickable="true" long-clickable="true" scrollable="true" enabled="true" bounds="[50,800][250,1000]"/>
    <node text="SEND" bounds="[50,2500][250,2600]"/>
  </node>
</hierarchy>`;

/** The answer as JSON, because toEqual ignores the order of keys. */
const findAsJson = async (
  args: unknown,
  phone = recordingPhone({ twoMatchesXml }),
): Promise<string> => JSON.stringify((await executeTool(findElements, args, phone)).data);

describe('find_elements', () => {
  it('returns the matching elements with their properties', async () => {
    const phone = recordingPhone({ twoMatchesXml });
    const answer = await findAsJson({ by: 'text', value: 'send' }, phone);
    expect(answer).toMatch(/^\{"elements":\[\{"id":"node_[0-9a-f]+","text":"Send",/);
    expect(answer.replace(/node_[0-9a-f]+/g, 'ID')).toBe(
      '{"elements":[{"id":"ID","text":"Send","contentDescription":"Send it","resourceId":"com.x:id/send","className":"android.widget.EditText","bounds":{"left":50,"top":800,"right":250,"bottom":1000},"clickable":true,"longClickable":true,"scrollable":true,"editable":true,"enabled":true,"visible":true,"selected":false,"focused":false},{"id":"ID","text":"SEND","contentDescription":null,"resourceId":null,"className":null,"bounds":{"left":50,"top":2500,"right":250,"bottom":2600},"clickable":false,"longClickable":false,"scrollable":false,"editable":false,"enabled":false,"visible":false,"selected":false,"focused":false}]}',
    );
    expect(phone.calls).toEqual([['readHierarchy']]);
  });
  it.each([
    [{ by: 'TEXT', value: 'Send', exact_match: true }, 1],
    [{ by: 'text', value: 'sen', exact_match: true }, 0],
    [{ by: 'content_desc', value: 'send' }, 1],
    [{ by: 'Resource_Id', value: 'COM.X' }, 1],
    [{ by: 'class_name', value: 'widget' }, 2],
    [{ by: 'class_name', value: 'nothing' }, 0],
  ])('%j finds %i', async (args, count) => {
    const { data } = await executeTool(findElements, args, recordingPhone({ twoMatchesXml }));
    expect(data?.['elements']).toHaveLength(count);
    expect(data).not.toHaveProperty('total');
  });
  it('records the returned elements as shown', async () => {
    const phone = recordingPhone({ twoMatchesXml });
    const id =
      /node_[0-9a-f]+/.exec(await findAsJson({ by: 'text', value: 'SEND' }, phone))?.[0] ?? '';
    expect(phone.shown.recall(id)).toMatchObject({ element: { text: 'Send' } });
  });
  it.each([
    [99, {}, 99, undefined],
    [150, { limit: 100 }, 100, 150],
    [9, { limit: 5 }, 5, 9],
  ])(
    '%i matches, %j: lists %i and gives the total only if some are left out',
    async (count, limit, listed, total) => {
      const row = '<node text="row" bounds="[0,0][9,9]"/>';
      const many = recordingPhone({
        twoMatchesXml: `<hierarchy rotation="0">${row.repeat(count)}</hierarchy>`,
      });
      const { data } = await executeTool(
        findElements,
        { by: 'text', value: 'row', ...limit },
        many,
      );
      expect(data?.['elements']).toHaveLength(listed);
      expect(data?.['total']).toBe(total);
    },
  );
  it("rejects with the phone's error", async () => {
    const error = new HandsetError('dump-failed', 'no root');
    const args = { by: 'text', value: 'a' };
    await expect(executeTool(findElements, args, recordingPhone({ error }))).rejects.toBe(error);
  });
  it.each([
    [{ value: 'a' }, "Missing required parameter: 'by'"],
    [{ by: 'text' }, "Missing required parameter: 'value'"],
    [{ by: 'text', value: '' }, "Parameter 'value' must be non-empty"],
    [
      { by: 'Xpath', value: '' },
      "Invalid 'by' value: 'Xpath'. Must be one of: text, content_desc, resource_id, class_name",
    ],
    [{ by: 'xpath', value: 5 }, "Parameter 'value' must be a string, got: 5"],
    [
      { by: 'text', value: 'a', exact_match: 'yes' },
      "Parameter 'exact_match' must be a boolean (true/false), got string: 'yes'",
    ],
    [
      { by: 'text', value: 'a', limit: 201 },
      "Parameter 'limit' must be between 1 and 200, got: 201",
    ],
    [
      { by: 'text', value: 'a', most: 5 },
      "Unknown parameter: 'most'. find_elements takes: by, value, exact_match, limit",
    ],
  ])('refuses %j', async (args, message) => {
    expect(await refusalOf(findElements, args)).toEqual(argumentRefusal(message));
  });
});

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
          selected: false,
          focused: false,
          enabled: true,
        },
      ],
    });
    expect(JSON.parse(answer)).toEqual(data);
    expect(phone.shown.recall(id)?.element.text).toBe('Bob');
  });

  it('lists the states, a check mark only of what can have one, and more where the dump does', async () => {
    const phone = recordingPhone({
      twoMatchesXml: `<hierarchy rotation="0">
        <node class="Switch" checkable="true" checked="true" enabled="true" focused="true" bounds="[0,0][9,9]"/>
        <node class="Tab" selected="true" expanded="false" hint="Pages" state-description="2 of 3" error="Old" position="row 2" bounds="[0,9][9,19]"/>
      </hierarchy>`,
    });
    const switchStates = { checked: true, selected: false, focused: true, enabled: true };
    const read = { hint: 'Pages', stateDescription: '2 of 3', error: 'Old', position: 'row 2' };
    const tabStates = { selected: true, focused: false, enabled: false, expanded: false, ...read };
    const { data } = await executeTool(queryElements, { selector: '*' }, phone);
    expect(data).toMatchObject({ matches: [switchStates, tabStates] });
    const found = await executeTool(findElements, { by: 'class_name', value: 'a' }, phone);
    expect(found.data).toMatchObject({ elements: [tabStates] });
    for (const list of [data?.['matches'], found.data?.['elements']]) {
      expect(z.array(z.looseObject({})).parse(list).at(-1)).not.toHaveProperty('checked');
    }
  });

  it('warns about several matches and gives a selector for each', async () => {
    const { data } = await callTool(queryElements, threePeople(), { selector: '@name' });
    expect(data).toMatchObject({
      count: 3,
      matches: ['Ann', 'Bob', 'Cid'].map((text) => ({ text, selector: `:text("${text}")` })),
      warning: '3 elements match; to act on one, use its own selector or id.',
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
      'The selector has "txt" at column 8, where text, contains, desc, has or near should be.',
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

const longText = 'word '.repeat(60).trim();
const longTextXml = `<hierarchy rotation="0">
  <node text="${longText}" content-desc=" a&#9;b&#10;c " bounds="[0,0][9,9]"/>
  <node text="   " resource-id="x" bounds="[0,9][9,19]"/>
</hierarchy>`;
const { roots } = parseHierarchy(new TextEncoder().encode(longTextXml));
const [firstId = '', secondId = ''] = [...walk(roots)].map(({ id }) => id);

describe('get_element_details', () => {
  it('returns full texts in the requested order, and not_found for unknown ids', async () => {
    const phone = recordingPhone({ twoMatchesXml: longTextXml });
    const ids = [secondId, 'node_0', firstId, secondId];
    expect(await executeTool(getElementDetails, { ids }, phone)).toEqual({
      texts: [
        [
          'id\ttext\tdesc',
          `${secondId}\t-\t-`,
          'node_0\tnot_found\tnot_found',
          `${firstId}\t${longText}\ta b c`,
          `${secondId}\t-\t-`,
        ].join('\n'),
      ],
    });
    expect(phone.calls).toEqual([['readHierarchy']]);
  });
  it('returns a text of any length, part by part', async () => {
    const text = Array.from({ length: 6_000 }, (_, i) => `word${i}`).join('_');
    const phone = recordingPhone({
      twoMatchesXml: `<hierarchy rotation="0"><node text="${text}" bounds="[0,0][9,9]"/></hierarchy>`,
    });
    const id = [
      ...walk((await phone.readHierarchy(new AbortController().signal)).hierarchy.roots),
    ][0]?.id;
    let received = '';
    for (let offset = 0; !Number.isNaN(offset);) {
      const { texts } = await executeTool(getElementDetails, { ids: [id], offset }, phone);
      const cell = texts[0]?.split('\n')[1]?.split('\t')[1] ?? '';
      const [shown = '', next] = cell.split(/\.\.\.truncated, \d+ more from offset /);
      received += shown;
      offset = Number(next);
    }
    expect(received).toBe(text);
  });
  it('does not return the text of another row that has the id now', async () => {
    const list = (rows: readonly string[]): string => {
      const nodes = rows.map(
        (text, i) => `<node text="${text}" class="a.TextView" bounds="[0,${i}][9,${i + 1}]"/>`,
      );
      return `<hierarchy rotation="0"><node scrollable="true" class="a.ListView" bounds="[0,0][9,9]">${nodes.join('')}</node></hierarchy>`;
    };
    const before = parseHierarchy(new TextEncoder().encode(list(['one', 'two', 'three', 'four'])));
    const phone = recordingPhone({ twoMatchesXml: list(['two', 'three', 'four', 'five']) });
    phone.shown.remember(before);
    const id = before.roots[0]?.children[1]?.id ?? '';
    const now = [
      ...walk((await phone.readHierarchy(new AbortController().signal)).hierarchy.roots),
    ];
    expect(now.find((element) => element.id === id)?.text).toBe('three');
    const { texts } = await executeTool(getElementDetails, { ids: [id] }, phone);
    expect(texts).toEqual([`id\ttext\tdesc\n${id}\tnot_found\tnot_found`]);
  });
  it('does not let an id forge a row', async () => {
    const { texts } = await executeTool(
      getElementDetails,
      { ids: ['a\tb\nc', ''] },
      recordingPhone(),
    );
    const rows = ['id\ttext\tdesc', 'a b c\tnot_found\tnot_found', '-\tnot_found\tnot_found'];
    expect(texts).toEqual([rows.join('\n')]);
  });
  it.each([
    [{}, "Missing required parameter: 'ids'"],
    [{ ids: 'node_1' }, "Parameter 'ids' must be an array of strings"],
    [{ ids: null }, "Parameter 'ids' must be an array of strings"],
    [{ ids: [] }, "Parameter 'ids' must not be empty"],
    [
      { ids: Array.from({ length: 201 }, () => 'a') },
      "Parameter 'ids' must have at most 200 ids, got: 201",
    ],
    [{ ids: ['node_1', 2] }, "Each element in 'ids' must be a string"],
    [{ ids: ['a'], id: 'b' }, "Unknown parameter: 'id'. get_element_details takes: ids, offset"],
  ])('refuses %j', async (args, message) => {
    expect(await refusalOf(getElementDetails, args)).toEqual(argumentRefusal(message));
  });
});

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
        reason: 'By text. Breaks if the text or language changes.',
        matches: 1,
      },
      {
        selector: 'View:text("Bob")',
        kind: 'type-and-text',
        reason: 'By type and text. Breaks if either changes.',
        matches: 1,
      },
      {
        selector: '@name[1]',
        kind: 'counted',
        reason:
          'By its position among similar elements. Breaks if one is added or removed before it.',
        matches: 1,
      },
      { selector: '1.1.0', kind: 'path', reason: 'By index path. This screen only.', matches: 1 },
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
      "Element 'node_0' not found in accessibility tree. It is on no screen shown to you recently. Call get_screen_state and use an id from its reply.",
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
