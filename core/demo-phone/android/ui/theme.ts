import type { FieldState } from './field-state.ts';
import type { TextStyle } from './view.ts';

/** The colours of the demo phone's apps, by Material 3 role. */
export interface Theme {
  readonly dark: boolean;
  /** The colour behind everything else. */
  readonly background: string;
  /** Cards and list groups on the background. */
  readonly card: string;
  /** Surfaces on a card. */
  readonly raised: string;
  readonly dialog: string;
  readonly text: string;
  readonly textSoft: string;
  readonly outline: string;
  readonly line: string;
  readonly primary: string;
  readonly onPrimary: string;
  readonly tint: string;
  readonly onTint: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly error: string;
  readonly keyboard: string;
  readonly key: string;
  readonly keySoft: string;
  readonly shade: string;
  /** Covers what is behind a dialog. */
  readonly scrim: string;
  /** Behind selected text. */
  readonly selection: string;
}

/** The light theme, from the violet of the wallpaper (apps/wallpaper.ts), as dynamic colour would choose it. */
export const lightTheme: Theme = {
  dark: false,
  background: '#f3eff6',
  card: '#fdfcff',
  raised: '#ebe6f1',
  dialog: '#faf5fc',
  text: '#1d1a22',
  textSoft: '#5d5867',
  outline: '#7e7789',
  line: '#dfdae6',
  primary: '#6c4cab',
  onPrimary: '#ffffff',
  tint: '#e9dcfa',
  onTint: '#3c2468',
  accent: '#f6d9f0',
  onAccent: '#5d3b5a',
  error: '#b3261e',
  keyboard: '#e8e3ef',
  key: '#fdfcff',
  keySoft: '#d6cfe3',
  shade: '#eee9f4',
  scrim: 'rgba(12, 14, 28, 0.42)',
  selection: '#d9c8f7',
};

/** The dark theme, from the same seed colour. */
export const darkTheme: Theme = {
  dark: true,
  background: '#141218',
  card: '#211f28',
  raised: '#302c38',
  dialog: '#2b2733',
  text: '#e9e5ee',
  textSoft: '#b6afc1',
  outline: '#91899c',
  line: '#3c3846',
  primary: '#d2bbf5',
  onPrimary: '#381e69',
  tint: '#4f3c78',
  onTint: '#eadcf9',
  accent: '#573d57',
  onAccent: '#f8d8f2',
  error: '#ffb4ab',
  keyboard: '#1e1c24',
  key: '#3d3947',
  keySoft: '#544d63',
  shade: '#1b1921',
  scrim: 'rgba(0, 0, 0, 0.6)',
  selection: '#6748a3',
};

/** A text style: size in sp, weight, colour, and line height in dp (default: 1.35 times the size). */
export function font(
  size: number,
  weight: TextStyle['weight'],
  color: string,
  lineHeight?: number,
): TextStyle {
  return { size, weight, color, lineHeight };
}

/** Text styles by role, based on Material 3; each is a function of its colour. */
const textStyleRole =
  (size: number, weight: TextStyle['weight'], lineHeight: number) =>
  (color: string): TextStyle =>
    font(size, weight, color, lineHeight);

export const headlineStyle = textStyleRole(32, 500, 40);
export const titleStyle = textStyleRole(22, 500, 28);
export const subtitleStyle = textStyleRole(18, 500, 24);
export const rowTitleStyle = textStyleRole(16, 500, 22);
export const bodyStyle = textStyleRole(16, 400, 24);
export const smallStyle = textStyleRole(14, 400, 20);
export const smallStrongStyle = textStyleRole(14, 600, 20);
export const captionStyle = textStyleRole(12, 500, 16);

/** What a screen is rendered for: theme, window size, insets, focus and time. Lengths in dp. */
export interface UiContext {
  readonly theme: Theme;
  readonly width: number;
  readonly height: number;
  readonly landscape: boolean;
  /** Whether apps draw behind the navigation bar (the rule from Android 15 on). */
  readonly edgeToEdge: boolean;
  /** Covered by the system bars and the keyboard. */
  readonly insets: Insets;
  readonly focus: FieldState | undefined;
  /** The phone's local time. */
  readonly now: Date;
  /** How far the window's list with this key is scrolled, in dp. */
  scrollOffset(key: string): number;
}

export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}
