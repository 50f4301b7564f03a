import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PictureData } from '#core/link/messages.ts';
import { makeFile } from '../timeline/export/make-file.ts';
import type { KeptStep } from './step.ts';
import { maskedTexts, parseSteps, stepsFromCalls } from '../steps/recorded-steps.ts';
import { aCall, picture, tools } from './testing/calls.ts';
import { missingScreen } from '../timeline/call-screens.ts';
import { parseSession } from './session-file.ts';
import { maskedCall } from './session-store.ts';

const touch = {
  size: { width: 1080, height: 2400 },
  paths: [[{ x: 540, y: 1200 }]],
  bounds: { left: 0, top: 1100, right: 1080, bottom: 1300 },
  packageName: 'a.b',
};
const changing = { ...picture, isChanging: true };
const neverAborts = new AbortController().signal;

const keptStep: KeptStep = {
  tool: 'tap',
  arguments: { x: 540, y: 1200 },
  gapMs: 40,
  recordedEnd: 'done',
  chosen: false,
  screen: picture,
  touchedAt: { x: 540, y: 1200, packageName: 'a.b' },
};

async function exportedFile(
  calls: readonly ReturnType<typeof aCall>[],
  steps: readonly KeptStep[] = [],
): Promise<string> {
  const request = {
    format: 'json' as const,
    fileName: 'x.json',
    title: '',
    madeAtEpochMs: 0,
    mcpUrl: '',
    calls,
    secrets: [],
    tools,
    phone: 'Pixel 8 · Android 14',
    withSecrets: false,
    withPictures: true,
    steps: { source: { kind: 'calls' } as const, steps },
  };
  return await (await makeFile(request, () => undefined, neverAborts)).text();
}

/** The JSON with another value in place of one of its values, counted in its order, or without that one. */
function replaceValue(text: string, at: number, value: unknown): string {
  let count = 0;
  JSON.parse(text, (_name, each: unknown) => {
    count += 1;
    return each;
  });
  let index = 0;
  const edited: unknown = JSON.parse(text, (_name, each: unknown) => {
    if (index++ !== at % count) return each;
    return value === 'REMOVE' ? undefined : value;
  });
  return JSON.stringify(edited ?? null);
}

describe('the file of a run', () => {
  it('brings back the calls that the JSON export wrote, newest first', async () => {
    const calls = [
      aCall({ id: 7, before: picture, after: changing, refused: false, touch }),
      aCall({
        id: 9,
        askedMs: 800,
        tool: 'run_steps',
        pictures: [picture],
        isError: true,
        refused: true,
        refusalNote: 'Stay here',
      }),
      aCall({ id: 5, isError: true, refused: 'unanswered' }),
      aCall({ id: 10, isError: true, refused: 'risk' }),
      aCall({ id: 8, stepOf: 9, from: 'person', agent: 'you', refused: false }),
      aCall({ id: 6, isError: true, refused: false, stopped: true }),
      aCall({ id: 4, refused: false, isRepeat: true }),
    ];
    const parsed = parseSession(await exportedFile(calls, [keptStep]));
    expect(parsed).toEqual({
      steps: [keptStep],
      phone: 'Pixel 8 · Android 14',
      calls: [...calls].sort((a, b) => b.id - a.id),
    });
  });

  it.each([
    ['{', 'not-json'],
    ['[]', 'not-timeline'],
    ['{"format":"handset-timeline","version":2,"calls":[]}', 'not-timeline'],
    ['{"format":"handset-timeline","version":1,"calls":[]}', 'empty'],
  ])('%s: %s', (text, fault) => {
    expect(parseSession(text)).toEqual({ fault });
  });

  it('names the first call that is damaged', async () => {
    const text = await exportedFile([aCall({ id: 1, before: picture }), aCall({ id: 2 })]);
    const damaged = (from: string | RegExp, to: string) => parseSession(text.replace(from, to));
    expect(damaged('"id":2', '"id":1')).toEqual({ fault: 'not-call', at: 2 });
    expect(damaged('"from":"bridge"', '"from":"nowhere"')).toEqual({ fault: 'not-call', at: 1 });
    expect(damaged('image/jpeg', 'image/svg+xml')).toEqual({ fault: 'not-call', at: 1 });
    expect(damaged(/"base64":"[^"]*"/, '"base64":"%"')).toEqual({ fault: 'not-call', at: 1 });
    expect(damaged('"touch":null', '"touch":{"paths":3}')).toEqual({ fault: 'not-call', at: 1 });
    const deep = `"arguments":{"a":${'['.repeat(99)}${']'.repeat(99)}}`;
    expect(damaged(/"arguments":\{[^}]*\}/, deep)).toEqual({ fault: 'not-call', at: 1 });
  });

  it.each([
    ['would take gigabytes', '89504e470d0a1a0a0000000d49484452 00003e80 00003e80'],
    ['is no picture', '47494638'],
  ])('refuses a screenshot that %s', async (_words, hex) => {
    const bytes = Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
    const bomb: PictureData = { bytes, mimeType: 'image/png' };
    const text = await exportedFile([aCall({ id: 2, before: bomb }), aCall()]);
    expect(parseSession(text)).toEqual({ fault: 'not-call', at: 2 });
    const steps = await exportedFile([aCall()], [{ ...keptStep, screen: bomb }]);
    expect(parseSession(steps)).toEqual({ fault: 'not-step', at: 1 });
  });

  it.each([
    ['its own step', [{ id: 1, stepOf: 1 }], 1],
    [
      'a step of its own step',
      [
        { id: 1, stepOf: 2 },
        { id: 2, stepOf: 1 },
      ],
      1,
    ],
    ['a step of a step', [{ id: 1 }, { id: 2, stepOf: 1 }, { id: 3, stepOf: 2 }], 3],
  ])('refuses a call that is %s', async (_words, calls, at) => {
    const text = await exportedFile(calls.map((call) => aCall(call)));
    expect(parseSession(text)).toEqual({ fault: 'not-step-of', at });
  });

  it('opens steps whose call was filtered out', async () => {
    const text = await exportedFile([aCall({ id: 3, stepOf: 2 })]);
    expect(parseSession(text)).toMatchObject({ calls: [{ id: 3, stepOf: 2 }] });
  });

  it('is opened or refused, whatever stands in it', async () => {
    const calls = [aCall({ id: 3, stepOf: 2, before: picture, touch }), aCall({ id: 2 }), aCall()];
    const file: unknown = JSON.parse(await exportedFile(calls, [keptStep, keptStep]));
    const odd = [0, -1, 1, 2, 3, 1e308, null, true, '', 'constructor', '__proto__', [], {}, [[]]];
    const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...odd, 'REMOVE')), {
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (edits) => {
        let text = JSON.stringify(file);
        for (const [at, value] of edits) text = replaceValue(text, at, value);
        const parsed = parseSession(text.replaceAll('1e+308', '1e999'));
        parseSteps(text);
        if ('fault' in parsed) return;
        for (const call of parsed.calls) missingScreen(call, parsed.calls, 0);
        stepsFromCalls(parsed.calls);
        JSON.parse(await exportedFile(parsed.calls, parsed.steps));
      }),
      { numRuns: 500 },
    );
  });
});

it('names the first step that is damaged', async () => {
  const text = await exportedFile([aCall()], [keptStep, keptStep]);
  const damaged = (from: string, to: string) => parseSession(text.replace(from, to));
  expect(damaged('"chosen":false', '"chosen":0')).toEqual({ fault: 'not-step', at: 1 });
  expect(damaged('"touchedAt":{"x":540', '"touchedAt":{"x":"a"')).toMatchObject({ at: 1 });
  expect(damaged('"touchedAt":{"x":540', '"touchedAt":{"x":1e999')).toMatchObject({ at: 1 });
  expect(damaged('"screen":{"mimeType"', '"screen":{"type"')).toMatchObject({ at: 1 });
  expect(damaged('"recordedEnd":"done"', '"recordedEnd":"?"')).toMatchObject({ at: 1 });
  expect(damaged('"steps": [', '"steps": [7,')).toEqual({ fault: 'not-step', at: 1 });
});

describe('a call that is kept', () => {
  it('has no typed password or clipboard text, of any call', () => {
    const call = aCall({
      tool: 'set_text',
      argumentsJson: '{"selector":"@password","text":"hunter2"}',
      text: 'Text set. The clipboard holds "Tr0ub4dor"',
      secrets: ['hunter2'],
      refusalNote: 'No hunter2 here',
      selectors: ['@hint', ':text("Tr0ub4dor")'],
    });
    const kept = maskedCall(call, ['hunter2', 'Tr0ub4dor']);
    expect(JSON.stringify(kept)).not.toMatch(/hunter2|Tr0ub4dor/);
    // Replay then asks for what was typed.
    const [step] = stepsFromCalls([kept]);
    expect(step && maskedTexts(step).map(({ name }) => name)).toEqual(['text']);
  });
});
