import { describe, expect, it } from 'vitest';
import { HandsetError } from '../errors.ts';
import { diffScreen, getScreenState, getScreenTree } from './screen.ts';
import { ArticleModel } from './testing/article-model.ts';
import { callTool } from './testing/call-tool.ts';
import { FormModel } from './testing/form-model.ts';
import { ListModel } from './testing/list-model.ts';
import { ModelPhone } from './testing/model-phone.ts';

const names = ['Ann', 'Bob', 'Cid', 'Dee', 'Eve', 'Flo', 'Gus', 'Hal'];

describe('diff_screen', () => {
  it('is one line when nothing changed', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows: names }));
    await callTool(getScreenState, phone);
    const { answer } = await callTool(diffScreen, phone);
    expect(answer).toBe('no change in the elements since snapshot:s1\nsnapshot:s2');
  });

  it('compares with the last screen that any tool showed', async () => {
    const model = new FormModel({ focused: true });
    const phone = new ModelPhone(model);
    await callTool(getScreenTree, phone);
    model.type('Mil');
    const { answer: first } = await callTool(diffScreen, phone);
    model.type('k');
    const { answer: second } = await callTool(diffScreen, phone);
    const { id } = phone.elementNamed('field');
    expect(first).toBe(
      `since snapshot:s1:\n~ ${id} EditText @field "Your name" -> "Mil"\nsnapshot:s2`,
    );
    expect(second).toBe(`since snapshot:s2:\n~ ${id} EditText @field "Mil" -> "Milk"\nsnapshot:s3`);
  });

  it('compares with an older snapshot if `since` names one', async () => {
    const model = new FormModel({ focused: true });
    const phone = new ModelPhone(model);
    await callTool(getScreenTree, phone);
    for (const text of ['Mil', 'k']) {
      model.type(text);
      await callTool(getScreenTree, phone);
    }
    for (const since of ['s1', 'snapshot:s1']) {
      const { answer } = await callTool(diffScreen, phone, { since });
      expect(answer).toContain('"Your name" -> "Milk"');
      expect(answer).toMatch(/^since snapshot:s1:\n/);
    }
  });

  it('reports a scrolled list as moved', async () => {
    const model = new ListModel({ peopleRows: names });
    const phone = new ModelPhone(model);
    await callTool(getScreenTree, phone);
    model.drag({ x: 0, y: -300 });
    const { answer } = await callTool(diffScreen, phone);
    expect(answer).toContain(
      'moved: 9 elements in View @list up by 300 px; 2 rows came in, 2 rows went out',
    );
    expect(answer.match(/^\+ .*/gm)).toHaveLength(4);
    expect(answer).not.toMatch(/^- /m);
    expect(phone.shown.recall(phone.elementNamed('Gus').id)).toBeDefined();
  });

  it('fails without a snapshot, before it reads the screen', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows: names }));
    phone.failures.push(new HandsetError('phone-lost', 'never asked'));
    const { answer, code } = await callTool(diffScreen, phone);
    expect(code).toBe('invalid-argument');
    expect(answer).toBe(
      'There is no screen to compare with yet. Read the screen first, with get_screen_state or get_screen_tree.',
    );
  });

  it('distinguishes an expired snapshot from one that never existed', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows: names }));
    for (let read = 0; read < 17; read++) await callTool(getScreenTree, phone);
    const kept = 'The newest is s17; those from s2 on are kept.';
    expect(await callTool(diffScreen, phone, { since: 's1' })).toMatchObject({
      code: 'invalid-argument',
      answer: `Snapshot 's1' has expired. ${kept}`,
    });
    expect(await callTool(diffScreen, phone, { since: 's18' })).toMatchObject({
      code: 'invalid-argument',
      answer: `Snapshot 's18' not found. ${kept}`,
    });
    expect((await callTool(diffScreen, phone, { since: 's2' })).answer).toMatch(
      /^no change in the elements since snapshot:s2\n/,
    );
  });
});

describe('diff_screen of a page with one long text, whose dump stays the same', () => {
  const unknownPicture =
    'no change in the elements since snapshot:s1; whether the picture changed inside View @body is not known';
  const scrolledLine = (since: string): string =>
    `no change in the elements since snapshot:${since}, but the picture changed inside View @body: something scrolled or was redrawn there`;
  const firstLine = async (phone: ModelPhone): Promise<string | undefined> =>
    (await callTool(diffScreen, phone)).answer.split('\n')[0];

  it('uses the picture to detect scrolling', async () => {
    const model = new ArticleModel({ length: 8_000 });
    model.offset = 1_000;
    const phone = new ModelPhone(model);
    await callTool(getScreenTree, phone);
    expect(await firstLine(phone)).toBe(unknownPicture);
    model.drag({ y: -900 });
    expect(await firstLine(phone)).toBe(scrolledLine('s2'));
    expect(await firstLine(phone)).toBe('no change since snapshot:s3');
    expect(phone.screenshots).toBe(3);
  });
  it('compares with the picture that get_screen_state returned', async () => {
    const model = new ArticleModel({ length: 8_000 });
    model.offset = 1_000;
    const phone = new ModelPhone(model);
    await callTool(getScreenState, phone, { include_screenshot: true });
    model.drag({ y: -900 });
    expect(await firstLine(phone)).toBe(scrolledLine('s1'));
  });
  it('does not claim that an unreadable picture is unchanged', async () => {
    const phone = new ModelPhone(new ArticleModel({ length: 8_000, secure: true }));
    await callTool(getScreenState, phone, { include_screenshot: true });
    expect(await firstLine(phone)).toMatch(/; whether the picture changed inside .* is not known$/);
  });
});
