import type { Rect } from '../../../../geometry.ts';
import type { PaintOp } from '../../ui/paint-op.ts';

/** Sky, land and the height of the horizon of each picture. */
const pictures = [
  ['#ffb88a', '#7b4b94', 0.55],
  ['#9ad4ff', '#2f7d5b', 0.62],
  ['#ffe3a3', '#d4764a', 0.5],
  ['#c9d6ff', '#3f5bb5', 0.68],
  ['#ffd1dc', '#9a5fa6', 0.45],
  ['#b8f0d8', '#1f6f78', 0.58],
  ['#fff1c9', '#a8763e', 0.66],
  ['#cfd8ff', '#4a4592', 0.52],
  ['#ffc6a8', '#b5545c', 0.6],
  ['#a6e3ff', '#27608f', 0.5],
  ['#e9d5ff', '#6b3fa0', 0.63],
  ['#d8f5b0', '#4f7d2f', 0.56],
] as const;

/** How many pictures the phone has. */
export const pictureCount = pictures.length;

/** What a picture is called: its day. */
export function pictureName(index: number): string {
  return `Photo taken on November ${20 - index}`;
}

/** Paints a picture over a rectangle. */
export function landscape(rect: Rect, index: number): readonly PaintOp[] {
  const [sky, land, horizon] = pictures[index % pictures.length] ?? pictures[0];
  const height = rect.bottom - rect.top;
  const sun = height * 0.11;
  const x = rect.left + (rect.right - rect.left) * (0.25 + ((index * 37) % 50) / 100);
  const y = rect.top + height * (horizon - 0.2);
  return [
    {
      op: 'box',
      rect,
      radii: 0,
      fill: {
        kind: 'linear',
        from: [0, 0],
        to: [0, 0.8],
        stops: [
          [0, sky],
          [1, '#ffffff'],
        ],
      },
    },
    {
      op: 'box',
      rect: { left: x - sun, top: y - sun, right: x + sun, bottom: y + sun },
      radii: sun,
      fill: 'rgba(255, 255, 255, 0.9)',
    },
    {
      op: 'path',
      rect: { ...rect, top: rect.top + height * (horizon - 0.12) },
      viewport: { width: 100, height: 100 },
      data:
        index % 2 === 0
          ? 'M0 30C22 0 40 8 58 26C74 40 88 34 100 18V100H0Z'
          : 'M0 14C20 34 34 38 52 22C70 6 84 10 100 30V100H0Z',
      fill: land,
    },
  ];
}
