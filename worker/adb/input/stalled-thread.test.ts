/** On the real clock: the driven one does not pass while the thread computes. */
import { expect, it, onTestFinished } from 'vitest';
import { doubleTapGesture, tapGesture } from '#core/gestures/build-gesture.ts';
import { detectLateTap } from '#core/gestures/gesture.ts';
import { centerOf, createPhoneHarness, neverAborts } from '../testing/harness.ts';

it('a tap stays a tap, and two a double tap, when the thread stalls in between', async () => {
  const opened = await createPhoneHarness();
  const { connection, phone, world, finger } = opened;
  onTestFinished(() => connection.close());
  const touch = world.injectTouchEvent.bind(world);
  world.injectTouchEvent = (event) => {
    touch(event);
    const stallMs = event.action === 'down' ? 600 : 350;
    const startMs = performance.now();
    while (performance.now() - startMs < stallMs);
  };
  const played = await phone.performGesture(tapGesture(centerOf(opened, 'Settings')), neverAborts);
  expect(world.resumedActivity().packageName).toBe('com.android.settings');
  // The sender only notices that the press became a long one.
  expect(detectLateTap(played)?.became).toBe('long press');
  expect(detectLateTap(played)?.ms).toBeGreaterThanOrEqual(600);
  world.startActivity('com.android.gallery3d/.app.PhotoViewActivity');
  await phone.performGesture(
    doubleTapGesture({ x: world.screenSize.width / 2, y: world.screenSize.height / 2 }),
    neverAborts,
  );
  expect(finger.get('zoom').text).toBe('Zoom 200%');
});
