import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../screen/parse.ts';
import { walk } from '../screen/screen.ts';
import { getElementDetails } from './query.ts';
import {
  executeTool,
  recordingPhone,
  refusalOf,
  argumentRefusal,
} from './testing/recording-phone.ts';

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
    expect(phone.calls).toEqual([['readHierarchy'], ['readDisplay']]);
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
