import { mdiBrightness5 } from '@mdi/js';
import { clockTime, dateText, type DeviceState } from '../apps/app.ts';
import { font, type UiContext } from '../ui/theme.ts';
import { column, type Drag, icon, row, spacer, stack, text, type View } from '../ui/view.ts';
import { groupCorners, slider } from '../ui/widgets.ts';
import { statusIcons } from './bars.ts';
import {
  initialNotifications,
  type Notification,
  notificationContent,
  quickTiles,
} from './notifications.ts';

const id = (name: string) => `com.android.systemui:id/${name}`;
/** dp a finger has to move to open the quick settings or to close the shade. */
const minDragDp = 40;

type Panel = 'none' | 'notifications' | 'settings';

export interface ShadeActions {
  open(component: string): void;
}

/** The notification shade with quick settings. */
export class Shade {
  #panel: Panel = 'none';
  /** The notification that is being swiped, with its offset in dp. */
  #swipe: { readonly notification: Notification; readonly offsetDp: number } | undefined;
  readonly #state: DeviceState;
  readonly #actions: ShadeActions;
  #notifications = initialNotifications;

  constructor(state: DeviceState, actions: ShadeActions) {
    this.#state = state;
    this.#actions = actions;
  }

  get notifications(): readonly Notification[] {
    return this.#notifications;
  }

  get panel(): Panel {
    return this.#panel;
  }
  set panel(panel: Panel) {
    this.#panel = panel;
    this.#swipe = undefined;
  }

  render(ui: UiContext): View {
    const { top, right, bottom, left } = ui.insets;
    return stack(
      {
        id: id('notification_panel'),
        width: 'fill',
        height: 'fill',
        clip: true,
        fill: ui.theme.shade,
        onTap: () => this.#close(),
        onDrag: (drag) => this.#onPanelDrag(drag),
      },
      [
        column(
          {
            id: id('quick_settings_panel'),
            width: 'fill',
            height: ui.height,
            padding: [top + 4, right + 16, bottom, left + 16],
          },
          this.#content(ui),
        ),
      ],
    );
  }

  #content(ui: UiContext): readonly View[] {
    if (this.panel === 'settings') {
      const tiles = quickTiles(ui, this.#state, 8);
      return [
        this.#header(ui),
        this.#brightness(ui),
        column({ id: id('tile_page'), gap: 8, margin: [8, 0, 0, 0] }, tiles),
      ];
    }
    const tiles = quickTiles(ui, this.#state, 4);
    return [
      this.#header(ui),
      column({ id: id('quick_qs_panel'), gap: 8, margin: [4, 0, 16, 0] }, tiles),
      this.#list(ui),
    ];
  }

  #header(ui: UiContext): View {
    const { theme } = ui;
    const icons = statusIcons(this.#state, theme.text);
    return row(
      { id: id('split_shade_status_bar'), height: ui.landscape ? 48 : 72, padding: [0, 8], gap: 5 },
      [
        text(clockTime(ui.now), font(ui.landscape ? 22 : 30, 600, theme.text), { id: id('clock') }),
        text(
          dateText(ui.now, { weekday: 'short', month: 'short', day: 'numeric' }),
          font(15, 500, theme.textSoft),
          {
            id: id('date'),
            margin: [4, 8, 0, 8],
          },
        ),
        spacer(),
        ...icons,
      ],
    );
  }

  #brightness(ui: UiContext): View {
    const level = this.#state.levels.get('brightness') ?? 0.5;
    return row({ id: id('brightness_slider'), gap: 14, padding: [0, 6], height: 56 }, [
      icon(mdiBrightness5, { size: 22, color: ui.theme.primary }),
      slider(ui.theme, level, {
        id: id('slider'),
        description: 'Display brightness',
        width: undefined,
        weight: 1,
        onValue: (value) => this.#state.levels.set('brightness', value),
      }),
    ]);
  }

  #list(ui: UiContext): View {
    const list = {
      className: 'android.view.ViewGroup',
      id: id('notification_stack_scroller'),
      scroll: 'notifications',
      gap: 3,
    };
    return column(
      list,
      this.#notifications.map((notification, index) => this.#notification(ui, notification, index)),
    );
  }

  #notification(ui: UiContext, notification: Notification, index: number): View {
    const { theme } = ui;
    const isLast = index === this.#notifications.length - 1;
    const offset = this.#swipe?.notification === notification ? this.#swipe.offsetDp : 0;
    return row(
      {
        className: 'android.widget.FrameLayout',
        id: id('expandableNotificationRow'),
        margin: [0, -offset, 0, offset],
        fill: theme.card,
        radius: groupCorners(index === 0, isLast, 24, 6),
        padding: [14, 18, 16, 16],
        gap: 14,
        align: 'start',
        onTap: () => {
          this.#close();
          this.#actions.open(notification.component);
        },
        onDrag: (drag) => this.#onNotificationDrag(notification, drag),
      },
      notificationContent(ui, notification),
    );
  }

  #close(): void {
    this.panel = 'none';
  }

  #onNotificationDrag(notification: Notification, { phase, from, to, density }: Drag): boolean {
    const offsetDp = (to.x - from.x) / density;
    if (phase === 'start') return Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
    this.#swipe = phase === 'move' ? { notification, offsetDp } : undefined;
    if (phase === 'end' && Math.abs(offsetDp) >= minDragDp * 2 && !notification.ongoing)
      this.#notifications = this.#notifications.filter((other) => other !== notification);
    return true;
  }

  /** Dragging up closes the shade; dragging down opens the quick settings. */
  #onPanelDrag({ phase, from, to, density }: Drag): boolean {
    const distanceDp = (to.y - from.y) / density;
    if (phase !== 'end' || Math.abs(distanceDp) < minDragDp) return true;
    this.panel = distanceDp < 0 ? 'none' : 'settings';
    return true;
  }
}
