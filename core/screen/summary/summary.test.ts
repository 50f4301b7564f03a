import { describe, expect, it } from 'vitest';
import type { Screen } from '../screen.ts';
import { summarize } from './summary.ts';
import { demoScreen, screenOf } from '../testing/screens.ts';

const at = (top: number, height = 100): string =>
  `enabled="true" bounds="[0,${top}][1080,${top + height}]"`;
const text = (label: string, top: number): string =>
  `<node class="a.TextView" text="${label}" ${at(top)}/>`;
const field = (top: number, more = ''): string => `<node class="a.EditText" ${more} ${at(top)}/>`;
const button = (label: string, top: number): string =>
  `<node class="a.Button" text="${label}" clickable="true" ${at(top)}/>`;
const layout = (...nodes: readonly string[]): string =>
  `<node class="a.Layout" ${at(0, 300)}>${nodes.join('')}</node>`;
const whole = 'enabled="true" bounds="[0,0][1080,2400]"';

/** Role, label, state and value of each action. */
const describeActions = (screen: Screen): string[] =>
  summarize(screen).actions.map(({ role, text, state, value }) =>
    [role, text, state, value].filter((part) => part !== null && part !== '').join('|'),
  );

describe('kind', () => {
  const web = `<node class="android.webkit.WebView" text="News" ${whole}>${text('Story', 300)}</node>`;
  it.each([
    ['empty tree', ''],
    ['empty tree', `<node class="a.View" clickable="true" ${whole}/>`],
    ['web page', web],
    ['media', `<node class="android.view.SurfaceView" ${whole}/>${button('Score', 100)}`],
    ['media', ['Play', 'Next', 'Shuffle'].map((said, i) => button(said, 300 * i)).join('')],
    ['form', field(300) + field(500)],
    ['form', field(300, 'password="true"')],
    ['page', field(300) + text('Search for something', 900)],
    [
      'list',
      `<node class="a.ListView" scrollable="true" ${whole}>${[1, 2, 3].map((i) => button(`Row ${i}`, i * 200)).join('')}</node>`,
    ],
    ['page', button('OK', 900) + text('Welcome', 300)],
  ])('%s', (kind, nodes) => {
    expect(summarize(screenOf(nodes)).kind).toBe(kind);
  });

  it('home screen, by its package', () => {
    const focus = { packageName: 'com.android.launcher3', activity: '.Launcher' };
    expect(summarize(screenOf(button('Phone', 0), { focus })).kind).toBe('home screen');
  });

  it('is that of the modal, if there is one', () => {
    expect(summarize(demoScreen('delete-note')).kind).toBe('dialog');
    expect(summarize(demoScreen('sign-in')).kind).toBe('form');
  });
});

describe('title', () => {
  it.each([
    [
      'the text in its bar',
      `<node class="a.V" resource-id="a:id/action_bar" ${at(0)}>${text('Inbox', 0)}</node>${text('Hello there', 200)}`,
      'Inbox',
    ],
    [
      'a title by name, though it is tapped',
      `<node class="a.V" clickable="true" ${at(0)}><node class="a.TextView" resource-id="android:id/action_bar_title" text="Network" ${at(0)}/></node>`,
      'Network',
    ],
    [
      'the title of a page',
      `<node class="android.webkit.WebView" text="News" ${whole}>${text('Story of the day', 100)}</node>`,
      'News',
    ],
    [
      'the largest heading in the upper part',
      `${text('Good to know', 100)}<node class="a.TextView" text="Weather" ${at(300, 200)}/><node class="a.TextView" text="Much too low" ${at(1500, 400)}/>`,
      'Weather',
    ],
    [
      'the largest text of a header that opens a menu, not what is below it',
      `<node class="a.V" clickable="true" ${at(0)}><node class="a.TextView" text="Chat" ${at(0, 80)}/><node class="a.TextView" text="online" ${at(20, 50)}/></node><node class="a.TextView" text="Good morning" ${at(500, 70)}/>`,
      'Chat',
    ],
    [
      'no row of a scrolled list',
      [0, 100, 200]
        .map(
          (top) =>
            `<node class="a.V" clickable="true" ${at(top)}>${text(`Row ${top}`, top)}<node class="a.TextView" text="Its summary ${top}" ${at(top, 120 - top)}/></node>`,
        )
        .join(''),
      '',
    ],
    [
      'no text that is there twice',
      `<node class="a.TextView" text="No service" ${at(0, 200)}/><node class="a.TextView" text="No service" ${at(200, 200)}/>${text('Calendar', 400)}`,
      'Calendar',
    ],
    [
      'no link that cannot be tapped',
      `<node class="a.TextView" resource-id="a:id/see_less" text="Hide all" ${at(0, 200)}/>${text('Channels', 400)}`,
      'Channels',
    ],
    [
      'no description of an area with buttons in it',
      `<node class="a.View" content-desc="Could not load" ${whole}><node class="a.View" content-desc="Terminal" ${at(100)}/>${button('Retry', 900)}</node>`,
      'Terminal',
    ],
    ['nothing that is going on', text('Thinking... 🧠', 0) + text('Chat', 100), 'Chat'],
    [
      'no time of day, sentence or number',
      text('10:48', 0) + text('It rains.', 100) + text('42', 200),
      '',
    ],
    [
      'the tab that is selected',
      `<node class="a.Tab" text="Library" selected="true" clickable="true" ${at(2200)}/>`,
      'Library',
    ],
  ])('%s', (_name, nodes, title) => {
    expect(summarize(screenOf(nodes)).title).toBe(title);
  });
});

describe('other kinds and titles', () => {
  const launcher = { focus: { packageName: 'com.android.launcher3', activity: '.Launcher' } };
  const part = (name: string): string =>
    `<node class="a.V" resource-id="com.android.launcher3:id/${name}" ${whole}>${text('Apps', 0)}${button('Clock', 300)}</node>`;
  it.each([
    ['workspace', 'home screen'],
    ['apps_list_view', 'app drawer'],
    ['overview_panel', 'recents'],
  ])('a launcher that shows its %s is the %s', (name, kind) => {
    expect(summarize(screenOf(part(name), launcher))).toMatchObject({ kind, title: '' });
  });
  it('the list of recent apps, by its activity', () => {
    const focus = { packageName: 'com.android.systemui', activity: '.recents.RecentsActivity' };
    expect(summarize(screenOf(button('Clock', 300), { focus })).kind).toBe('recents');
  });
  it.each([
    [
      'a disabled button',
      '<node class="a.Button" text="Continue" enabled="false" bounds="[0,0][1080,300]"/>',
    ],
    [
      'a disabled text',
      '<node class="a.TextView" text="Continue" enabled="false" bounds="[0,0][1080,300]"/>',
    ],
    [
      'what was typed into a search',
      `<node class="a.TextView" resource-id="a:id/open_search_bar_text_view" text="milk" ${at(0, 300)}/>`,
    ],
  ])('is not called %s', (_name, other) => {
    expect(summarize(screenOf(other + text('Orders', 400))).title).toBe('Orders');
  });

  it('is what the app calls a heading, where the element reader tells that', () => {
    const large = text('Welcome back', 400);
    expect(summarize(screenOf(large + text('Orders', 300))).title).toBe('Welcome back');
    const marked = text('Orders', 300).replace('/>', ' heading="true"/>');
    expect(summarize(screenOf(large + marked)).title).toBe('Orders');
  });

  it('is not the heading of one row of a list', () => {
    const model = (name: string, top: number, height = 60): string =>
      `<node class="a.TextView" text="${name}" ${at(top, height)}/><node class="a.TextView" text="Not available" ${at(top + 80, 80)}/>`;
    const models = model('Small', 130, 30) + model('Medium ← selected', 300) + model('Large', 500);
    const list = `<node class="a.ScrollView" scrollable="true" ${whole}>${models}</node>`;
    const tab = `<node class="a.Tab" text="Models" selected="true" ${at(2200)}/>`;
    expect(summarize(screenOf(list + tab)).title).toBe('Models');
    const heading = `<node class="a.TextView" text="All models" ${at(0, 90)}/>`;
    expect(summarize(screenOf(heading + list + tab)).title).toBe('All models');
  });
  it('numbers with a unit are kept among many texts', () => {
    const days = Array.from({ length: 14 }, (_, i) => text(`${i + 1}`, 10 * i)).join('');
    const { texts } = summarize(
      screenOf(text('Weather today', 500) + days + text('14°', 600) + text('56%', 700)),
    );
    expect(texts).toEqual(['14°', '56%']);
  });
});

describe('actions', () => {
  it('are labelled by their texts, else by their description', () => {
    const row = `<node class="a.V" clickable="true" ${at(0)}><node content-desc="Icon" ${at(0)}/>${text('Battery', 0)}${text('62%', 0)}</node>`;
    const [action] = summarize(screenOf(row)).actions;
    expect(action).toMatchObject({ text: 'Battery', more: ['62%', 'Icon'], role: 'button' });
    expect(
      describeActions(
        screenOf(`<node class="a.V" clickable="true" content-desc="Close" ${at(0)}/>`),
      ),
    ).toEqual(['button|Close']);
  });

  describe('are labelled by the description of a picture if it is the title', () => {
    /** A row with a picture, several texts and an icon. */
    const card = (top: number, picture: string, ...texts: string[]): string =>
      `<node class="a.V" clickable="true" enabled="true" bounds="[0,${top}][1080,${top + 400}]">
         <node class="a.ImageView" content-desc="${picture}" enabled="true" bounds="[0,${top}][400,${top + 300}]"/>
         ${texts.map((said) => text(said, top)).join('')}
         <node class="a.ImageView" content-desc="More options for this" enabled="true" bounds="[1000,${top}][1080,${top + 80}]"/>
       </node>`;
    const labelsOf = (...cards: string[]): string[] =>
      summarize(screenOf(cards.join(''))).actions.map((action) => action.text);
    it.each([
      ['beside badges and lengths', ['How to tie a knot', 'HDR', '2:02', 'S'], 'How to tie a knot'],
      [
        'beside a channel',
        ['How to tie a bowline knot', 'Knot School'],
        'How to tie a bowline knot',
      ],
      ['of which the text is a part', ['Play The Knot Song', 'The Knot Song'], 'The Knot Song'],
      ['in other letters', ['Watch the knot song now', 'KNOT'], 'Watch the knot song now'],
      ['unless it says no more', ['Bowline knot', 'Knot School'], 'Knot School'],
      ['unless it is one word', ['Cover', 'HDR'], 'HDR'],
    ])('%s', (_name, [picture = '', ...texts], label) => {
      expect(labelsOf(card(0, picture, ...texts))).toEqual([label]);
    });
    it('unless all rows have it', () => {
      const cards = [card(0, 'Album cover', 'Low'), card(400, 'Album cover', 'Blue')];
      expect(labelsOf(...cards)).toEqual(['Low', 'Blue']);
    });
    it('unless the picture is an icon', () => {
      const wifi = `<node class="a.V" clickable="true" ${at(0, 200)}><node class="a.ImageView" content-desc="Wifi three bars." enabled="true" bounds="[0,0][90,90]"/>${text('HOME', 0)}</node>`;
      expect(labelsOf(wifi)).toEqual(['HOME']);
    });
    it('and the other texts follow', () => {
      const [action] = summarize(screenOf(card(0, 'How to tie a knot', 'HDR', '2:02'))).actions;
      expect(action?.more.slice(0, 2)).toEqual(['HDR', '2:02']);
    });
  });
  const labelsOf = (nodes: string): (readonly string[])[] =>
    summarize(screenOf(nodes)).actions.map((action) => [action.text, ...action.more]);
  it.each([
    [
      'the first line, and the others follow it',
      '<node class="a.V" content-desc="Library&#10;3 new&#10;Tab 2 of 4" clickable="true" enabled="true" bounds="[0,0][90,90]"/>',
      ['Library', '3 new, Tab 2 of 4'],
    ],
    [
      'texts without what they have already',
      `<node class="a.V" content-desc="Julia fractal. Double tap to open.&#10;Julia" clickable="true" ${at(0)}>${text('fractal', 0)}${text('New', 0)}</node>`,
      ['Julia fractal. Double tap to open.', 'New'],
    ],
    [
      'a state without the name again',
      '<node class="a.V" text="Music" content-desc="checked, Music" clickable="true" enabled="true" bounds="[0,0][90,90]"/>',
      ['Music', 'checked'],
    ],
    [
      'texts without characters of icon fonts',
      '<node class="a.V" content-desc="&#xf19e;, Chat, online, &#xf12b;" clickable="true" enabled="true" bounds="[0,0][90,90]"/>',
      ['Chat, online'],
    ],
    [
      'nothing if there are only such characters',
      '<node class="a.V" text="&#xf1e0;" clickable="true" enabled="true" bounds="[0,0][90,90]"/>',
      [''],
    ],
  ])('are called by %s', (_name, nodes, label) => {
    expect(labelsOf(nodes)).toEqual([label]);
  });
  it('are not told a description that all rows have', () => {
    const row = (name: string, top: number, ...icons: string[]): string =>
      `<node class="a.V" clickable="true" ${at(top)}>${icons.map((said) => `<node class="a.ImageView" content-desc="${said}" ${at(top)}/>`).join('')}${text(name, top)}</node>`;
    const rows = [row('Low', 0, 'Cover', 'Unread'), row('Blue', 100, 'Cover')];
    expect(labelsOf([...rows, row('Hunky', 200, 'Cover')].join(''))).toEqual([
      ['Low', 'Unread'],
      ['Blue'],
      ['Hunky'],
    ]);
    expect(labelsOf(rows.join(''))).toEqual([
      ['Low', 'Cover', 'Unread'],
      ['Blue', 'Cover'],
    ]);
  });
  it('that are switches are not called by the word for their state', () => {
    const tile = (state: string, name: string, top: number): string =>
      `<node class="android.widget.Switch" text="${state}" content-desc="${name}" checkable="true" clickable="true" ${at(top)}/>`;
    const tiles = tile('Off', 'Bluetooth', 0) + tile('Off', 'Hotspot', 100);
    expect(labelsOf(tiles + tile('Two devices', 'Cast', 200))).toEqual([
      ['Bluetooth'],
      ['Hotspot'],
      ['Cast', 'Two devices'],
    ]);
  });
  it('have their own state or that of a switch inside', () => {
    const row = `<node class="a.V" clickable="true" ${at(0)}>${text('Wi-Fi', 0)}<node class="a.Switch" checkable="true" checked="true" ${at(0)}/></node>`;
    expect(describeActions(screenOf(row))).toEqual(['switch|Wi-Fi|on']);
    const alone = `<node class="a.Switch" checkable="true" clickable="true" ${at(0)}/>`;
    expect(describeActions(screenOf(text('Dark mode', 0) + alone))).toEqual([
      'switch|Dark mode|off',
    ]);
  });

  it.each([
    ['android.widget.RadioButton', 'radio button'],
    ['android.widget.CheckBox', 'check box'],
    ['android.widget.CheckedTextView', 'check box'],
    ['com.google.android.material.chip.Chip', 'chip'],
    ['androidx.appcompat.widget.SwitchCompat', 'switch'],
    ['android.view.View', 'toggle'],
  ])('%s is a %s', (className, role) => {
    const own = `<node class="${className}" text="Daily" checkable="true" clickable="true" checked="true" ${at(0)}/>`;
    const row = `<node class="a.V" clickable="true" ${at(100)}>${text('Weekly', 100)}<node class="${className}" checkable="true" ${at(100)}/></node>`;
    expect(describeActions(screenOf(own + row))).toEqual([
      `${role}|Daily|on`,
      `${role}|Weekly|off`,
    ]);
  });

  it.each([
    ['its hint', field(0, 'hint="Email" text="a@b.c"'), 'field|Email|a@b.c'],
    ['its hint, where it holds nothing', field(0, 'hint="Email" text="Email"'), 'field|Email'],
    [
      'a text inside it',
      `<node class="a.EditText" text="x" ${at(0)}>${text('City', 0)}</node>`,
      'field|City|x',
    ],
    ['a text right above it', text('Street', 0) + field(110, 'text="x"'), 'field|Street|x'],
    [
      'a text right above it, where its hint is an example',
      text('API key', 0) + field(110, 'hint="sk-..." text="sk-..."'),
      'field|API key',
    ],
    [
      'its hint though that is an example',
      field(0, 'hint="https://example.com" text="http://localhost"'),
      'field|https://example.com|http://localhost',
    ],
    [
      'a text right above it in its container, although it has an id',
      layout(text('PIN', 0) + field(110, 'resource-id="a:id/pin" password="true" text="••"')),
      'password|PIN|•••',
    ],
    [
      'no text above it elsewhere, if it has an id',
      layout(text('OK', 0)) + field(110, 'resource-id="a:id/reply"'),
      'field',
    ],
    [
      'what may be its hint, if it has an id',
      layout(text('People', 0) + field(110, 'resource-id="a:id/find" text="Search"')),
      'field|Search',
    ],
    ['nothing far above it', text('Street', 0) + field(250), 'field'],
    ['its own text without any', field(0, 'text="Search"'), 'field|Search'],
    ['never a password', field(0, 'password="true" hint="" text="hunter2"'), 'password|•••'],
  ])('fields are labelled by %s', (_name, nodes, expected) => {
    expect(describeActions(screenOf(nodes))).toEqual([expected]);
  });

  it('fields are not labelled by what they hold', () => {
    const labelOf = (said: string): string | undefined =>
      summarize(screenOf(field(0, `text="${said}"`))).actions[0]?.text;
    const contents = ['Fever for 3 days.', '42', '# Notes&#10;First'];
    expect(contents.map(labelOf)).toEqual(['', '', '']);
    expect(labelOf('Type a message...')).toBe('Type a message...');
  });

  it('include the selected tab, though only the others can be tapped', () => {
    const tab = `<node class="a.View" selected="true" ${at(0)}>${text('Home', 0)}</node>`;
    const alone = `<node class="a.View" selected="true" ${at(900)}>${text('Today', 900)}</node>`;
    const screen = screenOf(tab + button('Music', 100) + text('News', 500) + alone);
    expect(describeActions(screen)).toEqual(['button|Home', 'button|Music']);
    expect(summarize(screen).texts).toEqual(['Today']);
  });

  it('include neither backgrounds nor elements off the screen', () => {
    const off = `<node class="a.Button" text="Below" clickable="true" enabled="true" bounds="[0,2600][100,2700]"/>`;
    const screen = screenOf(
      `<node class="a.V" clickable="true" ${whole}>${button('OK', 0)}${off}</node>`,
    );
    expect(describeActions(screen)).toEqual(['button|OK']);
    expect(summarize(screen).counts).toEqual({ elements: 3, behind: 0, offscreen: 1 });
  });
});

describe('scrollables', () => {
  const scroller = (name: string, top: number, height: number, more = ''): string =>
    `<node class="a.${name}" scrollable="true" content-desc="${name}" ${more} ${at(top, height)}/>`;
  it('are lists, neither rows that scroll their text nor sliders', () => {
    const nodes = [
      scroller('Row', 0, 150, 'clickable="true"'),
      scroller('SeekBar', 200, 60),
      scroller('Strip', 300, 150),
      scroller('Page', 500, 1800, 'clickable="true"'),
    ];
    const { scrollables } = summarize(screenOf(nodes.join('')));
    expect(scrollables.map(({ description }) => description)).toEqual(['Strip', 'Page']);
  });
});

describe('a modal', () => {
  it('blocks what is behind it', () => {
    const { actions, counts, modal } = summarize(demoScreen('icon-menu'));
    expect(actions.map(({ text }) => text)).toEqual(['App info', 'Home settings', 'Remove']);
    expect(modal?.kind).toBe('menu');
    expect(counts.behind).toBe(17);
  });

  it('that is only likely comes first and blocks nothing', () => {
    const scrim = `<node class="a.View" content-desc="Scrim" clickable="true" enabled="true" bounds="[0,0][1080,1200]"/>`;
    const sheet = `<node class="a.View" ${whole}>${button('Sort', 1500)}</node>`;
    const nodes = `<node class="a.F" ${whole}>${button('Behind', 100)}${scrim}${sheet}</node>`;
    expect(describeActions(screenOf(nodes))).toEqual([
      'button|Sort',
      'button|Behind',
      'button|Scrim',
    ]);
  });

  it('the status bar and keyboard keys are left out', () => {
    const bar = `<node class="a.F" package="com.android.systemui" ${at(0)}>${text('6:44', 0)}</node>`;
    const keys = `<node class="a.F" package="com.android.inputmethod.latin" ${at(1500, 900)}>${button('q', 1600)}</node>`;
    const app = `<node class="a.F" package="com.app" ${whole}>${button('Send', 300)}${field(400)}</node>`;
    expect(summarize(screenOf(bar + app)).texts).toEqual([]);
    expect(describeActions(screenOf(app + keys))).toEqual(['button|Send', 'field']);
  });
});
