import { describe, expect, it } from 'vitest';
import { rectOfSize, type Rect, type Size, intersect, isEmpty } from '../geometry.ts';
import {
  boxOnPicture,
  markMeasures,
  pictureSize,
  type LabelLayout,
  type LabelledBox,
  labelNote,
  layOutLabels,
  createMarks,
} from './marks.ts';
import { capturedScreen } from '../screen/testing/screens.ts';
import { capturedDumps } from '../testing/captures.ts';

describe('pictureSize (vectors of the reference)', () => {
  it.each([
    [1080, 2400, 315, 700],
    [2400, 1080, 700, 315],
    [1440, 3200, 315, 700],
    [1080, 2340, 323, 700],
    [1080, 1920, 393, 700],
    [1200, 2000, 420, 700],
    [2560, 1600, 700, 437],
    [480, 640, 480, 640],
    [1, 5000, 1, 700],
  ])('%ix%i -> %ix%i', (width, height, toWidth, toHeight) => {
    expect(pictureSize({ width, height })).toEqual({ width: toWidth, height: toHeight });
  });
});

describe('markMeasures', () => {
  it('scales by the shorter side', () => {
    const upright = { stroke: 2, dash: [6, 3], textSize: 10, padding: 2 };
    expect(markMeasures({ width: 360, height: 800 })).toEqual(upright);
    expect(markMeasures({ width: 800, height: 360 })).toEqual(upright);
    expect(markMeasures({ width: 315, height: 700 }).stroke).toBe(1.75);
  });
});

describe('boxOnPicture', () => {
  const screen = { width: 1000, height: 2000 };
  const picture = { width: 100, height: 200 };
  const rect = (left: number, top: number, right: number, bottom: number): object => ({
    left,
    top,
    right,
    bottom,
  });
  it.each([
    [rect(100, 200, 300, 400), rect(10, 20, 30, 40)],
    [rect(-500, -500, 500, 500), rect(0, 0, 50, 50)],
    [rect(900, 1900, 5000, 5000), rect(90, 190, 100, 200)],
    [rect(1000, 0, 1100, 100), null],
    [rect(300, 300, 300, 400), null],
    [rect(300, 300, 200, 400), null],
  ])('%j -> %j', (bounds, box) => {
    // The table's objects are rectangles; `object` keeps the rows short.
    expect(boxOnPicture(bounds as never, rectOfSize(screen), picture)).toEqual(box);
  });
});

const picture = { width: 360, height: 720 };
const box = { left: 100, top: 100, right: 300, bottom: 200 };
const one: LabelledBox = { box, label: 'a1b2c3d4', textWidth: 40, hasText: false };

function boundsOf(boxes: readonly LabelledBox[]): Rect[] {
  return layOutLabels(boxes, picture).pills.map(({ bounds }) => bounds);
}

describe('layOutLabels', () => {
  it('puts a label above the top left corner of its box', () => {
    expect(boundsOf([one])).toEqual([{ left: 100, top: 86, right: 144, bottom: 100 }]);
  });

  it('keeps labels on the picture', () => {
    const corner = { left: 350, top: 0, right: 360, bottom: 20 };
    expect(boundsOf([{ ...one, box: corner }])).toEqual([
      { left: 316, top: 0, right: 360, bottom: 14 },
    ]);
  });

  it('gives elements with the same box one pill', () => {
    const { pills } = layOutLabels([one, { ...one, label: 'e5f6' }], picture);
    expect(pills).toEqual([
      {
        bounds: { left: 100, top: 76, right: 144, bottom: 100 },
        lines: ['a1b2c3d4', 'e5f6'],
        box,
      },
    ]);
  });

  it('avoids the text of other elements', () => {
    const above = { left: 90, top: 80, right: 200, bottom: 100 };
    const [, label] = boundsOf([{ ...one, box: above, hasText: true }, one]);
    expect(label).toEqual({ left: 256, top: 86, right: 300, bottom: 100 });
  });

  it('covers the text of its own element only if nothing else is free', () => {
    const top = { left: 0, top: 0, right: 360, bottom: 40 };
    expect(boundsOf([{ ...one, box: top, hasText: true }])).toEqual([
      { left: 0, top: 40, right: 44, bottom: 54 },
    ]);
    const whole = { left: 0, top: 0, right: 360, bottom: 720 };
    expect(layOutLabels([{ ...one, box: whole, hasText: true }], picture)).toMatchObject({
      pills: [{ bounds: { left: 0, top: 0 } }],
      onOwnText: 1,
      leftOut: 0,
    });
  });

  it('draws smaller labels on a crowded picture and counts those without room', () => {
    const many = Array.from({ length: 300 }, (_, i) => ({
      ...one,
      box: { left: i, top: i, right: i + 20, bottom: i + 20 },
    }));
    const square = { width: 360, height: 360 };
    const { measures, pills, leftOut } = layOutLabels(many, square);
    expect(measures.textSize).toBe(0.85 * markMeasures(square).textSize);
    expect(leftOut).toBeGreaterThan(0);
    expect(pills.length + leftOut).toBe(300);
  });
});

describe('labelNote', () => {
  it.each([
    [{ onOwnText: 0, leftOut: 0 }, null],
    [
      { onOwnText: 0, leftOut: 6 },
      'labels left out for lack of room: 6 of 41 (they are in the list)',
    ],
    [{ onOwnText: 1, leftOut: 0 }, "labels that cover their own element's text: 1 of 41"],
  ])('%j -> %s', (layout, note) => {
    expect(labelNote(41, layout)).toBe(note);
  });
});

/** Width of a bold character in a wide font (DejaVu Sans), as a share of the text size. */
const characterWidth = 0.64;

function layOutScreen(name: string): { readonly size: Size; count: number } & LabelLayout {
  const screen = capturedScreen(name);
  const { size } = screen;
  const resized = pictureSize(size);
  const { textSize } = markMeasures(resized);
  const boxes = createMarks(screen).flatMap((mark) => {
    const onPicture = boxOnPicture(mark.bounds, rectOfSize(size), resized);
    const textWidth = mark.label.length * textSize * characterWidth;
    return onPicture ? [{ ...mark, box: onPicture, textWidth }] : [];
  });
  return { size, count: boxes.length, ...layOutLabels(boxes, resized) };
}

describe.skipIf(capturedDumps.length === 0)(
  'labels of captured screens (skipped where absent)',
  () => {
    const layouts = capturedDumps.map(layOutScreen);
    const portrait = layouts.filter(({ size }) => size.width <= size.height);
    const landscape = layouts.filter(({ size }) => size.width > size.height);
    it.each([
      ['portrait', portrait],
      ['landscape', landscape],
    ])('in %s: at least 98 % are drawn off their own text', (_, screens) => {
      const sum = (of: (layout: (typeof screens)[number]) => number): number =>
        screens.reduce((total, layout) => total + of(layout), 0);
      const unclear = sum(({ onOwnText, leftOut }) => onOwnText + leftOut);
      expect(screens.length).toBeGreaterThan(10);
      expect(unclear / sum(({ count }) => count)).toBeLessThan(0.02);
    });
    it('never overlap', () => {
      for (const { pills } of layouts) {
        const pairs = pills.flatMap((a, i) => pills.slice(i + 1).map((b) => [a, b] as const));
        const crossing = pairs.filter(([a, b]) => !isEmpty(intersect(a.bounds, b.bounds)));
        expect(crossing).toEqual([]);
      }
    });
  },
);
