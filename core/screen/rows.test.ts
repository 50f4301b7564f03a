import { describe, expect, it } from 'vitest';
import { walk } from './screen.ts';
import { rowsOf } from './rows.ts';
import { demoScreen, screenOf } from './testing/screens.ts';

/** One line per row: level, path, own text and the texts on it. */
function describeRows(nodes: string): string[] {
  return rowsOf(screenOf(nodes)).map(({ element, level, own, texts }) => {
    const rowTexts = [own.text, own.description, ...texts.map(({ text }) => text)];
    return `${level} ${element.path} ${rowTexts.filter((text) => text !== '').join('|')}`.trim();
  });
}

const on = 'bounds="[0,0][1080,200]" enabled="true"';
const row = (children: string, more = ''): string =>
  `<node class="a.LinearLayout" clickable="true" ${on} ${more}>${children}</node>`;
const text = (label: string, more = ''): string =>
  `<node class="a.TextView" text="${label}" ${on} ${more}/>`;

const nineWords = Array.from({ length: 9 }, (_, i) => text(`w${i}`)).join('');

describe('rowsOf', () => {
  it('leaves layouts out and puts texts on the tappable row', () => {
    const inner = `<node class="a.FrameLayout" ${on}>${text('Wi-Fi')}${text('On')}</node>`;
    expect(describeRows(`<node class="a.V" ${on}>${row(inner)}${text('Below')}</node>`)).toEqual([
      '0 0.0 Wi-Fi|On',
      '0 0.1 Below',
    ]);
  });

  it('makes rows of the rows of a list whose dump calls none of them clickable', () => {
    const list = (name: string, attributes: string, ...rows: readonly string[]): string =>
      `<node class="${name}" ${on} ${attributes}>${rows.map((inside) => `<node class="a.LinearLayout" ${on}>${inside}</node>`).join('')}</node>`;
    const name = 'android.widget.ListView';
    const texts = [text('English'), text('Dansk') + text('DK')];
    expect(describeRows(list(name, 'focusable="true"', ...texts))).toEqual([
      '0 0.0 English',
      '0 0.1 Dansk|DK',
    ]);
    const plain = ['0 0.0.0 English', '0 0.1.0 Dansk', '0 0.1.1 DK'];
    // A RecyclerView that calls itself a list, a list in a web page, and one whose rows are marked.
    expect(describeRows(list(name, '', ...texts))).toEqual(plain);
    const web = `<node class="android.webkit.WebView" ${on}>${list(name, 'focusable="true"', ...texts)}</node>`;
    expect(describeRows(web)).toEqual(plain.map((line) => line.replace('0 0.', '0 0.0.')));
    expect(describeRows(list(name, 'focusable="true"', ...texts, row(text('A'))))).toEqual([
      ...plain,
      '0 0.2.0 A',
    ]);
  });

  it.each([
    ['says each word once', text('a') + text('a') + text('b'), '', ['0 0 a|b']],
    [
      'leaves out what its description lists',
      text('Internet') + text('5G'),
      'content-desc="Internet, 5G"',
      ['0 0 Internet, 5G'],
    ],
    ['but no part of a word', text('Inter'), 'content-desc="Internet"', ['0 0 Internet|Inter']],
    [
      'nor what stands behind the part that is shown',
      text('end'),
      `content-desc="${'long '.repeat(50)}end"`,
      [`0 0 ${'long '.repeat(50)}end|end`],
    ],
    ['has no word for blanks', text(' &#10;'), '', ['0 0']],
    [
      'keeps a row for what has a state of its own',
      text('Off', 'checkable="true"') + text('a', 'selected="true"') + text('b', 'focused="true"'),
      '',
      ['0 0 Off', '1 0.0', '1 0.1 a', '1 0.2 b'],
    ],
    [
      'takes all words of a card',
      nineWords + row(''),
      '',
      ['0 0 w0|w1|w2|w3|w4|w5|w6|w7|w8', '1 0.9'],
    ],
    [
      'takes no more words than a row has, where there is more than itself to touch',
      nineWords + row('') + row('') + row(''),
      '',
      [
        '0 0',
        ...Array.from({ length: 9 }, (_, i) => `1 0.${i} w${i}`),
        ...['1 0.9', '1 0.10', '1 0.11'],
      ],
    ],
    [
      'gives words to the nearest row',
      row(text('inner')) + text('outer'),
      '',
      ['0 0 outer', '1 0.0 inner'],
    ],
    [
      'lets lists and fields have their own',
      `<node class="a.ListView" scrollable="true" ${on}>${text('item')}</node><node class="a.EditText" ${on}>${text('Name')}</node>`,
      '',
      ['0 0', '1 0.0', '2 0.0.0 item', '1 0.1', '2 0.1.0 Name'],
    ],
  ])('%s', (_name, children, more, expected) => {
    expect(describeRows(row(children, more))).toEqual(expected);
  });

  it('puts no texts on a background', () => {
    const screen = row(text('Tap anywhere')).replace('[1080,200]', '[1080,2400]');
    expect(describeRows(screen)).toEqual(['0 0', '1 0.0 Tap anywhere']);
  });

  it('reports selected once, although Android passes it to descendants', () => {
    const tab = `<node class="a.Tab" selected="true" ${on}>${text('Home', 'selected="true"')}</node>`;
    expect(describeRows(tab)).toEqual(['0 0 Home']);
  });

  it('leaves out elements off the screen, unless they are interactive', () => {
    const off = 'bounds="[0,0][0,0]" enabled="true"';
    expect(describeRows(`<node text="a" ${off}/><node text="b" clickable="true" ${off}/>`)).toEqual(
      ['0 1 b'],
    );
  });

  it('never shows a password, not even one inside its field', () => {
    const secret = 'text="hunter2"';
    const field = `<node class="a.EditText" password="true" ${secret} ${on}><node ${secret} ${on}/></node>`;
    expect(describeRows(field)).toEqual(['0 0 •••?']);
    const screen = screenOf(field);
    expect(rowsOf(screen, screen.roots[0]?.children)).toEqual([]);
  });

  it('contains every text of a screen once', () => {
    const screen = demoScreen('settings');
    const texts = [...walk(screen.roots)].flatMap((element) =>
      element.text ? [element.text] : [],
    );
    const said = rowsOf(screen).flatMap(({ own, texts }) => [
      own.text,
      ...texts.map((w) => w.text),
    ]);
    // One of them is part of the description of the picture beside it.
    expect(texts.filter((one) => !said.includes(one))).toEqual([]);
    expect(said.filter((one) => one !== '').length).toBe(texts.length);
  });
});
