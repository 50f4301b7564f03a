import { describe, expect, it } from 'vitest';
import type { ScreenView } from '#core/link/messages.ts';
import { type Element, type Screen, walk } from '#core/screen/screen.ts';
import { screenOfDump } from '#core/screen/testing/screens.ts';
import { InspectedScreen } from './inspected-screen.ts';
import type { ViewedScreen } from './screen-view.ts';

const dump = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
<node class="android.widget.FrameLayout" bounds="[0,0][100,200]">
<node class="android.widget.Button" text="OK" resource-id="p:id/ok" clickable="true" bounds="[0,0][50,50]" />
<node class="android.widget.Button" text="Cancel" clickable="true" bounds="[50,0][100,50]" />
</node></hierarchy>`;

const view: ScreenView = {
  takenAtEpochMs: 7,
  packageName: 'p',
  activity: '.A',
  size: { width: 100, height: 200 },
  density: 160,
  rotation: 0,
  rows: [],
  picture: null,
  problem: null,
};
const screenOf = (xml: string): Screen =>
  screenOfDump(new TextEncoder().encode(xml), {
    focus: { packageName: 'p', activity: '.A' },
    size: view.size,
    density: view.density,
  });
const screen = screenOf(dump);
const elements: readonly Element[] = [...walk(screen.roots)];
const ids = elements.map(({ id }) => id);

function withScreen(): InspectedScreen {
  const inspected = new InspectedScreen();
  expect(inspected.setScreen({ view, screen })).toBe(view);
  return inspected;
}

describe('the inspected screen', () => {
  it('is searched by selector, including elements that the table omits', () => {
    const found = { takenAtEpochMs: 7, nearest: [] };
    expect(withScreen().match('[clickable]')).toEqual({ ...found, ids: ids.slice(1) });
    expect(withScreen().match('FrameLayout')).toEqual({ ...found, ids: ids.slice(0, 1) });
  });

  it('suggests the nearest selectors when nothing matches', () => {
    expect(withScreen().match(':text("Cancle")')).toMatchObject({
      ids: [],
      nearest: [':text("Cancel")'],
    });
  });

  it('suggests selectors of an element', () => {
    const [best, ...others] = withScreen().suggest(ids[1] ?? '');
    expect(best).toEqual({
      selector: '@ok',
      reason: 'By resource ID. Still works if text, language or position changes.',
    });
    expect(others.length).toBeGreaterThan(0);
  });

  it('reports the column of an invalid selector', () => {
    expect(() => withScreen().match('Button:t')).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining('column 8') as string,
      }),
    );
  });

  it('reports that an element is gone', () => {
    expect(() => withScreen().suggest('node_0')).toThrow('node_0 is no longer on the screen.');
  });
});

describe('the facts of an element', () => {
  it('are the attributes of the dump, and what is derived from them', () => {
    const facts = withScreen().describe(ids[1] ?? '');
    expect(facts.id).toBe(ids[1]);
    expect(Object.fromEntries(facts.attributes)).toMatchObject({
      text: 'OK',
      'resource-id': 'p:id/ok',
      'content-desc': '',
      clickable: 'true',
      enabled: 'false',
      bounds: '[0,0][50,50]',
    });
    expect(Object.fromEntries(facts.derived)).toMatchObject({
      path: '0.0',
      children: '0',
      size: '50 × 50',
      'shown to agents': 'true',
    });
  });

  it('are available for structural elements too', () => {
    const { derived } = withScreen().describe(ids[0] ?? '');
    expect(Object.fromEntries(derived)).toMatchObject({
      children: '2',
      'shown to agents': 'false',
    });
  });

  it('are refused for an element that is gone', () => {
    expect(() => withScreen().describe('node_0')).toThrow('node_0 is no longer on the screen.');
  });
});

describe('a pinned screen', () => {
  const laterScreen = (xml: string): ViewedScreen => ({
    view: { ...view, takenAtEpochMs: 8 },
    screen: screenOf(xml),
  });

  it('is compared with the screens after it', () => {
    const inspected = withScreen();
    const pinned = inspected.pin();
    expect(pinned).toEqual({
      takenAtEpochMs: 7,
      packageName: 'p',
      activity: '.A',
      size: view.size,
    });
    expect(inspected.diffPinned()).toMatchObject({
      takenAtEpochMs: 7,
      headline: 'Nothing has changed.',
      text: 'no change since the comparison began',
      changes: [],
      unlisted: 0,
    });
    const apply =
      '<node class="android.widget.Button" text="Apply" clickable="true" bounds="[0,60][50,90]" />';
    inspected.setScreen(
      laterScreen(dump.replace('text="OK"', 'text="Fine"').replace('</node>', `${apply}</node>`)),
    );
    const { changes, ...diff } = inspected.diffPinned();
    expect(diff).toMatchObject({ pinned, takenAtEpochMs: 8, headline: '2 changes' });
    expect(changes.map(({ kind, name, element, detail }) => [kind, name, element, detail])).toEqual(
      [
        ['text', '', 'Button @ok', '“OK” → “Fine”'],
        ['appeared', 'Apply', 'Button', ''],
      ],
    );
    expect(changes[1]).toMatchObject({ bounds: { left: 0, top: 60, right: 50, bottom: 90 } });
    expect(diff.text.split('\n')).toHaveLength(3);
  });

  it('calls a switch by the label of its row', () => {
    const dumpOf = (
      checked: boolean,
    ): string => `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">
<node class="android.widget.FrameLayout" bounds="[0,0][100,200]">
<node class="android.widget.LinearLayout" clickable="true" bounds="[0,0][100,50]">
<node class="android.widget.TextView" text="Wi-Fi" bounds="[0,0][50,50]" />
<node class="android.widget.Switch" resource-id="p:id/on" checkable="true" checked="${checked}" bounds="[50,0][100,50]" />
</node></node></hierarchy>`;
    const inspected = new InspectedScreen();
    inspected.setScreen({ view, screen: screenOf(dumpOf(false)) });
    inspected.pin();
    inspected.setScreen(laterScreen(dumpOf(true)));
    expect(inspected.diffPinned().changes).toMatchObject([
      { kind: 'state', name: 'Wi-Fi', element: 'Switch @on', detail: 'now checked' },
    ]);
  });

  it('tells a new state and a new error with the name of the element', () => {
    const read = (facts: string): Screen => ({
      ...screenOf(dump.replaceAll('clickable="true"', facts)),
      keyboard: null,
      byElementReader: true,
    });
    const inspected = new InspectedScreen();
    inspected.setScreen({ view, screen: read('state-description="1 of 2"') });
    inspected.pin();
    inspected.setScreen({ view, screen: read('state-description="2 of 2" error="Too many"') });
    const { changes } = inspected.diffPinned();
    expect(changes.map(({ kind, name, detail }) => [kind, name, detail])).toEqual([
      ['text', 'OK', 'now “2 of 2”; error “Too many”'],
      ['text', 'Cancel', 'now “2 of 2”; error “Too many”'],
    ]);
  });

  it('gives the old bounds of elements that disappeared or moved', () => {
    const inspected = withScreen();
    inspected.pin();
    inspected.setScreen(
      laterScreen(dump.replace('[0,0][50,50]', '[0,40][50,90]').replace(/<node.*Cancel.*>/, '')),
    );
    const changes = inspected.diffPinned().changes;
    expect(changes).toEqual([
      {
        kind: 'disappeared',
        id: ids[2],
        bounds: { left: 50, top: 0, right: 100, bottom: 50 },
        before: null,
        name: 'Cancel',
        element: 'Button',
        detail: '',
      },
      {
        kind: 'moved',
        id: expect.stringMatching(/^node_/) as string,
        bounds: { left: 0, top: 40, right: 50, bottom: 90 },
        before: { left: 0, top: 0, right: 50, bottom: 50 },
        name: 'OK',
        element: 'Button @ok',
        detail: '1 element down by 40 px',
      },
    ]);
  });

  it('lists elements that only changed their size when nothing else has changed', () => {
    const larger = dump.replace('[0,0][50,50]', '[0,0][50,60]');
    const inspected = withScreen();
    inspected.pin();
    inspected.setScreen(laterScreen(larger));
    const { headline, changes } = inspected.diffPinned();
    expect([headline, changes.map(({ kind, name }) => [kind, name])]).toEqual([
      '1 change',
      [['moved', 'OK']],
    ]);
    inspected.setScreen(laterScreen(larger.replace('text="Cancel"', 'text="Close"')));
    expect(inspected.diffPinned().changes.map(({ kind }) => kind)).toEqual(['text']);
  });

  it('is reported to be another screen', () => {
    const inspected = withScreen();
    inspected.pin();
    inspected.setScreen({
      view,
      screen: { ...screen, focus: { packageName: 'q', activity: '.B' } },
    });
    expect(inspected.diffPinned().headline).toBe('Another app: q .B.');
  });

  it('is dropped by unpin and by clear', () => {
    const none = expect.objectContaining({
      code: 'invalid-argument',
      message: 'There is no earlier screen to compare with.',
    }) as Error;
    for (const drop of ['unpin', 'clear'] as const) {
      const inspected = withScreen();
      inspected.pin();
      inspected[drop]();
      inspected.setScreen({ view, screen });
      expect(() => inspected.diffPinned()).toThrow(none);
    }
  });

  it('must have been read', () => {
    expect(() => new InspectedScreen().pin()).toThrow('No screen has been read yet.');
  });
});

describe('without elements', () => {
  it('reports that no screen was read, also after clear', () => {
    const inspected = withScreen();
    inspected.clear();
    for (const none of [new InspectedScreen(), inspected]) {
      expect(() => none.match('*')).toThrow('No screen has been read yet.');
      expect(() => none.suggest('node_0')).toThrow('No screen has been read yet.');
    }
  });

  it('reports the problem of the view', () => {
    const inspected = new InspectedScreen();
    const problem = { code: 'dump-failed', message: 'The dump failed.' } as const;
    inspected.setScreen({ view: { ...view, problem }, screen: null });
    expect(() => inspected.match('*')).toThrow(
      expect.objectContaining({ code: 'dump-failed', message: 'The dump failed.' }),
    );
  });
});
