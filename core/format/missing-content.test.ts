import { describe, expect, it } from 'vitest';
import { summarize } from '../screen/summary/summary.ts';
import { fieldScreen, screenOf } from '../screen/testing/screens.ts';
import type { OtherApp, Screen } from '../screen/screen.ts';
import { fieldDumps } from '../testing/captures.ts';
import { formatScreenState } from './screen-state.ts';
import { formatSummary } from './summary.ts';
import { formatCompactTree } from './tree.ts';

/** The note at the end of each text of a screen, which is the same in all of them. */
function noteOf(screen: Screen): string | undefined {
  const texts = [
    formatSummary(summarize(screen), ({ path }) => path),
    formatCompactTree(screen, ({ path }) => path),
    formatScreenState(screen),
  ];
  const [note, ...others] = texts.map((text) => text.split('\n').at(-1));
  const isNote = (line: string | undefined): boolean => line?.startsWith('note:') === true;
  if (!isNote(note) && !others.some(isNote)) return undefined;
  expect(others).toEqual([note, note]);
  return note;
}

const full = 'enabled="true" bounds="[0,0][1080,2400]"';
const bar = '<node class="a.TextView" text="example.com" enabled="true" bounds="[0,0][1080,150]"/>';
const page = (attributes: string, inside = ''): string =>
  `<node class="android.widget.FrameLayout" ${full}>${bar}<node ${attributes} enabled="true" bounds="[0,150][1080,2400]">${inside}</node></node>`;
const picture = 'get_screen_state with include_screenshot true shows it';

describe('a note says what is missing:', () => {
  const notReported = `note:The browser has not reported its page yet: read the screen again in a moment; if the page is still missing, ${picture}.`;
  const drawn = `note:Drawings, games and video are not included: ${picture}.`;
  it.each([
    [
      'everything',
      `<node class="a.View" ${full}/>`,
      `note:The app does not describe what it shows: ${picture}; tap by coordinates.`,
    ],
    [
      "Chrome's page",
      page('class="android.widget.FrameLayout" content-desc="Web View"'),
      notReported,
    ],
    [
      "Firefox's page",
      page('class="a.View" resource-id="org.mozilla.firefox:id/engineView"'),
      notReported,
    ],
    [
      'a game',
      page(
        'class="android.view.View" content-desc="Game view" resource-id="com.a:id/unitySurfaceView"',
      ),
      drawn,
    ],
    ['a map', page('class="android.view.TextureView"'), drawn],
    [
      'what the lock screen covers',
      `<node class="a.F" resource-id="com.android.systemui:id/keyguard_message_area_container" package="com.android.systemui" ${full}>${bar}</node>`,
      'note:The lock screen covers the apps. Swipe up to open it; if it then asks for a PIN, pattern or password, ask the user to unlock the phone.',
    ],
    [
      'what the always-on display hides',
      `<node class="a.F" resource-id="com.android.systemui:id/aod_root_view" package="com.android.systemui" ${full}/>`,
      'note:This is the always-on display, and touches do nothing: press_key WAKEUP turns it on; if the phone is locked then, ask the user to unlock it.',
    ],
  ])('%s', (_what, nodes, note) => {
    expect(noteOf(screenOf(nodes))).toBe(note);
  });

  it.each([
    ['the upper half', '[0,0][1080,1180]', true],
    ['the lower half', '[0,1220][1080,2400]', true],
    ['all but the bars', '[0,80][1080,2270]', false],
    ['all beside a rail', '[176,0][1080,2400]', false],
  ])('the other app, where this one has %s', (_part, bounds, isSplit) => {
    const text =
      '<node class="a.TextView" text="Mail" enabled="true" bounds="[200,1250][900,1350]"/>';
    const mail = text.replaceAll('1250', '100').replace('1350', '170');
    const shown = bounds.includes('1220') ? text : mail;
    const note = noteOf(
      screenOf(`<node class="a.F" enabled="true" bounds="${bounds}">${shown}</node>`),
    );
    expect(note?.includes('split screen') === true).toBe(isSplit);
  });

  it('the other apps on the screen by name, whatever else is missing', () => {
    const half = '[0,0][1080,1180]';
    const text =
      '<node class="a.TextView" text="Mail" enabled="true" bounds="[200,100][900,170]"/>';
    const withApps = (bounds: string, inside: string, ...otherApps: OtherApp[]): Screen =>
      screenOf(`<node class="a.F" enabled="true" bounds="${bounds}">${inside}</node>`, {
        focus: { packageName: 'com.mail', activity: '.Inbox', otherApps },
      });
    const maps = { packageName: 'com.maps', isPictureInPicture: false };
    const video = { packageName: 'com.video', isPictureInPicture: true };
    expect(noteOf(withApps(half, text, maps))).toBe(
      `note:com.maps shows in another window, as in a split screen, and is not listed: ${picture}. To work with it, tap it first.`,
    );
    const overIt = `note:com.video shows in a picture-in-picture window over the app. It is not listed, and touches on it go to it: ${picture}. If it is in the way, drag it aside.`;
    expect(noteOf(withApps('[0,0][1080,2400]', text, video))).toBe(overIt);
    const surface =
      '<node class="android.view.TextureView" enabled="true" bounds="[0,200][1080,2400]"/>';
    const game = withApps('[0,0][1080,2400]', text + surface, maps, video);
    const notes = formatScreenState(game).split('\n').slice(-3);
    expect(notes[0]).toBe(drawn);
    expect(notes[1]).toContain('com.maps');
    expect(notes[2]).toBe(overIt);
  });

  it('nothing, where the page or the app is described', () => {
    const text =
      '<node class="a.TextView" text="Story" enabled="true" bounds="[0,300][1080,400]"/>';
    expect(noteOf(screenOf(page('class="android.widget.FrameLayout"', text)))).toBeUndefined();
    const { title } = summarize(
      screenOf(page('class="android.widget.FrameLayout" content-desc="Web View"')),
    );
    expect(title).toBe('example.com');
  });

  it.skipIf(fieldDumps.length === 0)('on captured screens (skipped where absent)', () => {
    expect(noteOf(fieldScreen('ui-10-unity-game-view.xml'))).toBe(drawn);
    expect(noteOf(fieldScreen('ui-04-hyperos-aod.xml'))).toContain('always-on display');
    const { texts } = summarize(fieldScreen('ui-09-webview-base64-text.xml'));
    expect(texts.every((text) => text.length < 40)).toBe(true);
    expect(summarize(fieldScreen('ui-01-table-checkboxes-tablet.xml')).title).toBe('aud.IT Panel');
  });
});
