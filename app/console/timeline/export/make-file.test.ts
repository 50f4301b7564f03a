import { describe, expect, it } from 'vitest';
import { maskedText } from '#core/link/call.ts';
import { parseSteps } from '../../steps/recorded-steps.ts';
import { aCall, picture, tools } from '../../calls/testing/calls.ts';
import { type ExportRequest, makeFile } from './make-file.ts';

const neverAborted = new AbortController().signal;
const someFile = {
  tools,
  phone: 'Pixel 8 · Android 14',
  withPictures: true,
  madeAtEpochMs: Date.UTC(2026, 6, 17, 12, 0, 0),
  title: 'Sign in <twice>',
};

async function make(request: Pick<ExportRequest, 'calls' | 'format'> & Partial<ExportRequest>) {
  const file = await makeFile({ ...someFile, ...request }, () => undefined, neverAborted);
  return await file.text();
}

const typed = aCall({
  id: 2,
  tool: 'set_text',
  arguments: { selector: ':text("PIN")', text: maskedText },
});

describe('the report', () => {
  it('is self-contained, and escapes everything from phones and agents', async () => {
    const nasty = `<img src=x onerror="alert(1)"><script>alert(2)</script>'"&`;
    const calls = [
      aCall({ id: 3, agent: nasty, tool: nasty, arguments: { a: nasty } }),
      aCall({ id: 2, text: `${nasty}\u202etxet\tnext`, isError: true, pictures: [picture] }),
      aCall({ before: picture, after: { ...picture }, droppedPictures: 2 }),
    ];
    const html = await make({ calls, format: 'html', phone: nasty });
    expect(html).not.toMatch(/<script|<img src=x|onerror="|href="(?!#call-)|src="(?!data:image)/);
    expect(html.match(/<img /g)).toHaveLength(3);
    expect(html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;&#39;&quot;&amp;');
    expect(html).toContain('‹U+202E›txet\tnext');
    expect(html).toMatch(
      /content="default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:;/,
    );
    expect(html).toContain('2 screenshots of this call were dropped to save memory.');
    expect(html.indexOf('id="call-1"')).toBeLessThan(html.indexOf('id="call-3"'));
  });

  it('distinguishes refused calls from failed ones', async () => {
    const no = { isError: true, refused: true, text: 'The user said no.' } as const;
    const calls = [aCall({ id: 3, ...no }), aCall({ id: 2, isError: true }), aCall()];
    const html = await make({ calls, format: 'html' });
    expect(html).toContain('<dd>3 calls, 1 failed, 1 denied</dd>');
    // At the top, in the contents and at the call.
    expect(html.match(/class="refused">denied</g)).toHaveLength(3);
    expect(html.match(/class="failed">failed</g)).toHaveLength(3);
    expect(html).toContain('<pre tabindex="0">The user said no.</pre>');
  });

  it('has a title, numbers its calls and lists the failed ones first', async () => {
    const failed = { isError: true, text: 'Nothing matches.\nSimilar: a, b' } as const;
    const html = await make({ calls: [aCall({ id: 7, ...failed }), aCall()], format: 'html' });
    expect(html).toContain('<title>Sign in &lt;twice&gt;</title>');
    expect(html).toContain('<h1>Sign in &lt;twice&gt;</h1>');
    expect(html).toMatch(
      /<li><a href="#call-7">2\. [^<]+<\/a> <span class="failed">failed<\/span><br>Nothing matches\.<\/li>/,
    );
    // Its name makes it a landmark: all content must be in one.
    expect(html).toContain('<section class="problems" aria-labelledby="problems">');
    expect(html.indexOf('class="problems"')).toBeLessThan(html.indexOf('<nav'));
    expect(html).toMatch(/<article id="call-1">.*?<h2>1\. .*<article id="call-7">.*?<h2>2\. /s);
    expect(await make({ calls: [aCall()], format: 'html' })).not.toContain('class="problems"');
  });

  it('counts a call with its steps once, and quotes the step that failed', async () => {
    const wait = { isMet: false, elapsedMs: 600, reason: 'Nothing resembles it.' };
    const calls = [
      aCall({ id: 1, tool: 'press_home', stepOf: 3 }),
      aCall({ id: 2, tool: 'wait_for_element', stepOf: 3, arguments: { selector: '@nope' }, wait }),
      aCall({ id: 3, tool: 'run_steps', isError: true, text: '1. `press_home`: Home' }),
    ];
    const html = await make({ calls, format: 'html' });
    expect(html).toContain('<dd>1 call, 1 failed</dd>');
    const [, problems = ''] = /class="problems"[^>]*>(.*?)<\/section>/s.exec(html) ?? [];
    expect(problems).toMatch(
      /#call-3">3\. .*#call-2">2\. .*<\/a>: @nope didn’t appear within 600 ms\. Nothing resembles it\./s,
    );
  });

  it('says what the user wrote when they refused a call, not what the agent was told', async () => {
    const refused = { isError: true, refused: true, text: 'The user said no.' } as const;
    const calls = [aCall({ id: 1, ...refused, refusalNote: 'Stay in "Notes"' })];
    const html = await make({ calls, format: 'html' });
    const words = 'You denied this call.\nYou wrote: Stay in &quot;Notes&quot;';
    expect(html.split(words)).toHaveLength(3);
    expect(html).not.toContain('The user said no.');
    const byRule = [aCall({ ...refused, refused: 'risk' })];
    expect(await make({ calls: byRule, format: 'html' })).toContain(
      'Denied by your rules: risky calls are off.',
    );
  });

  it('notes that the screen was still changing in a picture', async () => {
    const calls = [aCall({ before: picture, after: { ...picture, isChanging: true } })];
    const html = await make({ calls, format: 'html' });
    expect(html.match(/<figcaption>[^<]*<\/figcaption>/g)).toEqual([
      '<figcaption>Before</figcaption>',
      '<figcaption>After. The screen was still changing. This screenshot may be up to a second out of date.</figcaption>',
    ]);
  });

  it('leaves out pictures when asked to', async () => {
    const calls = [aCall({ before: picture, after: picture, pictures: [picture] })];
    expect(await make({ calls, format: 'html', withPictures: false })).not.toContain('<img');
  });
});

describe('the JSON export', () => {
  it('has a versioned shape', async () => {
    const calls = [typed, aCall({ pictures: [picture], before: picture })];
    const text = await make({ calls, format: 'json' });
    expect(JSON.parse(text)).toEqual({
      format: 'handset-timeline',
      version: 3,
      exportedAt: '2026-07-17T12:00:00.000Z',
      phone: 'Pixel 8 · Android 14',
      calls: [
        {
          id: 1,
          startedAtEpochMs: Date.UTC(2026, 6, 17, 12),
          durationMs: 120,
          agent: 'claude',
          from: 'bridge',
          tool: 'tap',
          effect: 'act',
          arguments: { x: 540, y: 1200 },
          isError: false,
          text: 'Tap executed at (540, 1200)',
          pictures: [{ mimeType: 'image/jpeg', base64: '/9j/wAALCASwAhwBAREA' }],
          before: { mimeType: 'image/jpeg', base64: '/9j/wAALCASwAhwBAREA' },
          after: null,
          touch: null,
          droppedPictures: 0,
        },
        expect.objectContaining({
          id: 2,
          arguments: { selector: ':text("PIN")', text: maskedText },
        }),
      ],
    });
    expect(JSON.parse(await make({ calls: [], format: 'json' }))).toMatchObject({ calls: [] });
  });

  it('contains a call and its steps; as a steps file, it yields only the steps', async () => {
    const calls = [
      aCall({ id: 1, tool: 'run_steps', arguments: { steps: [] } }),
      aCall({ id: 2, stepOf: 1, tool: 'press_home' }),
      aCall({ id: 3, stepOf: 1, tool: 'wait_for_element', effect: 'read' }),
      aCall({ id: 4, tool: 'press_back' }),
    ];
    const text = await make({ calls, format: 'json' });
    expect(JSON.parse(text)).toMatchObject({ calls: [{ id: 1 }, { id: 2, stepOf: 1 }, {}, {}] });
    const result = parseSteps(text);
    const tools = 'steps' in result ? result.steps.map(({ tool }) => tool) : [];
    expect(tools).toEqual(['press_home', 'wait_for_element', 'press_back']);
  });
});

it('reports progress and can be cancelled', async () => {
  const controller = new AbortController();
  const pictures = Array.from({ length: 8 }, () => ({
    ...picture,
    bytes: new Uint8Array(3_000_000),
  }));
  const calls = [1, 2, 3].map((id) => aCall({ id, pictures }));
  const progress: number[] = [];
  const making = makeFile(
    { ...someFile, calls, format: 'html' },
    (done) => {
      progress.push(done);
      controller.abort();
    },
    controller.signal,
  );
  await expect(making).rejects.toMatchObject({ name: 'AbortError' });
  expect(progress).toEqual([1]);
});
