import { describe, expect, it } from 'vitest';
import { diffScreen, getScreenState, getScreenTree, summarizeScreen } from './screen.ts';
import { callTool } from './testing/call-tool.ts';
import { ArticleModel, FormModel, ListModel } from './testing/screen-models.ts';
import { box, ModelPhone, node } from './testing/model-phone.ts';
import { findElements, getElementDetails } from './query.ts';
import { parseArguments } from './shared/arguments.ts';
import { HandsetError } from '../errors.ts';

const withScreenshot = { include_screenshot: true };
const openList = (): ModelPhone => new ModelPhone(new ListModel({ peopleRows: ['One', 'Two'] }));

it('get_screen_state: notes that the picture may show another moment if another app came to the front', async () => {
  const phone = openList();
  phone.readFocus = () => Promise.resolve({ packageName: 'com.other', activity: '.Home' });
  const { notes } = await callTool(getScreenState, phone, withScreenshot);
  expect(notes).toEqual([
    'note:the screenshot may be from a different moment than the list: com.model/.Main was in the foreground, then com.other/.Home. Call again before you act on it',
  ]);
  expect(phone.screenshots).toBe(2);
});

it('get_screen_state: adds no note if the same app is in the foreground', async () => {
  const phone = openList();
  const { notes } = await callTool(getScreenState, phone, withScreenshot);
  expect(notes).toEqual([]);
  expect(phone.screenshots).toBe(1);
});

describe('get_screen_state: crop and max_size', () => {
  const crop = (part: string): Record<string, unknown> => ({ ...withScreenshot, crop: part });

  it('shows an element or a rectangle, and says which part that is', async () => {
    const list = await callTool(getScreenState, openList(), crop('@list'));
    expect(list.notes).toEqual(['note:the screenshot shows 0,200,1000,950 of the screen']);
    expect(list.pictures[0]?.crop).toEqual({ left: 0, top: 200, right: 1000, bottom: 950 });
    const row = await callTool(getScreenState, openList(), crop('0, 200,1000,350'));
    expect(row.pictures[0]?.crop).toEqual({ left: 0, top: 200, right: 1000, bottom: 350 });
  });
  it('marks what lies in the part, not what surrounds it', async () => {
    const { pictures } = await callTool(getScreenState, openList(), crop('0,210,690,340'));
    expect(pictures[0]?.marks.map(({ bounds }) => bounds)).not.toContainEqual(
      expect.objectContaining({ left: 0, top: 200, right: 1000 }),
    );
    expect(pictures[0]?.marks).not.toEqual([]);
  });
  it('clips a rectangle that reaches beyond the screen', async () => {
    const { pictures } = await callTool(getScreenState, openList(), crop('900,1900,5000,5000'));
    expect(pictures[0]?.crop).toEqual({ left: 900, top: 1900, right: 1000, bottom: 2000 });
  });
  it('passes the longest side on', async () => {
    const args = { ...withScreenshot, max_size: 1400 };
    const { pictures, notes } = await callTool(getScreenState, openList(), args);
    expect(pictures[0]).toMatchObject({ maxSize: 1400, crop: undefined });
    expect(notes).toEqual([]);
  });
  it.each([
    [
      crop('1000,0,1100,100'),
      "Parameter 'crop' must be on the screen, which is 1000x2000. Got: 1000,0,1100,100",
    ],
    [
      crop('10,20,10,40'),
      "Parameter 'crop' must be left,top,right,bottom with left < right and top < bottom. Got: '10,20,10,40'",
    ],
    [crop('@nothing'), /^No element matches @nothing/],
    [
      crop('10,20'),
      "Parameter 'crop' must be left,top,right,bottom with left < right and top < bottom. Got: '10,20'",
    ],
    [{ crop: '0,0,10,10' }, "Parameter 'crop' needs include_screenshot=true"],
    [{ max_size: 700 }, "Parameter 'max_size' needs include_screenshot=true"],
    [
      { ...withScreenshot, max_size: 5000 },
      "Parameter 'max_size' must be between 50 and 4096, got: 5000",
    ],
  ])('refuses %j', async (args, message) => {
    const refusal = callTool(getScreenState, openList(), { ...args }).catch((error: unknown) => ({
      answer: error instanceof HandsetError ? error.fullText : '',
    }));
    expect((await refusal).answer).toMatch(message);
  });
});

const onePersonPhone = (): ModelPhone => new ModelPhone(new ListModel({ peopleRows: ['Ann'] }));

const plainTree = [
  '[Screen: com.model / Main]',
  '  [0] View "People" @title',
  '  [1] View @list {scrollable}',
  '    [1.0] View @row {clickable}',
  '      [1.0.0] View "Ann" @name',
  '      [1.0.1] View "Follow" @follow {clickable}',
];

it.each<[object, readonly string[]]>([
  [{}, plainTree],
  [
    { compact: true },
    [
      '[Screen: com.model / Main]',
      'e1 "People" @title',
      'e2 View @list {scrollable}',
      ' e3 "Ann" @row {clickable}',
      '  e4 "Follow" @follow {clickable}',
    ],
  ],
  [
    { verbose: true, root: '1.0' },
    [
      '[Screen: com.model / Main]',
      '  [1.0] View @row {clickable} [0,200,1000,350]',
      '    [1.0.0] View "Ann" @name [0,200,700,350]',
      '    [1.0.1] View "Follow" @follow {clickable} [700,200,1000,350]',
    ],
  ],
])('get_screen_tree: %j: the tree, and the id of the snapshot', async (args, lines) => {
  const { answer, notes } = await callTool(getScreenTree, onePersonPhone(), { ...args });
  expect(answer.split('\n')).toEqual([...lines, 'snapshot:s1']);
  expect(notes).toEqual([]);
});

it.each([
  ['get_screen_tree', getScreenTree, { compact: true }],
  ['summarize_screen', summarizeScreen, {}],
] as const)(
  '%s: marks on the picture the refs of its text and no others',
  async (_, tool, args) => {
    const { answer, pictures } = await callTool(tool, onePersonPhone(), {
      ...args,
      include_screenshot: true,
    });
    const [picture] = pictures;
    const refs = [...answer.matchAll(/^\W*(e\d+) /gm)].map(([, ref]) => ref);
    expect(refs.length).toBeGreaterThan(1);
    expect(
      picture?.marks.map(({ label }) => label).filter((label) => !answer.includes(`${label} `)),
    ).toEqual([]);
    expect(picture?.marks.map(({ label }) => label)).toEqual(expect.arrayContaining(refs));
    expect(picture?.texts).toHaveLength(3);
  },
);

it('get_screen_tree: an element that shares a line has a ref and can be found', async () => {
  const text = (row: number): string => `Row ${row} of a page that is longer than the screen`;
  const rows = Array.from({ length: 30 }, (_, row) =>
    node('', box(0, 2000 + row, 900, 2050 + row), {
      attributes: `text="${text(row)}" clickable="true"`,
    }),
  );
  const phone = new ModelPhone({ xml: () => rows.join('') });
  const { answer } = await callTool(getScreenTree, phone, { compact: true });
  const ref = / (e\d+) "Row 7 of a page that is longer than the …"/.exec(answer)?.[1];
  const details = await callTool(getElementDetails, phone, { ids: [ref] });
  expect(details.answer).toContain(`${ref}\t${text(7)}\t`);
  const { data } = await callTool(findElements, phone, { by: 'text', value: 'Row 7 ' });
  expect(data?.['elements']).toMatchObject([{ text: text(7) }]);
});

it('get_screen_tree: a picture needs the refs of the compact tree', async () => {
  const { answer, code } = await callTool(getScreenTree, onePersonPhone(), {
    include_screenshot: true,
  });
  expect(code).toBe('invalid-argument');
  expect(answer).toContain("Parameter 'include_screenshot' needs compact=true");
});

it('get_screen_tree: accepts an id as root', async () => {
  const phone = onePersonPhone();
  const { answer } = await callTool(getScreenTree, phone, { root: phone.elementNamed('Ann').id });
  expect(answer.split('\n')[1]).toBe('  [1.0.0] View "Ann" @name');
});

it('get_screen_tree: fails for an unknown root and adds no snapshot', async () => {
  const phone = onePersonPhone();
  const { answer, code } = await callTool(getScreenTree, phone, { root: '1.4.2' });
  expect(code).toBe('element-not-found');
  expect(answer).toBe(
    "Element '1.4.2' not found. The path is valid only up to 1, whose only child is 1.0.",
  );
  expect((await callTool(getScreenTree, phone)).answer).toMatch(/\nsnapshot:s1$/);
});

it.each([
  [{ compact: 1 }, "Parameter 'compact' must be a boolean (true/false), got: '1'"],
  [{ bounds: true }, "Unknown parameter: 'bounds'. get_screen_tree takes: compact, verbose, root"],
])('get_screen_tree: refuses %j', (args, message) => {
  expect(() => parseArguments(getScreenTree, args)).toThrow(message);
});

describe('summarize_screen', () => {
  it('lists app, title and actions, each with its ref', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows: ['Ann', 'Bob'] }));
    const { answer } = await callTool(summarizeScreen, phone);
    expect(answer.split('\n')).toEqual([
      '[Screen: com.model / Main]',
      '"People", a list; 8 elements, 4 to act on',
      '- e2 "Ann"',
      '  e3 "Follow"',
      '- e4 "Bob"',
      '  e5 "Follow"',
      'Scrolls: e1 View @list',
      'snapshot:s1',
    ]);
  });

  it("shows a field's content, unless it is a password", async () => {
    const summaryWith = async (password: boolean): Promise<string> => {
      const phone = new ModelPhone(new FormModel({ text: 'hunter2', password }));
      return (await callTool(summarizeScreen, phone)).answer;
    };
    expect(await summaryWith(false)).toContain('- e2 field "Your name" holds "hunter2"');
    expect(await summaryWith(true)).toContain('- e2 password field "Your name" holds "•••"');
  });

  it('fails with the reason if the screen cannot be read', async () => {
    const phone = new ModelPhone(new ListModel({ peopleRows: [] }));
    phone.failures.push(new HandsetError('dump-failed', 'no root'));
    expect(await callTool(summarizeScreen, phone)).toMatchObject({
      code: 'dump-failed',
      answer: 'no root',
    });
  });

  it('refuses unknown parameters', () => {
    expect(() => parseArguments(summarizeScreen, { limit: 3 })).toThrow(
      "Unknown parameter: 'limit'. summarize_screen takes: include_screenshot",
    );
  });
});

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
    expect(first).toBe(`since snapshot:s1:\n~ e1 EditText "" -> "Mil" @field\nsnapshot:s2`);
    expect(second).toBe(`since snapshot:s2:\n~ e1 EditText "Mil" -> "Milk" @field\nsnapshot:s3`);
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
      expect(answer).toContain('"" -> "Milk"');
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
    const kept = 'Only s2 to s17 are kept.';
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
    'no change in the elements since snapshot:s1; it is not known whether the screenshot changed inside View @body';
  const scrolledLine = (since: string): string =>
    `no change in the elements since snapshot:${since}, but the screenshot changed inside View @body: something scrolled or was redrawn there`;
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
    expect(await firstLine(phone)).toMatch(
      /; it is not known whether the screenshot changed inside .*$/,
    );
  });
});
