import { mdiDotsHorizontal, mdiMusicNote, mdiMusicNoteOff, mdiPlayCircleOutline } from '@mdi/js';
import { unstalledTimeout } from '../../time.ts';
import type { App } from '../apps/app.ts';
import { roundIcon } from '../apps/wallpaper.ts';
import { font, type UiContext } from '../ui/theme.ts';
import { box, centred, column, type Drag, icon, row, stack, text, type View } from '../ui/view.ts';
import { iconButton } from '../ui/widgets.ts';
import type { WindowSpec } from '../windows.ts';

/** Shows something over the apps and hides it by itself after a while. */
export class TimedOverlay<T> {
  readonly #applyChange: (mutate: () => void) => void;
  #content: T | undefined;
  #cancelTimeout: () => void = () => undefined;

  /** `applyChange` runs a function that changes the display, then notifies the world's listeners. */
  constructor(applyChange: (mutate: () => void) => void) {
    this.#applyChange = applyChange;
  }

  /** What is shown; undefined when nothing is. */
  get content(): T | undefined {
    return this.#content;
  }

  /** Shows the content in place of what is shown, from now on for the whole duration. */
  show(content: T, durationMs: number): void {
    this.hide();
    this.#content = content;
    this.#cancelTimeout = unstalledTimeout(() => {
      this.#applyChange(() => this.hide());
    }, durationMs);
  }

  hide(): void {
    this.#cancelTimeout();
    this.#content = undefined;
  }
}

/** A short message, with the icon of this app if there is one. */
export interface Toast {
  readonly message: string;
  readonly app: App | undefined;
}

/** How long a toast is shown, in ms (NotificationManagerService.SHORT_DELAY and LONG_DELAY). */
export const toastMs = { short: 2000, long: 3500 } as const;

/** A toast near the bottom, above an app's floating button; it receives no touches. */
export function toastView(ui: UiContext, { message, app }: Toast): View {
  const { theme } = ui;
  return column(
    {
      width: 'fill',
      height: 'fill',
      justify: 'end',
      align: 'center',
      padding: [0, 32, ui.insets.bottom + 96, 32],
    },
    [
      row(
        {
          width: 'wrap',
          minHeight: 48,
          padding: [12, 20],
          gap: 12,
          radius: 28,
          fill: theme.dark ? '#e5e6f0' : '#2c2f3a',
          elevation: 6,
        },
        [
          app && roundIcon(app.icon, 24),
          text(message, font(14, 500, theme.dark ? '#191b23' : '#f4f4fb', 20), { maxLines: 2 }),
        ],
      ),
    ],
  );
}

/** The window of the app that plays a video with the fault `picture-in-picture`. */
export const pictureInPicture: WindowSpec = {
  title: 'com.example.video/com.example.video.WatchActivity',
  kind: 'picture-in-picture',
  packageName: 'com.example.video',
  gravity: 'bottom-right',
  secure: false,
  render: () =>
    stack({ width: 216, height: 122, radius: 16, fill: '#10131c', elevation: 8 }, [
      icon(mdiPlayCircleOutline, { size: 48, color: '#ffffff' }, centred),
    ]),
};

/** How long the volume panel is shown after it was last used, in ms (VolumeDialogImpl.DIALOG_TIMEOUT_MILLIS). */
export const volumePanelMs = 3000;

interface VolumePanel {
  /** From 0 to 1. */
  readonly volume: number;
  setVolume(volume: number): void;
  openSettings(): void;
}

/** The panel at the display's edge that the volume keys show, with the volume of media. */
export function volumePanelView({ theme }: UiContext, panel: VolumePanel): View {
  const { volume } = panel;
  const onDrag = ({ phase, bounds, to }: Drag): boolean => {
    if (phase === 'cancel') return true;
    const fraction = (bounds.bottom - to.y) / (bounds.bottom - bounds.top);
    panel.setVolume(Math.max(0, Math.min(1, fraction)));
    return true;
  };
  const track = box({
    id: 'com.android.systemui:id/volume_row_slider',
    className: 'android.widget.SeekBar',
    description: 'Media volume',
    width: 48,
    height: 168,
    radius: 24,
    clip: true,
    focusable: true,
    onDrag,
    tapActsAsDrag: true,
    draw: (rect, dp) => {
      const top = rect.bottom - Math.round((rect.bottom - rect.top) * volume);
      const level = {
        op: 'box',
        rect: { ...rect, top },
        radii: dp(6),
        fill: theme.primary,
      } as const;
      const ops = [{ op: 'box', rect, radii: 0, fill: theme.tint } as const, level];
      return [{ op: 'clip', rect, radii: dp(24), ops }];
    },
  });
  const symbol = volume === 0 ? mdiMusicNoteOff : mdiMusicNote;
  return column({ width: 'wrap', padding: [0, 12] }, [
    column(
      {
        id: 'com.android.systemui:id/volume_dialog',
        width: 60,
        align: 'center',
        gap: 10,
        padding: [14, 0, 4, 0],
        radius: 30,
        fill: theme.dialog,
        elevation: 8,
      },
      [
        icon(symbol, { size: 22, color: theme.text }, { description: 'Media' }),
        track,
        iconButton(mdiDotsHorizontal, 'Settings', {
          id: 'com.android.systemui:id/settings',
          color: theme.text,
          onTap: () => panel.openSettings(),
        }),
      ],
    ),
  ]);
}
