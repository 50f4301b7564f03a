import { intersect, isEmpty, type Rect, rectOfSize, type Size } from '../../geometry.ts';
import type { Profile } from '../profile.ts';
import { type DeviceState, isOn } from './apps/device-state.ts';
import type { Display } from './display.ts';
import {
  buttonBar,
  gesturePill,
  type NavigationActions,
  statusBar,
  toastView,
} from './system/bars.ts';
import { type ShownSystemDialog, systemDialogView } from './system/dialogs.ts';
import { type Clipboard, EditToolbar } from './system/edit-toolbar.ts';
import { Keyboard, type KeyboardActions, keyboardHeight } from './system/keyboard.ts';
import { Shade, type ShadeActions } from './system/shade.ts';
import type { Running, Tasks } from './tasks.ts';
import { caretRect, selectionRects } from './ui/caret.ts';
import type { FieldState } from './ui/field-state.ts';
import { everyPlaced, type Placed } from './ui/layout.ts';
import type { MeasureText } from './ui/text-block.ts';
import { darkTheme, type Insets, lightTheme, type Theme, type Ui } from './ui/theme.ts';
import { listAround, UiWindow, type WindowSpec } from './window.ts';

interface ScreenParts {
  readonly profile: Profile;
  readonly display: Display;
  readonly state: DeviceState;
  readonly tasks: Tasks;
  readonly measureText: MeasureText;
  readonly now: () => number;
  readonly navigation: NavigationActions;
  readonly typing: KeyboardActions;
  readonly shadeActions: ShadeActions;
  readonly clipboard: Clipboard;
}

const systemUi = 'com.android.systemui';

/** The windows on the display: which exist, which has focus, and their layout. */
export class PhoneScreen {
  readonly shade: Shade;
  readonly keyboard: Keyboard;
  readonly systemDialogs: { readonly shown: ShownSystemDialog; readonly window: UiWindow }[] = [];
  toast: string | undefined;
  /** Set by Back; the keyboard stays hidden until a field is focused again. */
  keyboardHidden = false;
  readonly statusBar: UiWindow;
  readonly navigationBar: UiWindow;
  readonly shadeWindow: UiWindow;
  readonly keyboardWindow: UiWindow;
  readonly toastWindow: UiWindow;
  readonly #editToolbar: EditToolbar;
  readonly #editingWindow: UiWindow;
  readonly #parts: ScreenParts;
  #changes = 0;

  constructor(parts: ScreenParts) {
    this.#parts = parts;
    this.shade = new Shade(parts.state, parts.shadeActions);
    this.keyboard = new Keyboard(parts.typing);
    const shadeTitle = parts.profile.android === 8 ? 'StatusBar' : 'NotificationShade';
    this.statusBar = systemWindow(
      { title: 'StatusBar', kind: 'status-bar', gravity: 'top' },
      (ui) => statusBar(ui, parts.state, this.barTone(ui.theme)),
    );
    this.navigationBar = systemWindow(
      {
        title: 'NavigationBar0',
        kind: 'navigation-bar',
        get gravity() {
          return parts.display.navigationEdge;
        },
      },
      (ui) => this.#navigation(ui),
    );
    this.shadeWindow = systemWindow({ title: shadeTitle, kind: 'shade', gravity: 'full' }, (ui) =>
      this.shade.render(ui),
    );
    this.keyboardWindow = new UiWindow({
      title: 'InputMethod',
      kind: 'ime',
      packageName: 'com.android.inputmethod.latin',
      gravity: 'bottom',
      secure: false,
      render: (ui) => this.keyboard.render(ui, ui.insets.bottom),
    });
    this.toastWindow = systemWindow({ title: 'Toast', kind: 'dialog', gravity: 'full' }, (ui) =>
      toastView(ui, this.toast ?? ''),
    );
    this.#editToolbar = new EditToolbar(parts.clipboard);
    this.#editingWindow = this.#popup();
  }

  /** The window of the selection toolbar, while it is shown; it never has focus. */
  get editingWindow(): UiWindow | undefined {
    const { focus } = this.focused;
    if (!this.#editToolbar.shownFor(focus) || this.#selected === undefined) return undefined;
    return this.#editingWindow;
  }

  /** Shows the toolbar with the actions for a field's selection. */
  offerEditing(field: FieldState): void {
    this.#editToolbar.offer(field);
  }

  /** Hides the toolbar and clears its selection. */
  dismissEditing(): void {
    this.#editToolbar.dismiss();
  }

  get front(): Running {
    const running = this.#parts.tasks.all[0]?.running.at(-1);
    if (running === undefined) throw new Error('The launcher always runs.');
    return running;
  }

  /** The window with input focus: it receives keys, and `uiautomator dump` prints it. */
  get focused(): UiWindow {
    if (this.shade.panel !== 'none') return this.shadeWindow;
    return this.systemDialogs.at(-1)?.window ?? this.front.dialogs.at(-1) ?? this.front.window;
  }

  get keyboardShown(): boolean {
    return this.focused.focus !== undefined && !this.keyboardHidden;
  }

  get theme(): Theme {
    return isOn(this.#parts.state, 'dark') ? darkTheme : lightTheme;
  }

  /** Identifies the content of the display: equal keys mean equal pixels. */
  get moment(): string {
    const minute = Math.floor(this.#parts.now() / 60_000);
    return `${this.#changes} ${minute} ${this.#parts.display.fingerprint}`;
  }

  /** Invalidates all layouts. */
  changed(): void {
    this.#changes++;
  }

  /** The window's current view tree with positions. */
  placed(window: UiWindow): Placed {
    return window.placed(this.moment, this.#surface, this.#uiOf(window));
  }

  /** An app's window as if it were in the foreground without a keyboard: for its thumbnail in recents. */
  placedAlone(window: UiWindow): Placed {
    return window.placed(
      `${this.moment} alone`,
      this.#surface,
      this.#ui(window, this.#parts.display.bars),
    );
  }

  get size(): Size {
    return this.#parts.display.size;
  }

  get density(): number {
    return this.#parts.display.density;
  }

  /** Colour of clock, icons and gesture pill, to contrast with what is behind the bars. */
  barTone(theme: Theme): string {
    if (this.shade.panel !== 'none' && this.shade.openTo === undefined) return theme.text;
    // A secure window is painted black, so the bars need to be light.
    const onDark = this.front.activity.bars === 'on-dark' || this.front.window.spec.secure;
    return onDark ? '#ffffff' : theme.text;
  }

  /** The visible bounds of the selection, or of the cursor, in the focused field. */
  get #selected(): Rect | undefined {
    const { focus } = this.focused;
    const placed = [...everyPlaced(this.placed(this.focused))].find(
      ({ view }) => view.field !== undefined && view.field === focus,
    );
    if (placed === undefined || isEmpty(placed.visible)) return undefined;
    const { measureText } = this.#parts;
    const caret = caretRect(placed, measureText);
    const rects = [...selectionRects(placed, measureText), ...(caret === undefined ? [] : [caret])];
    const most = (side: keyof Rect, pick: (...values: number[]) => number) =>
      pick(...rects.map((rect) => rect[side]));
    const around = {
      left: most('left', Math.min),
      top: most('top', Math.min),
      right: most('right', Math.max),
      bottom: most('bottom', Math.max),
    };
    return intersect(around, placed.visible);
  }

  #popup(): UiWindow {
    const selected = () => this.#selected ?? rectOfSize(this.size);
    const packageName = () => this.focused.spec.packageName;
    return new UiWindow({
      // Android appends the PopupWindow's identity hash, which is different each time.
      title: 'PopupWindow:5e1f4c2',
      kind: 'dialog',
      get packageName() {
        return packageName();
      },
      get gravity() {
        return { beside: selected() };
      },
      secure: false,
      render: (ui) => this.#editToolbar.render(ui),
    });
  }

  get #surface() {
    const { display, measureText } = this.#parts;
    return { size: display.size, density: display.density, measureText };
  }

  #uiOf(window: UiWindow): Ui {
    const { bars, landscape } = this.#parts.display;
    const takesKeyboard = window.spec.kind === 'activity' || window.spec.kind === 'dialog';
    if (!takesKeyboard || window !== this.focused || !this.keyboardShown)
      return this.#ui(window, bars);
    return this.#ui(window, { ...bars, bottom: bars.bottom + keyboardHeight(landscape) });
  }

  #ui(window: UiWindow, insets: Insets): Ui {
    const { display, now, profile } = this.#parts;
    const { width, height } = display.size;
    return {
      theme: this.theme,
      width: width / display.density,
      height: height / display.density,
      landscape: display.landscape,
      edgeToEdge: profile.edgeToEdge,
      insets,
      focus: window.focus,
      now: new Date(now()),
    };
  }

  #navigation(ui: Ui) {
    const { profile, display, navigation } = this.#parts;
    const onPicture = this.front.activity.bars === 'on-dark' && this.shade.panel === 'none';
    const tone = this.keyboardShown ? ui.theme.text : this.barTone(ui.theme);
    if (profile.navigation === 'gestures') return gesturePill(ui, tone);
    const fill = onPicture ? 'rgba(0, 0, 0, 0.18)' : ui.theme.background;
    return buttonBar(ui, display.navigationEdge, { tone, fill, actions: navigation });
  }
}

/** Creates the window of a system dialog. */
export function systemDialogWindow(shown: ShownSystemDialog): UiWindow {
  return systemWindow(
    {
      title: `${systemUi}/${systemUi}.usb.UsbDebuggingActivity`,
      kind: 'dialog',
      gravity: 'center',
    },
    (ui) => systemDialogView(ui, shown),
  );
}

type SystemWindowSpec = Omit<WindowSpec, 'packageName' | 'secure' | 'render'>;

function systemWindow(spec: SystemWindowSpec, render: WindowSpec['render']): UiWindow {
  return new UiWindow({
    title: spec.title,
    kind: spec.kind,
    packageName: systemUi,
    // A getter because the bar with three buttons changes its edge when the display rotates.
    get gravity() {
      return spec.gravity;
    },
    secure: false,
    render,
  });
}

/** dp between the cursor and the edge of the list's visible part. */
const margin = 20;

/** Scrolls the cursor into view after the keyboard appeared, the display rotated or text was typed. */
export class CaretRevealer {
  readonly #screen: PhoneScreen;
  readonly #measureText: MeasureText;
  #last: { readonly field: FieldState; readonly where: string } | undefined;

  constructor(screen: PhoneScreen, measureText: MeasureText) {
    this.#screen = screen;
    this.#measureText = measureText;
  }

  /** Scrolls at most one list, and only if the cursor, text length or display size changed since the last call. */
  reveal(): void {
    const screen = this.#screen;
    const field = screen.focused.focus;
    if (field === undefined || !screen.keyboardShown) {
      this.#last = undefined;
      return;
    }
    const { width, height } = screen.size;
    const where = `${width} ${height} ${screen.density} ${field.cursor} ${field.text.length}`;
    if (this.#last?.field === field && this.#last.where === where) return;
    this.#last = { field, where };
    this.#scrollTo(field);
  }

  #scrollTo(field: FieldState): void {
    const screen = this.#screen;
    const window = screen.focused;
    const root = screen.placed(window);
    const target = [...everyPlaced(root)].find(({ view }) => view.field === field);
    const list = target === undefined ? undefined : listAround(root, target);
    if (target === undefined || list === undefined) return;
    const caret = caretRect(target, this.#measureText) ?? target.bounds;
    const room = margin * screen.density;
    const below = caret.bottom + room - list.visible.bottom;
    const above = list.visible.top + room - caret.top;
    const tall = list.visible.bottom - list.visible.top < caret.bottom - caret.top + 2 * room;
    const distance = below > 0 || tall ? below : -Math.max(0, above);
    if (distance !== 0 && window.scrollBy(list, Math.round(distance), screen.density))
      screen.changed();
  }
}
