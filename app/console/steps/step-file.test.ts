import { describe, expect, it } from 'vitest';
import { maskedText, type ScriptRequest } from '#core/link/call.ts';
import { fillMaskedText, maskedTexts, stepsFromCalls } from './recorded-steps.ts';
import { aCall } from '../calls/testing/calls.ts';
import type { Call } from '#core/call.ts';
import { makeStepFile, type StepFileRequest, type StepFormat } from './step-file.ts';

const typed = aCall({
  id: 2,
  tool: 'set_text',
  arguments: { selector: ':text("PIN")', text: maskedText },
});

async function make(
  format: StepFormat,
  calls: readonly Call[],
  more: Partial<StepFileRequest> = {},
) {
  const request = {
    format,
    steps: stepsFromCalls(calls),
    phone: 'Pixel 8 · Android 14',
    fileName: 'steps.yaml',
    madeAtEpochMs: Date.UTC(2026, 6, 17, 12, 0, 0),
    // The worker writes the script; this returns the request.
    makeScript: (script: ScriptRequest) =>
      Promise.resolve({ text: JSON.stringify(script), lostCount: 0 }),
    ...more,
  };
  return await makeStepFile(request);
}

/** A tap while this app was in front. */
function tapIn(packageName: string | undefined): Call {
  const size = { width: 1080, height: 2400 };
  return aCall({ touch: { size, paths: [[{ x: 1, y: 2 }]], bounds: null, packageName } });
}

describe('the JSON file', () => {
  it('contains tools and arguments, and their masked texts can be filled in', async () => {
    const { text } = await make('json', [typed, aCall()]);
    const step = { tool: 'set_text', arguments: { selector: ':text("PIN")', text: maskedText } };
    expect(JSON.parse(text)).toEqual([{ tool: 'tap', arguments: { x: 540, y: 1200 } }, step]);
    const [masked] = maskedTexts(step);
    expect(masked).toEqual({ path: ['text'], name: 'text', key: '["text"]' });
    expect(masked && fillMaskedText(step, masked, '$&')).toEqual({
      ...step,
      arguments: { ...step.arguments, text: '$&' },
    });
    const { text: fromHome } = await make('json', [tapIn('com.android.launcher3')]);
    expect(JSON.parse(fromHome)).toEqual([
      { tool: 'press_home', arguments: {} },
      { tool: 'tap', arguments: { x: 540, y: 1200 } },
    ]);
    const deep = { tool: 't', arguments: { of: [{ a: 'x' }, { a: `<${maskedText}>` }] } };
    const [inside] = maskedTexts(deep);
    expect(inside?.name).toBe('of.1.a');
    expect(inside && fillMaskedText(deep, inside, 'y').arguments).toEqual({
      of: [{ a: 'x' }, { a: '<y>' }],
    });
  });
});

it.each([
  ['typed', { text: 'my word is ${HANDSET_TEXT_1}' }],
  ['in a selector', { selector: String.raw`:text("$\{\u0048ANDSET\u{5f}TEXT\_1}")` }],
  ['in small letters', { value: '${handset_text_1}' }],
])(
  'never puts a password in place of a text that looks like a variable: %s',
  async (_words, args) => {
    const looking = aCall({ id: 3, tool: 'click_element', arguments: args });
    const { variables } = await make('appium', [typed, looking]);
    expect(variables).toEqual(['HANDSET_TEXT__1']);
  },
);

describe('the flow for Maestro', () => {
  it('has variables for masked texts, and the points that were touched', async () => {
    const size = { width: 1080, height: 2400 };
    const touch = { size, paths: [[{ x: 1, y: 2 }]], bounds: null };
    const within = aCall({
      id: 3,
      tool: 'open_link',
      arguments: { url: 'https://x.example/?pin=•••&on&•••' },
    });
    const calls = [within, typed, aCall({ touch })];
    const { text, variables } = await make('maestro', calls, { fileName: 'a.yaml' });
    expect(variables).toEqual(['HANDSET_TEXT_1', 'HANDSET_TEXT_2', 'HANDSET_TEXT_3']);
    expect(JSON.parse(text)).toEqual({
      format: 'maestro',
      steps: [
        { tool: 'tap', arguments: { x: 540, y: 1200 }, touchedAt: { x: 1, y: 2 } },
        {
          tool: 'set_text',
          arguments: { selector: ':text("PIN")', text: '${HANDSET_TEXT_1}' },
          touchedAt: null,
        },
        {
          tool: 'open_link',
          arguments: { url: 'https://x.example/?pin=${HANDSET_TEXT_2}&on&${HANDSET_TEXT_3}' },
          touchedAt: null,
        },
      ],
      comments: [
        'Made by Handset, 2026-07-17T12:00:00.000Z, from steps on Pixel 8 · Android 14.',
        'maestro test -e APP_ID=… -e HANDSET_TEXT_1=… -e HANDSET_TEXT_2=… -e HANDSET_TEXT_3=… a.yaml',
      ],
      variables: ['HANDSET_TEXT_1', 'HANDSET_TEXT_2', 'HANDSET_TEXT_3'],
    });
  });
});
