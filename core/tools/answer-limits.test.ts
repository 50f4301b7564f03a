import { describe, expect, it } from 'vitest';
import { findElements, getElementDetails, queryElements, suggestSelectors } from './query.ts';
import { diffScreen, getScreenState, getScreenTree, summarizeScreen } from './screen.ts';
import { callTool } from './testing/call-tool.ts';
import { recordingPhone } from './testing/recording-phone.ts';
import { waitForElement } from './wait.ts';

const all = 'bounds="[0,0][1080,2400]" enabled="true"';
const button = `<node class="a.View" clickable="true" ${all}/>`;
const documentOf = (nodes: string): string => `<hierarchy rotation="0">${nodes}</hierarchy>`;
/** Several chains of nested nodes; each level has a leaf. */
const comb = (chains: number, leaf: (number: number) => string): string => {
  const depth = 240;
  const chain = (from: number): string =>
    Array.from(
      { length: depth },
      (_, i) => `<node class="a.View" clickable="true" ${all}>${leaf(from + i)}`,
    ).join('') + '</node>'.repeat(depth);
  return documentOf(Array.from({ length: chains }, (_, i) => chain(i * depth)).join(''));
};

/** Extreme screens that an app can show and that must still be readable. */
const hostileScreens = {
  'deep, nothing to tell apart': comb(1, () => button),
  'deep, with texts': comb(2, (i) => `<node class="a.TextView" text="word ${i}" ${all}/>`),
  'many with the same text': documentOf(
    `<node class="a.Button" text="same" clickable="true" ${all}/>`.repeat(900),
  ),
  'long texts': documentOf(
    `<node class="a.Button" text="${'a'.repeat(90_000)}" content-desc="${'b'.repeat(90_000)}" clickable="true" ${all}/>`.repeat(
      12,
    ),
  ),
  'long names': documentOf(
    `<node class="${'C'.repeat(9_000)}" resource-id="a:id/${'n'.repeat(9_000)}" hint="${'h'.repeat(9_000)}" clickable="true" ${all}/>`.repeat(
      100,
    ),
  ),
};

/** Longest answer allowed, in characters: about 12,000 tokens. */
const maxAnswerLength = 41_000;

describe.each(Object.entries(hostileScreens))('a screen that is %s', (_, xml) => {
  const calls = [
    [getScreenState, {}],
    [getScreenTree, {}],
    [getScreenTree, { compact: true }],
    [getScreenTree, { verbose: true }],
    [summarizeScreen, {}],
    [findElements, { by: 'class_name', value: 'c', limit: 200 }],
    [findElements, { by: 'text', value: 'a', limit: 200 }],
    [queryElements, { selector: '*', limit: 20 }],
    [suggestSelectors, { selector: '0' }],
    [suggestSelectors, { selector: '[clickable]' }],
    [waitForElement, { by: 'text', value: 'a', timeout: 1 }],
  ] as const;
  it.each(calls)('$name %j: the answer is limited', async (tool, args) => {
    const { answer } = await callTool(tool, recordingPhone({ twoMatchesXml: xml }), args);
    expect(answer).not.toBe('');
    expect(answer.length).toBeLessThan(maxAnswerLength);
  });

  it('the answers of diff_screen and get_element_details are limited, too', async () => {
    const phone = recordingPhone({ twoMatchesXml: xml });
    const { answer: state } = await callTool(getScreenState, phone);
    const ids = state.match(/^node_\w+/gm) ?? [];
    const details = await callTool(getElementDetails, phone, { ids: ids.slice(0, 200) });
    const changed = recordingPhone({
      twoMatchesXml: xml.replaceAll('1080', '1079').replaceAll('word', 'sword'),
    });
    const before = await callTool(getScreenState, changed);
    const diff = await callTool(diffScreen, changed);
    for (const { answer } of [details, before, diff])
      expect(answer.length).toBeLessThan(maxAnswerLength);
  });
});

it('a list that does not fit says how much is missing and how to get it', async () => {
  const phone = recordingPhone({ twoMatchesXml: hostileScreens['deep, with texts'] });
  const { answer: tree } = await callTool(getScreenTree, phone);
  const note =
    /^note:(\d+) more lines did not fit: root shows a part, .*compact true is shorter/m.exec(tree);
  // The head, the note and the snapshot line are not elements.
  expect(tree.split('\n').length - 3 + Number(note?.[1])).toBe(2 * 240 * 2);
  const { data } = await callTool(queryElements, phone, { selector: '*', limit: 200 });
  const listed = data?.['matches'];
  expect(data?.['warning']).toBe(
    `960 elements match; to act on one, use its own selector or id. The first ${Array.isArray(listed) ? listed.length : 0} are listed; raise limit or narrow the selector to see the rest.`,
  );
});

it('query_elements can be cancelled while it searches selectors', async () => {
  const row = '<node class="a.Button" clickable="true" enabled="true" bounds="[0,0][1080,200]"/>';
  const phone = recordingPhone({ twoMatchesXml: documentOf(row.repeat(9_000)) });
  const cancelled = new AbortController();
  setTimeout(() => cancelled.abort(), 0);
  const { code } = await callTool(
    queryElements,
    phone,
    { selector: '*', limit: 200 },
    cancelled.signal,
  );
  expect(code).toBe('cancelled');
});
