/** No tool that reads the screen reveals a password field's content. */
import { describe, expect, it } from 'vitest';
import { clickElement } from './elements.ts';
import { findElements, getElementDetails, queryElements, suggestSelectors } from './query.ts';
import { diffScreen, getScreenState, getScreenTree, summarizeScreen } from './screen.ts';
import { callTool } from './testing/call-tool.ts';
import { type ScreenModel, ModelPhone, node } from './testing/model-phone.ts';
import { waitForElement } from './wait.ts';

const bounds = { left: 0, top: 100, right: 1000, bottom: 200 };

/** A sign-in page whose dump contains the password in plain text, as with some apps' custom fields. */
const signInPhone = (text: string, more = 'hint="Password"'): ModelPhone => {
  const texts = `text="${text}" content-desc="${text}"`;
  const inside = node('', bounds, { attributes: texts });
  const attributes = `class="android.widget.EditText" clickable="true" password="true" ${texts} ${more}`;
  return new ModelPhone({ xml: () => node('field', bounds, { attributes, children: inside }) });
};

type ReadingCall = readonly [
  name: string,
  tool: Parameters<typeof callTool>[0],
  given: { readonly [name: string]: unknown },
];

const readingCalls: readonly ReadingCall[] = [
  ['get_screen_state', getScreenState, {}],
  ['get_screen_tree', getScreenTree, {}],
  ['get_screen_tree', getScreenTree, { compact: true }],
  ['find_elements', findElements, { by: 'resource_id', value: 'field' }],
  ['get_element_details', getElementDetails, { ids: ['@'] }],
  ['query_elements', queryElements, { selector: '@field' }],
  ['wait_for_element', waitForElement, { selector: '@field', timeout: 1 }],
  ['summarize_screen', summarizeScreen, {}],
];

/** Calls the tool; `ids` becomes the field's id. */
const answerOf = async (phone: ModelPhone, [, tool, given]: ReadingCall): Promise<string> =>
  (
    await callTool(tool, phone, {
      ...given,
      ...('ids' in given && { ids: [phone.elementNamed('field').id] }),
    })
  ).answer;

describe('a filled password field', () => {
  it.each(readingCalls)('is shown as bullets: %s', async (...readingCall) => {
    for (const secret of ['secret7', '•••••••', '••••••7', '7']) {
      const answer = await answerOf(signInPhone(secret), readingCall);
      expect(answer).toContain('•••');
      expect(answer).not.toMatch(/secret|••••|•7/);
    }
  });
  it.each(readingCalls)('differs from an empty one: %s', async (...readingCall) => {
    expect(await answerOf(signInPhone('Password'), readingCall)).not.toContain('•');
    expect(await answerOf(signInPhone(''), readingCall)).not.toContain('•');
  });
  it.each(readingCalls)(
    'is marked as possibly empty if the dump has no hint attribute: %s',
    async (...readingCall) => {
      expect(await answerOf(signInPhone('Password', ''), readingCall)).toContain('•••?');
      expect(await answerOf(signInPhone('•••••••', ''), readingCall)).not.toContain('•••?');
    },
  );

  it.each([
    ...[':text("se*")', ':text("secret7")', ':text("*")', ':text("•••")', ':contains("e")'],
    ...[':contains("•")', ':desc("se*")', ':desc("secret7")', 'EditText:text("*7")'],
  ])('is not found by %s', async (selector) => {
    const phone = signInPhone('secret7');
    const { data, answer } = await callTool(queryElements, phone, { selector });
    expect(data).toMatchObject({ count: 0, nearest: [] });
    expect(answer).not.toContain('secret');
    const waited = await callTool(waitForElement, phone, { selector, timeout: 1 });
    expect(waited.data).toMatchObject({ found: false });
    const clicked = await callTool(clickElement, phone, { selector });
    expect(clicked.code).toBe('element-not-found');
  });
  it.each(['text', 'content_desc'])('is not found by its %s', async (by) => {
    for (const value of ['e', 'secret7', '•']) {
      const { data } = await callTool(findElements, signInPhone('secret7'), { by, value });
      expect(data).toEqual({ elements: [] });
      const gone = { by, value, timeout: 1, gone: true };
      const waited = await callTool(waitForElement, signInPhone('secret7'), gone);
      expect(waited.data).toMatchObject({ found: false });
    }
  });

  it('is shown as bullets in a diff', async () => {
    let text = '';
    const attributes = (): string =>
      `class="android.widget.EditText" password="true" hint="Password" text="${text || 'Password'}"`;
    const label = node('', { ...bounds, top: 0, bottom: 100 }, { attributes: 'text="Sign in"' });
    const model: ScreenModel = {
      xml: () => label + node('field', bounds, { attributes: attributes() }),
    };
    const phone = new ModelPhone(model);
    await callTool(getScreenState, phone);
    text = 'secret7';
    const { answer } = await callTool(diffScreen, phone);
    expect(answer).toContain('EditText "" -> "•••" @field');
  });
  it('has no suggested selector with its content', async () => {
    const phone = signInPhone('secret7');
    const element_id = phone.elementNamed('field').id;
    const { answer } = await callTool(suggestSelectors, phone, { element_id });
    expect(answer).not.toMatch(/secret|•/);
  });
});
