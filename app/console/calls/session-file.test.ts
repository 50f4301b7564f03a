import { describe, expect, it } from 'vitest';
import type { PictureData } from '#core/link/messages.ts';
import { makeFile } from '../timeline/export/make-file.ts';
import { callEndOf } from '#app/ui/call-strings.ts';
import { callSchema, type Step } from '#core/call.ts';
import { maskedText } from '#core/link/call.ts';
import { parseSteps } from '../steps/recorded-steps.ts';
import { aCall, picture, tools } from './testing/calls.ts';
import { upgradeCall } from './older-calls.ts';
import { parseSession } from './session-file.ts';
import keptSession from './testing/kept/session.json' with { type: 'json' };
import keptSteps from './testing/kept/steps.json' with { type: 'json' };
import keptTimeline from './testing/kept/timeline.json' with { type: 'json' };

const touch = {
  size: { width: 1080, height: 2400 },
  paths: [[{ x: 540, y: 1200 }]],
  bounds: { left: 0, top: 1100, right: 1080, bottom: 1300 },
  packageName: 'a.b',
};
const changing = { ...picture, isChanging: true };
const neverAborts = new AbortController().signal;

const keptStep: Step = {
  tool: 'tap',
  arguments: { x: 540, y: 1200 },
  recordedEnd: 'done',
  chosen: false,
  screen: picture,
  facts: { packageName: 'a.b', activity: '.A', title: 'T', texts: ['T'], switches: [] },
  touchedAt: { x: 540, y: 1200, packageName: 'a.b' },
};

async function exportedFile(
  calls: readonly ReturnType<typeof aCall>[],
  steps: readonly Step[] = [],
): Promise<string> {
  const request = {
    format: 'json' as const,
    title: '',
    madeAtEpochMs: 0,
    calls,
    tools,
    phone: 'Pixel 8 · Android 14',
    withPictures: true,
    steps: { source: { kind: 'calls' } as const, steps },
  };
  return await (await makeFile(request, () => undefined, neverAborts)).text();
}

describe('the file of a session', () => {
  it('restores the calls that the JSON export wrote, newest first', async () => {
    const calls = [
      aCall({ id: 7, before: picture, after: changing, touch }),
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
      aCall({ id: 8, stepOf: 9, from: 'person', agent: 'you' }),
      aCall({ id: 6, isError: true, stopped: true }),
      aCall({ id: 4, isRepeat: true }),
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
    ['{"format":"handset-timeline","version":4,"calls":[]}', 'not-timeline'],
    ['{"format":"handset-timeline","version":3,"calls":[]}', 'empty'],
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

describe('an earlier version', () => {
  it('wrote files that can still be read', () => {
    const parsed = parseSession(JSON.stringify(keptTimeline));
    if ('fault' in parsed) throw new Error(parsed.fault);
    const { calls, steps, phone } = parsed;
    expect(phone).toBe('Pixel 8 · Android 14');
    expect(calls.map((call) => [call.id, callEndOf(call)])).toEqual(keptEnds);
    expect(calls.at(-1)).toEqual({
      ...aCall({ touch, before: picture, after: changing, pictures: [picture] }),
      refused: false,
      wait: undefined,
    });
    expect(calls.find(({ id }) => id === 2)).toMatchObject({
      arguments: { selector: '@password', text: maskedText },
      askedMs: 900,
    });
    expect(calls.find(({ id }) => id === 8)?.isRepeat).toBe(true);
    expect(steps.map(({ tool, recordedEnd, chosen }) => [tool, recordedEnd, chosen])).toEqual([
      ['tap', 'done', false],
      ['set_text', 'failed', true],
    ]);
    expect(steps[0]).toEqual({ ...keptStep, facts: null });
  });

  it('stored sessions that can still be read', () => {
    const stored = keptSession.map((call) => callSchema.parse(upgradeCall(withBytes(call))));
    const ends = stored.map((call) => [call.id, callEndOf(call)] as const);
    expect(ends.sort(([a], [b]) => b - a)).toEqual(keptEnds);
    expect(stored.at(-1)).toMatchObject({ touch, before: picture, hadVideo: true });
    expect(stored.find(({ id }) => id === 7)).toMatchObject({
      arguments: { selector: '"A"' },
      errorCode: 'element-not-found',
      selectors: ['"B"'],
    });
    expect(stored.find(({ id }) => id === 8)?.droppedPictures).toBe(2);
    expect(stored[0]?.wait).toEqual({ isMet: false, elapsedMs: 5012, reason: '' });
  });

  it('wrote files of steps that can still be opened', () => {
    const parsed = parseSteps(JSON.stringify(keptSteps));
    const tools = 'steps' in parsed ? parsed.steps.map(({ tool }) => tool) : [];
    expect(tools).toEqual(keptSteps.map(({ tool }) => tool));
    const ofTimeline = parseSteps(JSON.stringify(keptTimeline));
    expect('steps' in ofTimeline && ofTimeline.steps.at(-1)).toMatchObject({
      tool: 'wait_for_element',
      recordedEnd: 'failed',
    });
  });
});

/** How the stored calls ended, newest first. */
const keptEnds = [
  [12, 'failed'],
  [11, 'done'],
  [10, 'done'],
  [9, 'done'],
  [8, 'done'],
  [7, 'failed'],
  [6, 'stopped'],
  [5, 'unanswered'],
  [4, 'refused'],
  [3, 'refused'],
  [2, 'done'],
  [1, 'done'],
];

/** Decodes Base64 to bytes, as the browser stores them. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  if ('base64' in value) return Uint8Array.from(Buffer.from(String(value.base64), 'base64'));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withBytes(each)]));
}
