import type { Size } from '../../geometry.ts';
import type { FaultName } from '../options.ts';
import type { DeviceProfile } from '../profile.ts';
import { type DeviceState, isOn } from './apps/app.ts';
import {
  enclosingList,
  UiWindow,
  type ActivityRecord,
  type Display,
  type Tasks,
  type WindowSpec,
} from './windows.ts';
import {
  navigationButtonBar,
  gesturePill,
  type NavigationActions,
  statusBar,
} from './system/bars.ts';
import { type OpenSystemDialog, systemDialogView } from './system/dialogs.ts';
import { pictureInPicture, ToastOverlay, toastView } from './system/overlays.ts';
import { Keyboard, keyboardHeight, type KeyboardActions } from './system/text-input.ts';
import { Shade, type ShadeActions } from './system/shade.ts';
import { caretRect } from './ui/rendering.ts';
import type { FieldState } from './ui/field-state.ts';
import { findField, type PlacedView } from './ui/layout.ts';
import type { MeasureText } from './ui/text-block.ts';
import { darkTheme, type Insets, lightTheme, type Theme, type UiContext } from './ui/theme.ts';

interface PhoneScreenDependencies {
  readonly profile: DeviceProfile;
  readonly display: Display;
  readonly state: DeviceState;
  readonly tasks: Tasks;
  readonly measureText: MeasureText;
  readonly now: () => number;
  readonly navigation: NavigationActions;
  readonly typing: KeyboardActions;
  readonly shadeActions: ShadeActions;
  readonly faults: ReadonlySet<FaultName>;
  /** Runs a function that changes the display outside of an event, then notifies the world's listeners. */
  applyChange(mutate: () => void): void;
}

const systemUi = 'com.android.systemui';

/** The windows on the display: which exist, which has focus, and their layout. */
export class PhoneScreen {
  readonly shade: Shade;
  readonly keyboard: Keyboard;
  readonly systemDialogs: { readonly shown: OpenSystemDialog; readonly window: UiWindow }[] = [];
  readonly toast: ToastOverlay;
  /** Set by Back; the keyboard stays hidden until a field is focused again. */
  keyboardHidden = false;
  readonly statusBar: UiWindow;
  readonly navigationBar: UiWindow;
  readonly shadeWindow: UiWindow;
  readonly keyboardWindow: UiWindow;
  readonly toastWindow: UiWindow;
  /** Another app's window over the apps, with the fault `picture-in-picture`; it never has focus. */
  readonly pictureInPictureWindow: UiWindow | undefined;
  readonly #dependencies: PhoneScreenDependencies;
  #changeCount = 0;

  constructor(dependencies: PhoneScreenDependencies) {
    this.#dependencies = dependencies;
    this.toast = new ToastOverlay(dependencies.applyChange);
    this.shade = new Shade(dependencies.state, dependencies.shadeActions);
    this.keyboard = new Keyboard(dependencies.typing);
    const shadeTitle = dependencies.profile.android === 8 ? 'StatusBar' : 'NotificationShade';
    this.statusBar = systemWindow(
      { title: 'StatusBar', kind: 'status-bar', gravity: 'top' },
      (ui) => statusBar(ui, dependencies.state, this.barIconColor(ui.theme)),
    );
    this.navigationBar = systemWindow(
      {
        title: 'NavigationBar0',
        kind: 'navigation-bar',
        get gravity() {
          return dependencies.display.navigationEdge;
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
      render: (ui) => this.keyboard.render(ui),
    });
    this.toastWindow = systemWindow({ title: 'Toast', kind: 'dialog', gravity: 'full' }, (ui) =>
      toastView(ui, this.toast.content ?? { message: '', app: undefined }),
    );
    this.pictureInPictureWindow = dependencies.faults.has('picture-in-picture')
      ? new UiWindow(pictureInPicture)
      : undefined;
  }

  get foreground(): ActivityRecord {
    const record = this.#dependencies.tasks.all[0]?.activities.at(-1);
    if (record === undefined) throw new Error('The launcher always runs.');
    return record;
  }

  /** The window with input focus: it receives keys, and `uiautomator dump` prints it. */
  get focusedWindow(): UiWindow {
    if (this.shade.panel !== 'none') return this.shadeWindow;
    return (
      this.systemDialogs.at(-1)?.window ?? this.foreground.dialogs.at(-1) ?? this.foreground.window
    );
  }

  get isKeyboardShown(): boolean {
    return this.focusedWindow.focus !== undefined && !this.keyboardHidden;
  }

  get theme(): Theme {
    return isOn(this.#dependencies.state, 'dark') ? darkTheme : lightTheme;
  }

  /** Identifies the content of the display: equal keys mean equal pixels. */
  get contentKey(): string {
    const minute = Math.floor(this.#dependencies.now() / 60_000);
    return `${this.#changeCount} ${minute} ${this.#dependencies.display.layoutKey}`;
  }

  /** Invalidates all layouts. */
  markChanged(): void {
    this.#changeCount++;
  }

  /** The window's current view tree with positions. */
  placedView(window: UiWindow): PlacedView {
    return window.placedView(this.contentKey, this.#surface, this.#uiFor(window));
  }

  get size(): Size {
    return this.#dependencies.display.size;
  }

  get density(): number {
    return this.#dependencies.display.density;
  }

  /** Colour of clock, icons and gesture pill, to contrast with what is behind the bars. */
  barIconColor(theme: Theme): string {
    if (this.shade.panel !== 'none') return theme.text;
    // A secure window is painted black, so the bars need to be light.
    const onDark =
      this.foreground.activity.systemBarsAppearance === 'on-dark' ||
      this.foreground.window.spec.secure;
    return onDark ? '#ffffff' : theme.text;
  }

  get #surface() {
    const { display, measureText } = this.#dependencies;
    return { size: display.size, density: display.density, measureText };
  }

  #uiFor(window: UiWindow): UiContext {
    const { display, faults } = this.#dependencies;
    const { barInsets, landscape } = display;
    const canShowKeyboard = window.spec.kind === 'activity' || window.spec.kind === 'dialog';
    if (
      faults.has('keyboard-covers') ||
      !canShowKeyboard ||
      window !== this.focusedWindow ||
      !this.isKeyboardShown
    )
      return this.#ui(window, barInsets);
    return this.#ui(window, { ...barInsets, bottom: barInsets.bottom + keyboardHeight(landscape) });
  }

  #ui(window: UiWindow, insets: Insets): UiContext {
    const { display, now, profile } = this.#dependencies;
    const { width, height } = display.size;
    return {
      theme: this.theme,
      width: width / display.density,
      height: height / display.density,
      landscape: display.landscape,
      edgeToEdge: profile.edgeToEdge,
      insets,
      focus: window.focus,
      scrollOffset: (key) => window.scrollOffset(key),
      now: new Date(now()),
    };
  }

  #navigation(ui: UiContext) {
    const { profile, display, navigation } = this.#dependencies;
    const overDarkContent =
      this.foreground.activity.systemBarsAppearance === 'on-dark' && this.shade.panel === 'none';
    const iconColor = this.isKeyboardShown ? ui.theme.text : this.barIconColor(ui.theme);
    if (profile.navigation === 'gestures') return gesturePill(ui, iconColor);
    const fill = overDarkContent ? 'rgba(0, 0, 0, 0.18)' : ui.theme.background;
    return navigationButtonBar(ui, display.navigationEdge, {
      iconColor,
      fill,
      actions: navigation,
    });
  }
}

/** Creates the window of a system dialog. */
export function systemDialogWindow(openDialog: OpenSystemDialog): UiWindow {
  return systemWindow(
    {
      title: `${systemUi}/${systemUi}.usb.UsbDebuggingActivity`,
      kind: 'dialog',
      gravity: 'center',
    },
    (ui) => systemDialogView(ui, openDialog),
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
const caretMarginDp = 20;

/** Scrolls the cursor into view after the keyboard appeared, the display rotated or text was typed. */
export class CaretRevealer {
  readonly #screen: PhoneScreen;
  readonly #measureText: MeasureText;
  #last: { readonly field: FieldState; readonly caretKey: string } | undefined;

  constructor(screen: PhoneScreen, measureText: MeasureText) {
    this.#screen = screen;
    this.#measureText = measureText;
  }

  /** Scrolls at most one list, and only if the cursor, text length or display size changed since the last call. */
  reveal(): void {
    const screen = this.#screen;
    const field = screen.focusedWindow.focus;
    if (field === undefined || !screen.isKeyboardShown) {
      this.#last = undefined;
      return;
    }
    const { width, height } = screen.size;
    const caretKey = `${width} ${height} ${screen.density} ${field.cursor} ${field.text.length}`;
    if (this.#last?.field === field && this.#last.caretKey === caretKey) return;
    this.#last = { field, caretKey };
    this.#scrollTo(field);
  }

  #scrollTo(field: FieldState): void {
    const screen = this.#screen;
    const window = screen.focusedWindow;
    const root = screen.placedView(window);
    const target = findField(root, field);
    const list = target === undefined ? undefined : enclosingList(root, target);
    if (target === undefined || list === undefined) return;
    const caret = caretRect(target, this.#measureText) ?? target.bounds;
    const marginPx = caretMarginDp * screen.density;
    const below = caret.bottom + marginPx - list.visible.bottom;
    const above = list.visible.top + marginPx - caret.top;
    const isTooTall =
      list.visible.bottom - list.visible.top < caret.bottom - caret.top + 2 * marginPx;
    const distance = below > 0 || isTooTall ? below : -Math.max(0, above);
    if (distance !== 0 && window.scrollBy(list, Math.round(distance), screen.density))
      screen.markChanged();
  }
}
