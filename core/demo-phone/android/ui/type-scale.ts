import type { TextStyle } from './view.ts';

/** Text styles by role; each takes its colour. Sizes in sp, line heights in dp, after Material 3. */
const style =
  (size: number, weight: TextStyle['weight'], lineHeight: number) =>
  (color: string): TextStyle => ({ size, weight, color, lineHeight });

export const headline = style(32, 500, 40);
export const title = style(22, 500, 28);
export const subtitle = style(18, 500, 24);
export const rowTitle = style(16, 500, 22);
export const body = style(16, 400, 24);
export const small = style(14, 400, 20);
export const smallStrong = style(14, 600, 20);
export const caption = style(12, 500, 16);
