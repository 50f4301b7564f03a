import { describe, expect, it } from 'vitest';
import type { ElementFacts } from '#core/link/inspection.ts';
import { copyTexts } from './copy-texts.ts';

const facts: ElementFacts = {
  id: 'node_1',
  attributes: [],
  derived: [],
  centre: { x: 10, y: 20 },
  json: '{"id": "node_1"}',
  locators: { appium: 'AppiumBy.id("p:id/a")', uiAutomator: null, espresso: null, maestro: null },
};
const textsOf = (...args: Parameters<typeof copyTexts>) =>
  Object.fromEntries(
    copyTexts(...args)
      .flat()
      .map(({ id, text }) => [id, text]),
  );

describe('copy as', () => {
  it('writes a tool call as agents do', () => {
    const texts = textsOf('node_1', ':text("Say \\"hi\\"")', facts);
    expect(texts).toMatchObject({
      selector: ':text("Say \\"hi\\"")',
      toolCall: String.raw`click_element {"selector": ":text(\"Say \\\"hi\\\"\")"}`,
      id: 'node_1',
      tap: 'tap {"x": 10, "y": 20}',
      json: '{"id": "node_1"}',
      appium: 'AppiumBy.id("p:id/a")',
      espresso: null,
    });
    expect(JSON.parse(texts['mcp'] ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'click_element', arguments: { selector: ':text("Say \\"hi\\"")' } },
    });
  });

  it('uses the id where there is no selector, and null for what is not known', () => {
    expect(textsOf('node_1', undefined, { ...facts, centre: null })).toMatchObject({
      selector: null,
      toolCall: 'click_element {"element_id": "node_1"}',
      tap: null,
    });
    expect(textsOf('node_1', '@ok', null)).toMatchObject({ selector: '@ok', json: null });
  });
});
