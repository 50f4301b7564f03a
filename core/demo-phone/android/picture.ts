import { rectOfSize } from '../../geometry.ts';
import type { PhoneScreen } from './phone-screen.ts';
import { displayList } from './ui/display-list.ts';
import type { PaintOp } from './ui/paint-op.ts';
import type { Placed } from './ui/place.ts';
import type { MeasureText } from './ui/text-block.ts';
import type { UiWindow } from './window.ts';

/** The display list of everything on the display, back to front; secure windows are black. */
export function screenPicture(screen: PhoneScreen, measureText: MeasureText): readonly PaintOp[] {
  const { front, theme } = screen;
  const full = rectOfSize(screen.size);
  const dim: PaintOp = { op: 'box', rect: full, radii: 0, fill: theme.scrim };
  const draw = (window: UiWindow) =>
    windowPicture(screen, window, { placed: screen.placed(window), measureText });
  const ops: PaintOp[] = [
    { op: 'box', rect: full, radii: 0, fill: theme.background },
    ...draw(front.window),
  ];
  for (const dialog of front.dialogs) ops.push(dim, ...draw(dialog));
  for (const { window } of screen.systemDialogs) ops.push(dim, ...draw(window));
  if (screen.keyboardShown) ops.push(...draw(screen.keyboardWindow));
  if (screen.editingWindow !== undefined) ops.push(...draw(screen.editingWindow));
  if (screen.toast !== undefined) ops.push(...draw(screen.toastWindow));
  if (screen.shade.panel === 'none') ops.push(...draw(screen.statusBar));
  else ops.push(...draw(screen.shadeWindow));
  ops.push(...draw(screen.navigationBar));
  return ops;
}

/** The display list of one window. */
export function windowPicture(
  screen: PhoneScreen,
  window: UiWindow,
  { placed, measureText }: { readonly placed: Placed; readonly measureText: MeasureText },
): readonly PaintOp[] {
  if (window.spec.secure) {
    return [{ op: 'box', rect: placed.bounds, radii: 0, fill: '#000000' }];
  }
  return displayList(placed, {
    density: screen.density,
    measureText,
    focus: window.focus,
    caretColor: screen.theme.primary,
    selectionColor: screen.theme.selection,
    handles: window === screen.focused && screen.editingWindow !== undefined,
  });
}
