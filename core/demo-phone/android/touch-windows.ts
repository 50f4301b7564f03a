import { contains, type Point } from '../../geometry.ts';
import type { Flings } from './fling.ts';
import type { SystemGestureParts } from './system-gestures.ts';
import type { TouchScene } from './touch.ts';
import type { FieldState } from './ui/field-state.ts';
import { findAt } from './ui/place.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { UiWindow } from './window.ts';

export interface TouchParts extends SystemGestureParts {
  readonly flings: Flings;
  readonly measureText: MeasureText;
  /** Runs what changes the picture outside of an event, and tells the world's listeners. */
  change(act: () => void): void;
}

/** The window that a finger landing here belongs to, from the front backwards. */
export function windowAt({ screen }: TouchParts, point: Point): UiWindow {
  const covers = (window: UiWindow) => contains(screen.placed(window).bounds, point);
  const pressable = findAt(
    screen.placed(screen.navigationBar),
    point,
    ({ view }) => view.onTap !== undefined,
  );
  if (pressable !== undefined) return screen.navigationBar;
  if (screen.shade.panel !== 'none') return screen.shadeWindow;
  const { editingWindow } = screen;
  if (editingWindow !== undefined && covers(editingWindow)) return editingWindow;
  if (screen.keyboardShown && covers(screen.keyboardWindow)) return screen.keyboardWindow;
  const system = screen.systemDialogs.at(-1);
  return system?.window ?? screen.front.dialogs.at(-1) ?? screen.front.window;
}

/** Whether a finger that lands where this gesture began would still land in its window. */
export function isShownAt(
  parts: TouchParts,
  { window, from }: { readonly window: UiWindow; readonly from: Point },
): boolean {
  return windowAt(parts, from) === window;
}

/** What touches in a window act on, as it stands now. */
export function sceneOf(parts: TouchParts, window: UiWindow): TouchScene {
  const { screen, display, measureText, flings } = parts;
  return {
    window,
    root: screen.placed(window),
    density: display.density,
    measureText,
    flings,
    focus: (field) => focus(parts, window, field),
    offerEditing: (field) => screen.offerEditing(field),
  };
}

/** A tap that no view wanted: beside a dialog of an app it closes the dialog. */
export function touchBeside({ screen }: TouchParts, window: UiWindow, point: Point): void {
  if (window !== screen.front.dialogs.at(-1)) return;
  if (!contains(screen.placed(window).bounds, point)) screen.front.dialogs.pop();
}

function focus({ screen }: TouchParts, window: UiWindow, field: FieldState): void {
  if (window.focus !== field || screen.keyboardHidden) screen.keyboard.reset();
  window.focus = field;
  screen.keyboardHidden = false;
}
