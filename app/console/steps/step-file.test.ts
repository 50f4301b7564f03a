import { describe, expect, it } from 'vitest';
import type { Json } from '#app/ui/json.ts';
import { Mask, maskedText } from '#app/ui/mask-secrets.ts';
import type { ScriptRequest } from '#core/link/call.ts';
import { fillMaskedText, maskedTexts, stepsFromCalls, usesElementId } from './recorded-steps.ts';
import { aCall, tools } from '../calls/testing/calls.ts';
import type { TimelineCall } from '../calls/call-list.ts';
import { isInPlainSight, keepMasked } from './masked-texts.ts';
import { makeStepFile, type StepFileRequest, type StepFormat } from './step-file.ts';

const typed = aCall({
  id: 2,
  tool: 'set_text',
  argumentsJson: '{"selector":":text(\\"PIN\\")","text":"hunter2"}',
  secrets: ['hunter2'],
});

async function make(
  format: StepFormat,
  calls: readonly TimelineCall[],
  more: Partial<StepFileRequest> = {},
) {
  const request = {
    format,
    tools,
    steps: stepsFromCalls(calls),
    secrets: ['hunter2'],
    phone: 'Pixel 8 · Android 14',
    fileName: 'steps.yaml',
    madeAtEpochMs: Date.UTC(2026, 6, 17, 12, 0, 0),
    // The worker writes it; this shows what it is asked for.
    makeScript: (script: ScriptRequest) => Promise.resolve(JSON.stringify(script)),
    ...more,
  };
  return await makeStepFile(request);
}

/** A tap while this app was in front. */
function tapIn(packageName: string | undefined): TimelineCall {
  const size = { width: 1080, height: 2400 };
  return aCall({ touch: { size, paths: [[{ x: 1, y: 2 }]], bounds: null, packageName } });
}

describe('the text of a step that the user ran', () => {
  const run = aCall({ ...typed, id: 3, agent: 'steps', from: 'person' });
  const [recorded] = stepsFromCalls([typed]);
  const plain = { ...stepsFromCalls([{ ...typed, secrets: [] }])[0] };
  if (recorded === undefined) throw new Error('The call is no step.');
  const shown = { ...recorded, ...plain };
  const filled = { ...shown, arguments: { ...shown.arguments, text: maskedText } };
  it.each([
    ['shown', run, [shown], [], true],
    ['masked by a call', run, [shown], ['hunter2'], false],
    ['masked as the step’s own', run, [recorded], [], false],
    ['masked in one of two steps', run, [shown, recorded], [], false],
    ['typed in place of a mask', run, [filled], [], false],
    ['an agent’s', { ...run, from: 'bridge' as const }, [shown], [], false],
    ['of no step', run, [], [], false],
  ])('%s', (_words, call, steps, secrets, isPlain) => {
    expect(isInPlainSight(call, steps, new Mask(secrets))).toBe(isPlain);
  });
});

describe('the JSON file', () => {
  it('has tools and arguments, whose masked texts can be filled in', async () => {
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

it('keeps what is behind a mask that was not edited', () => {
  const original = { by: 'text', value: 'hunter2', of: ['hunter2', 1] };
  const shown = { by: 'text', value: maskedText, of: [maskedText, 1] };
  const kept = (edited: Json): Json => keepMasked(edited, shown, original);
  expect(kept({ ...shown, timeout: 9 })).toEqual({ ...original, timeout: 9 });
  expect(kept({ ...shown, value: 'other' })).toEqual({ ...original, value: 'other' });
  expect(kept({ ...shown, value: `${maskedText}!`, of: [maskedText] })).toEqual({
    by: 'text',
    value: `${maskedText}!`,
    of: [maskedText],
  });
});

it('recognises a step that names an element by its id', () => {
  const byId = { tool: 'click_element', arguments: { element_id: 'node_1' } };
  expect(usesElementId(byId)).toBe(true);
  expect(usesElementId({ tool: 'click_element', arguments: { selector: '#a' } })).toBe(false);
  expect(usesElementId({ tool: 'input_text', arguments: { element_id: '' } })).toBe(false);
});

it.each([
  ['typed', { text: 'my word is ${HANDSET_TEXT_1}' }],
  ['in a selector', { selector: String.raw`:text("$\{\u0048ANDSET\u{5f}TEXT\_1}")` }],
])(
  'never puts a password in place of a text that looks like a variable: %s',
  async (_words, args) => {
    const looking = aCall({ id: 3, tool: 'click_element', argumentsJson: JSON.stringify(args) });
    const { variables } = await make('appium', [typed, looking]);
    expect(variables).toEqual(['HANDSET_TEXT__1']);
  },
);

describe('the flow for Maestro', () => {
  it('has variables for masked texts, and the places that were touched', async () => {
    const size = { width: 1080, height: 2400 };
    const touch = { size, paths: [[{ x: 1, y: 2 }]], bounds: null };
    const within = aCall({
      id: 3,
      tool: 'open_link',
      argumentsJson: '{"url":"https://x.example/?pin=hunter2&on&•••"}',
    });
    const calls = [within, typed, aCall({ touch })];
    const { text, variables } = await make('maestro', calls, { fileName: 'a.yaml' });
    expect(variables).toEqual(['HANDSET_TEXT_1', 'HANDSET_TEXT_2']);
    expect(JSON.parse(text)).toEqual({
      format: 'maestro',
      steps: [
        { tool: 'tap', argumentsJson: '{"x":540,"y":1200}', at: { x: 1, y: 2 } },
        {
          tool: 'set_text',
          argumentsJson: '{"selector":":text(\\"PIN\\")","text":"${HANDSET_TEXT_1}"}',
          at: null,
        },
        {
          tool: 'open_link',
          argumentsJson: '{"url":"https://x.example/?pin=${HANDSET_TEXT_1}&on&${HANDSET_TEXT_2}"}',
          at: null,
        },
      ],
      comments: [
        'Made by Handset, 2026-07-17T12:00:00.000Z, from steps on Pixel 8 · Android 14.',
        'maestro test -e APP_ID=… -e HANDSET_TEXT_1=… -e HANDSET_TEXT_2=… a.yaml',
      ],
      variables: ['HANDSET_TEXT_1', 'HANDSET_TEXT_2'],
    });
  });
});

it.each(['maestro', 'appium', 'json'] as const)('no secret is in a file: %s', async (format) => {
  const secret = 'a "se\\cret" <&> of\nmine';
  const calls = [
    aCall({ id: 1, argumentsJson: JSON.stringify({ text: secret }), secrets: [secret] }),
    aCall({ id: 2, tool: `x${secret}`, argumentsJson: JSON.stringify({ [secret]: [secret] }) }),
  ];
  const { text } = await make(format, calls, { secrets: [secret] });
  expect(text).not.toMatch(/cret/);
});
