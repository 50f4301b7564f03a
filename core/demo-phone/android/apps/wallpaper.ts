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
function wallpaper(rect: Rect, dark: boolean): readonly PaintOp[] {
  const { sky, glow, sun, hills } = dark ? night : dusk;
  const width = rect.right - rect.left;
  const height = rect.bottom - rect.top;
  const sunRadius = Math.min(width, height) * 0.15;
  const x = rect.left + width * 0.66;
  const y = rect.top + height * (width > height ? 0.5 : 0.47);
  const circle = (radius: number, fill: Gradient): PaintOp => ({
    op: 'box',
    rect: { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius },
    radii: radius,
    fill,
  });
  return [
    { op: 'box', rect, radii: 0, fill: linearGradient([0, 0], [0, 0.72], ...stops(sky)) },
    circle(sunRadius * 4.4, { kind: 'radial', from: [0.5, 0.5], to: [0.5, 0], stops: stops(glow) }),
    circle(sunRadius, linearGradient([0, 0], [0, 1], ...stops(sun))),
    ...ridges.map((curve, index): PaintOp => ({
      op: 'path',
      rect: { ...rect, top: rect.top + height * 0.4 },
      data: curve,
      viewport: { width: 100, height: 100 },
      fill: linearGradient([0, 0.1], [0, 1], ...stops(hills[index] ?? '')),
    })),
  ];
}

/** Colours at their places in a gradient, written as in CSS. */
function stops(css: string): Gradient['stops'] {
  return css.split('%, ').map((stop) => {
    const [, color = '', percent] = /^(.*) (\d+)%?$/.exec(stop) ?? [];
    return [Number(percent) / 100, color] as const;
  });
}

/** SVG path data from the far ridge to the near slope, in a 100 by 100 viewport stretched over the lower 60 %. */
const ridges = [
  'M0 26C10 20 16 14 25 17C33 20 37 26 46 24C56 21 60 10 71 12C82 14 88 24 100 20V100H0Z',
  'M0 38C12 30 22 31 33 36C45 42 55 43 66 36C78 29 90 30 100 36V100H0Z',
  'M0 46C9 50 19 58 33 55C48 52 56 44 70 47C84 50 92 58 100 56V100H0Z',
  'M0 68C14 60 27 62 40 69C54 76 68 77 81 71C90 67 96 66 100 67V100H0Z',
  'M0 82C16 88 34 90 52 84C70 78 86 80 100 86V100H0Z',
];

const dusk = {
  sky: '#232a63 0%, #4a4592 28%, #9a5fa6 52%, #ee8a8f 74%, #ffc59a 92%, #ffe0b8 100%',
  glow: 'rgba(255, 226, 178, 0.85) 0%, rgba(255, 200, 160, 0.34) 28%, rgba(255, 170, 160, 0.1) 62%, rgba(255, 160, 160, 0) 100%',
  sun: '#fff6e0 0%, #ffd29e 100%',
  hills: [
    '#c9789f 0%, #a8619c 100%',
    '#94569b 0%, #6f4590 100%',
    '#6a4190 0%, #4a3279 100%',
    '#453075 0%, #2f2560 100%',
    '#2a2359 0%, #171740 100%',
  ],
};

const night: typeof dusk = {
  sky: '#0a0d22 0%, #151b42 40%, #2c3270 75%, #565aa0 100%',
  glow: 'rgba(214, 222, 255, 0.42) 0%, rgba(170, 185, 255, 0.12) 40%, rgba(150, 165, 255, 0) 100%',
  sun: '#f7f8ff 0%, #cfd7f7 100%',
  hills: [
    '#464b8d 0%, #3a3f7c 100%',
    '#343a74 0%, #2a2f62 100%',
    '#262b5b 0%, #1d214a 100%',
    '#1a1e44 0%, #131634 100%',
    '#111430 0%, #0a0c20 100%',
  ],
};
