import { describe, expect, it } from 'vitest';
import type { ScreenView } from '../core/link/messages.ts';
import { type Element, type Screen, walk } from '../core/screen/screen.ts';
import { parseHierarchy } from '../core/screen/parse.ts';
import { LastScreen } from './last-screen.ts';

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
  all: [],
  picture: null,
  problem: null,
};
const screen: Screen = {
  ...parseHierarchy(new TextEncoder().encode(dump)),
  focus: { packageName: 'p', activity: '.A' },
  size: view.size,
  density: view.density,
};
const elements: readonly Element[] = [...walk(screen.roots)];
const ids = elements.map(({ id }) => id);

function shown(): LastScreen {
  const last = new LastScreen();
  expect(last.keep({ view, screen })).toBe(view);
  return last;
}

describe('the last screen', () => {
  it('is searched by selector, what the table leaves out included', () => {
    const found = { takenAtEpochMs: 7, nearest: [] };
    expect(shown().match('[clickable]')).toEqual({ ...found, ids: ids.slice(1) });
    expect(shown().match('FrameLayout')).toEqual({ ...found, ids: ids.slice(0, 1) });
  });

  it('names what comes nearest when nothing matches', () => {
    expect(shown().match(':text("Cancle")')).toMatchObject({
      ids: [],
      nearest: [':text("Cancel")'],
    });
  });

  it('suggests selectors of an element', () => {
    const [best, ...others] = shown().suggest(ids[1] ?? '');
    expect(best).toEqual({
      selector: '@ok',
      reason: 'resource id: survives other texts, languages and places',
    });
    expect(others.length).toBeGreaterThan(0);
  });

  it('says where a text is no selector', () => {
    expect(() => shown().match('Button:t')).toThrow(
      expect.objectContaining({
        code: 'invalid-argument',
        message: expect.stringContaining('column 8') as string,
      }),
    );
  });

  it('says that an element is gone', () => {
    expect(() => shown().suggest('node_0')).toThrow('node_0 is no longer on the screen.');
  });
});

describe('without elements', () => {
  it('says that nothing was read, or that it was let go', () => {
    const last = shown();
    last.forget();
    for (const none of [new LastScreen(), last]) {
      expect(() => none.match('*')).toThrow('No screen has been read yet.');
      expect(() => none.suggest('node_0')).toThrow('No screen has been read yet.');
    }
  });

  it('gives the reason that the view gave', () => {
    const last = new LastScreen();
    const problem = { code: 'dump-failed', message: 'The dump failed.' } as const;
    last.keep({ view: { ...view, problem }, screen: null });
    expect(() => last.match('*')).toThrow(
      expect.objectContaining({ code: 'dump-failed', message: 'The dump failed.' }),
    );
  });
});
