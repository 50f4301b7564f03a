import type { FaultName } from '#core/demo-phone/options.ts';
import { expectedScreen, withoutSnapshot } from '#core/demo-phone/testing/expected-screen.ts';
import type { Rect, Size } from '#core/geometry.ts';
import {
  decodePixels,
  scaleToPicture,
  redShareOfOutline,
  unexpectedRedPixels,
} from '#core/testing/pixels.ts';
import { type ToolCallResult, agentKinds } from './agents.ts';
import { waitForBridge, consoleUrl, waitForPhone } from './console-page.ts';
import { expect, shareConsole, test } from './fixtures.ts';

const activity = 'com.android.calculator2/.Calculator';

/** The same screen in both orientations, with the size of its screenshot. */
const orientations: readonly (readonly [string, readonly FaultName[], Size])[] = [
  ['portrait', [], { width: 315, height: 700 }],
  ['landscape', ['landscape'], { width: 700, height: 315 }],
];

function picture(answer: ToolCallResult): Buffer {
  expect(answer.images.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg']);
  return answer.images[0]?.bytes ?? Buffer.alloc(0);
}

/** The bounds of every row flagged as on the screen, from the text that the agent got. */
function boundsOnScreen(text: string): Rect[] {
  const cells = text.split('\n').map((line) => line.split('\t'));
  const shown = cells.filter(([, , , , , , flags]) => flags?.startsWith('on'));
  return shown.map(([, , , , , bounds = '']) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = bounds.split(',').map(Number);
    return { left, top, right, bottom };
  });
}

for (const [orientation, faults, pictureSize] of orientations) {
  test.describe(orientation, orientation === 'landscape' ? { tag: '@more' } : {}, () => {
    shareConsole({ activity, faults: faults.join(), live: 'off' });

    test('every client gets the whole text and a screenshot', async ({
      console: page,
      agents,
      pageErrors,
    }) => {
      await waitForBridge(page);
      const expected = await expectedScreen({ android: 14, faults: new Set(faults), activity });
      for (const kind of agentKinds) {
        const agent = await agents(kind);
        const answer = await agent.call('get_screen_state', { include_screenshot: true });
        expect(answer.text).toMatch(/\nsnapshot:s\d+$/);
        expect([kind, withoutSnapshot(answer.text)]).toEqual([kind, expected.text]);
        expect(answer.isError).toBe(false);
        expect((await decodePixels(picture(answer))).size).toEqual(pictureSize);
        const again = await agent.call('get_screen_state');
        expect([kind, withoutSnapshot(again.text)]).toEqual([kind, expected.text]);
        expect(again.images).toEqual([]);
      }
      expect(pageErrors).toEqual([]);
    });

    test('boxes are drawn around their elements and nowhere else', async ({
      console: page,
      agents,
    }) => {
      await waitForBridge(page);
      const { size } = await expectedScreen({ android: 14, faults: new Set(faults), activity });
      const agent = await agents('v1');
      const args = { include_screenshot: true };
      const answer = await agent.call('get_screen_state', args);
      const plain = await agent.call('get_screen_state', { ...args, annotate: false });
      const marked = await decodePixels(picture(answer));
      const clean = await decodePixels(picture(plain));
      const bounds = boundsOnScreen(answer.text);
      expect(bounds.length).toBeGreaterThan(15);
      const boxes = bounds.map((each) => scaleToPicture(each, size, marked.size));
      for (const box of boxes) {
        // Dashes of 6 and gaps of 3 pixels make the outline two thirds red; labels may cover some of it.
        expect(redShareOfOutline(marked, box), JSON.stringify(box)).toBeGreaterThan(0.55);
        expect(redShareOfOutline(clean, box), JSON.stringify(box)).toBeLessThan(0.2);
      }
      expect(unexpectedRedPixels(clean, marked, boxes)).toEqual([]);
    });
  });
}

test(
  'the screen of every Android version is read alike',
  { tag: '@more' },
  async ({ page, bridge, agents }) => {
    const agent = await agents('v2');
    for (const android of [8, 11, 16] as const) {
      const query = { phone: 'demo', activity, android: String(android), live: 'off' } as const;
      await page.goto(consoleUrl(bridge.url, query));
      await waitForPhone(page);
      await waitForBridge(page);
      const expected = await expectedScreen({ android, faults: new Set(), activity });
      const { text } = await agent.call('get_screen_state');
      expect(withoutSnapshot(text)).toBe(expected.text);
    }
  },
);
