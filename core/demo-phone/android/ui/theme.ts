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
  readonly onError: string;
  readonly keyboard: string;
  readonly key: string;
  readonly keySoft: string;
  readonly shade: string;
  /** Covers what is behind a dialog. */
  readonly scrim: string;
  /** Behind selected text. */
  readonly selection: string;
}

/** The light theme, from an indigo seed colour. */
export const lightTheme: Theme = {
  dark: false,
  background: '#eff0f8',
  card: '#fdfcff',
  raised: '#e6e8f3',
  dialog: '#f6f6fe',
  text: '#191b23',
  textSoft: '#565a6a',
  outline: '#767a8c',
  line: '#dadce8',
  primary: '#3f5bb5',
  onPrimary: '#ffffff',
  tint: '#dbe1ff',
  onTint: '#1d2f6f',
  accent: '#f6d9f0',
  onAccent: '#5d3b5a',
  error: '#b3261e',
  onError: '#ffffff',
  keyboard: '#e3e5f1',
  key: '#fdfcff',
  keySoft: '#cdd2e6',
  shade: '#e9ebf6',
  scrim: 'rgba(12, 14, 28, 0.42)',
  selection: '#c3cfff',
};

/** The dark theme, from the same seed colour. */
export const darkTheme: Theme = {
  dark: true,
  background: '#111319',
  card: '#1d2029',
  raised: '#2a2e3a',
  dialog: '#252935',
  text: '#e5e6f0',
  textSoft: '#aeb2c4',
  outline: '#888ca0',
  line: '#353a48',
  primary: '#b7c4ff',
  onPrimary: '#142a70',
  tint: '#33457f',
  onTint: '#dce1ff',
  accent: '#573d57',
  onAccent: '#f8d8f2',
  error: '#ffb4ab',
  onError: '#690005',
  keyboard: '#1a1d25',
  key: '#363b49',
  keySoft: '#4a5066',
  shade: '#171a22',
  scrim: 'rgba(0, 0, 0, 0.6)',
  selection: '#3c56ad',
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
