import { describe, expect, it } from 'vitest';
import { createNodeCanvas } from '#core/demo-phone/testing/node-canvas.ts';
import { findModal } from '../../screen/modal/find-modal.ts';
import { parseHierarchy } from '../../screen/parse.ts';
import type { Capture, DemoPhoneOptions } from '../options.ts';
import { createWorld } from './world.ts';

const canvas = createNodeCanvas();
const bytes = (text: string) => new TextEncoder().encode(text);
const dump = (rotation: number, bounds: string) =>
  bytes(
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="${rotation}"><node index="0" text="Hello" resource-id="" class="android.widget.Button" package="com.example.app" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="${bounds}" /></hierarchy>`,
  );

function showCapture(capture: Capture, activity?: string) {
  const options: DemoPhoneOptions = {
    android: 14,
    faults: new Set(),
    latency: 'none',
    canvas,
    capture,
  };
  return createWorld(activity === undefined ? options : { ...options, activity });
}

describe('a captured screen', () => {
  it('returns its dump unchanged and derives its size from the bounds', async () => {
    const xml = dump(1, '[0,0][800,480]');
    const world = await showCapture({ xml });
    expect(world.capturedDumpBytes()).toBe(xml);
    expect(world.screenSize).toEqual({ width: 800, height: 480 });
    expect(world.physicalSize).toEqual({ width: 480, height: 800 });
    expect(world.hierarchy()).toMatchObject({ text: 'Hello', packageName: 'com.example.app' });
    expect((await world.pixels()).size).toEqual({ width: 800, height: 480 });
  });

  it('is larger than a dialog that is alone in its dump', async () => {
    const world = await showCapture({ xml: dump(0, '[100,900][980,1500]') });
    expect(world.screenSize).toEqual({ width: 1080, height: 2400 });
    const screen = {
      ...parseHierarchy(dump(0, '[100,900][980,1500]')),
      focus: { packageName: 'com.example.app', activity: null },
      size: world.screenSize,
      density: 420,
    };
    expect(findModal(screen)).toMatchObject({ kind: 'dialog', certainty: 'sure' });
    // With a distance on one side only, the dump is a window below or beside a system bar.
    const below = await showCapture({ xml: dump(0, '[0,80][1080,2400]') });
    expect(below.screenSize).toEqual({ width: 1080, height: 2400 });
  });

  it('shows its screenshot, which determines the size', async () => {
    const own = canvas.createCanvas(320, 640);
    own.context.fillStyle = '#ff0000';
    own.context.fillRect(0, 0, 320, 640);
    const png = await own.toPng();
    const world = await showCapture({ xml: dump(0, '[0,0][100,100]'), png });
    expect(await world.screenshot()).toBe(png);
    expect(world.screenSize).toEqual({ width: 320, height: 640 });
    expect([...(await world.pixels()).rgba.slice(0, 3)]).toEqual([255, 0, 0]);
  });

  it('has the activity from the options, and none otherwise', async () => {
    const xml = dump(0, '[0,0][100,100]');
    expect((await showCapture({ xml }, 'org.some/.Main')).resumedActivity()).toMatchObject({
      packageName: 'org.some',
      activity: 'org.some.Main',
    });
    expect((await showCapture({ xml })).focusedWindow().title).toBe('com.example.app/unknown');
  });

  it('ignores input, and accepts a dump that can not be parsed', async () => {
    const world = await showCapture({ xml: bytes('not a dump') });
    world.injectGesture([{ x: 5, y: 5, timeMs: 0 }]);
    world.pressKey(3);
    expect(world.startActivity('com.android.settings/.Settings')).toBe(false);
    expect(world.screenSize).toEqual({ width: 1080, height: 2400 });
    expect(world.hierarchy().children).toEqual([]);
    expect((await world.screenshot()).slice(1, 4)).toEqual(bytes('PNG'));
  });
});
