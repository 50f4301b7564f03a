import type { Rect } from '../../../geometry.ts';
import type { Gradient, PaintOp } from '../ui/view.ts';

/**
 * The wallpaper: hills at dusk, drawn from gradients and a few curves so that it is sharp at
 * every size and needs no picture file.
 */
export function wallpaper(rect: Rect, dark: boolean): readonly PaintOp[] {
  const key = dark ? 'night' : 'dusk';
  return [{ op: 'kept', key, rect, ops: landscape(rect, dark ? night : dusk) }];
}

function landscape(rect: Rect, look: Look): readonly PaintOp[] {
  const width = rect.right - rect.left;
  const height = rect.bottom - rect.top;
  const wide = width > height;
  const sun = Math.min(width, height) * 0.15;
  const x = rect.left + width * (wide ? 0.68 : 0.66);
  const y = rect.top + height * (wide ? 0.5 : 0.47);
  const around = (radius: number) => ({
    left: x - radius,
    top: y - radius,
    right: x + radius,
    bottom: y + radius,
  });
  return [
    { op: 'box', rect, radii: 0, fill: look.sky },
    { op: 'box', rect: around(sun * 4.4), radii: sun * 4.4, fill: look.glow },
    { op: 'box', rect: around(sun), radii: sun, fill: look.sun },
    ...hills.map((data, index): PaintOp => ({
      op: 'path',
      rect: { ...rect, top: rect.top + height * 0.4 },
      data,
      viewport: { width: 100, height: 100 },
      fill: vertical(look.hills[index] ?? look.hills[0]),
    })),
  ];
}

/** From the far ridge to the near slope, in a square that is stretched over the lower part. */
const hills = [
  'M0 26C10 20 16 14 25 17C33 20 37 26 46 24C56 21 60 10 71 12C82 14 88 24 100 20V100H0Z',
  'M0 38C12 30 22 31 33 36C45 42 55 43 66 36C78 29 90 30 100 36V100H0Z',
  'M0 46C9 50 19 58 33 55C48 52 56 44 70 47C84 50 92 58 100 56V100H0Z',
  'M0 68C14 60 27 62 40 69C54 76 68 77 81 71C90 67 96 66 100 67V100H0Z',
  'M0 82C16 88 34 90 52 84C70 78 86 80 100 86V100H0Z',
];

interface Look {
  readonly sky: Gradient;
  readonly glow: Gradient;
  readonly sun: Gradient;
  readonly hills: readonly [readonly [string, string], ...(readonly [string, string])[]];
}

function vertical([top, bottom]: readonly [string, string]): Gradient {
  return {
    kind: 'linear',
    from: [0, 0.1],
    to: [0, 1],
    stops: [
      [0, top],
      [1, bottom],
    ],
  };
}

const dusk: Look = {
  sky: {
    kind: 'linear',
    from: [0, 0],
    to: [0, 0.72],
    stops: [
      [0, '#232a63'],
      [0.28, '#4a4592'],
      [0.52, '#9a5fa6'],
      [0.74, '#ee8a8f'],
      [0.92, '#ffc59a'],
      [1, '#ffe0b8'],
    ],
  },
  glow: {
    kind: 'radial',
    from: [0.5, 0.5],
    to: [0.5, 0],
    stops: [
      [0, 'rgba(255, 226, 178, 0.85)'],
      [0.28, 'rgba(255, 200, 160, 0.34)'],
      [0.62, 'rgba(255, 170, 160, 0.1)'],
      [1, 'rgba(255, 160, 160, 0)'],
    ],
  },
  sun: {
    kind: 'linear',
    from: [0, 0],
    to: [0, 1],
    stops: [
      [0, '#fff6e0'],
      [1, '#ffd29e'],
    ],
  },
  hills: [
    ['#c9789f', '#a8619c'],
    ['#94569b', '#6f4590'],
    ['#6a4190', '#4a3279'],
    ['#453075', '#2f2560'],
    ['#2a2359', '#171740'],
  ],
};

const night: Look = {
  sky: {
    kind: 'linear',
    from: [0, 0],
    to: [0, 0.72],
    stops: [
      [0, '#0a0d22'],
      [0.4, '#151b42'],
      [0.75, '#2c3270'],
      [1, '#565aa0'],
    ],
  },
  glow: {
    kind: 'radial',
    from: [0.5, 0.5],
    to: [0.5, 0],
    stops: [
      [0, 'rgba(214, 222, 255, 0.42)'],
      [0.4, 'rgba(170, 185, 255, 0.12)'],
      [1, 'rgba(150, 165, 255, 0)'],
    ],
  },
  sun: {
    kind: 'linear',
    from: [0, 0],
    to: [0, 1],
    stops: [
      [0, '#f7f8ff'],
      [1, '#cfd7f7'],
    ],
  },
  hills: [
    ['#464b8d', '#3a3f7c'],
    ['#343a74', '#2a2f62'],
    ['#262b5b', '#1d214a'],
    ['#1a1e44', '#131634'],
    ['#111430', '#0a0c20'],
  ],
};
