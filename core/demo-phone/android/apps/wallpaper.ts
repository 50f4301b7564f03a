import type { Rect } from '#core/geometry.ts';
import {
  box,
  centred,
  type Gradient,
  icon,
  linearGradient,
  type PaintOp,
  type View,
} from '../ui/view.ts';
import type { Theme } from '../ui/theme.ts';
import { disc } from '../ui/widgets.ts';
import type { AppIcon } from './app.ts';

/** An app's round icon; not in the hierarchy. */
export function roundIcon(appIcon: AppIcon, size: number): View {
  const fill = linearGradient(
    [0.15, 0],
    [0.85, 1],
    [0, appIcon.topColor],
    [1, appIcon.bottomColor],
  );
  return disc(size, { paintOnly: true, fill }, [
    icon(appIcon.path, { size: size * 0.54, color: appIcon.color }, centred),
  ]);
}

/** An app's icon in the colours of the wallpaper, as on a home screen with themed icons; not in the hierarchy. */
export function themedIcon({ path }: AppIcon, size: number, theme: Theme): View {
  return disc(size, { paintOnly: true, fill: theme.tint }, [
    icon(path, { size: size * 0.5, color: theme.onTint }, centred),
  ]);
}

/** The wallpaper, which fills its stack; not in the hierarchy. */
export function wallpaperView(dark: boolean): View {
  return box({
    paintOnly: true,
    width: 'fill',
    height: 'fill',
    draw: (rect) => wallpaper(rect, dark),
  });
}

/**
 * The display list of the wallpaper: hills at dusk, made of gradients and a few curves, so that it
 * is sharp at every size and needs no image file.
 */
export function wallpaper(rect: Rect, dark: boolean): readonly PaintOp[] {
  const key = dark ? 'night' : 'dusk';
  return [{ op: 'kept', key, rect, ops: hillsOps(rect, dark ? nightPalette : duskPalette) }];
}

function hillsOps(rect: Rect, palette: WallpaperPalette): readonly PaintOp[] {
  const width = rect.right - rect.left;
  const height = rect.bottom - rect.top;
  const isLandscape = width > height;
  const sun = Math.min(width, height) * 0.15;
  const x = rect.left + width * (isLandscape ? 0.68 : 0.66);
  const y = rect.top + height * (isLandscape ? 0.5 : 0.47);
  const circle = (radius: number, fill: Gradient): PaintOp => ({
    op: 'box',
    rect: { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius },
    radii: radius,
    fill,
  });
  return [
    { op: 'box', rect, radii: 0, fill: linearGradient([0, 0], [0, 0.72], ...palette.sky) },
    circle(sun * 4.4, { kind: 'radial', from: [0.5, 0.5], to: [0.5, 0], stops: palette.glow }),
    circle(sun, linearGradient([0, 0], [0, 1], ...palette.sun)),
    ...palette.hills.map(([curve, top, bottom]): PaintOp => ({
      op: 'path',
      rect: { ...rect, top: rect.top + height * 0.4 },
      data: curve,
      viewport: { width: 100, height: 100 },
      fill: linearGradient([0, 0.1], [0, 1], [0, top], [1, bottom]),
    })),
  ];
}

/** SVG path data from the far ridge to the near slope, in a 100 by 100 viewport stretched over the lower 60 %. */
const ridges = [
  'M0 26C10 20 16 14 25 17C33 20 37 26 46 24C56 21 60 10 71 12C82 14 88 24 100 20V100H0Z',
  'M0 38C12 30 22 31 33 36C45 42 55 43 66 36C78 29 90 30 100 36V100H0Z',
  'M0 46C9 50 19 58 33 55C48 52 56 44 70 47C84 50 92 58 100 56V100H0Z',
  'M0 68C14 60 27 62 40 69C54 76 68 77 81 71C90 67 96 66 100 67V100H0Z',
  'M0 82C16 88 34 90 52 84C70 78 86 80 100 86V100H0Z',
] as const;

interface WallpaperPalette {
  readonly sky: Gradient['stops'];
  readonly glow: Gradient['stops'];
  readonly sun: Gradient['stops'];
  /** Path data with the colours of the top and the bottom. */
  readonly hills: readonly (readonly [curve: string, top: string, bottom: string])[];
}

const duskPalette: WallpaperPalette = {
  sky: [
    [0, '#232a63'],
    [0.28, '#4a4592'],
    [0.52, '#9a5fa6'],
    [0.74, '#ee8a8f'],
    [0.92, '#ffc59a'],
    [1, '#ffe0b8'],
  ],
  glow: [
    [0, 'rgba(255, 226, 178, 0.85)'],
    [0.28, 'rgba(255, 200, 160, 0.34)'],
    [0.62, 'rgba(255, 170, 160, 0.1)'],
    [1, 'rgba(255, 160, 160, 0)'],
  ],
  sun: [
    [0, '#fff6e0'],
    [1, '#ffd29e'],
  ],
  hills: [
    [ridges[0], '#c9789f', '#a8619c'],
    [ridges[1], '#94569b', '#6f4590'],
    [ridges[2], '#6a4190', '#4a3279'],
    [ridges[3], '#453075', '#2f2560'],
    [ridges[4], '#2a2359', '#171740'],
  ],
};

const nightPalette: WallpaperPalette = {
  sky: [
    [0, '#0a0d22'],
    [0.4, '#151b42'],
    [0.75, '#2c3270'],
    [1, '#565aa0'],
  ],
  glow: [
    [0, 'rgba(214, 222, 255, 0.42)'],
    [0.4, 'rgba(170, 185, 255, 0.12)'],
    [1, 'rgba(150, 165, 255, 0)'],
  ],
  sun: [
    [0, '#f7f8ff'],
    [1, '#cfd7f7'],
  ],
  hills: [
    [ridges[0], '#464b8d', '#3a3f7c'],
    [ridges[1], '#343a74', '#2a2f62'],
    [ridges[2], '#262b5b', '#1d214a'],
    [ridges[3], '#1a1e44', '#131634'],
    [ridges[4], '#111430', '#0a0c20'],
  ],
};
