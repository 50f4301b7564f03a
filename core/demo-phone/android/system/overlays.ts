import { mdiPlayCircleOutline } from '@mdi/js';
import { unstalledTimeout } from '../../time.ts';
import type { App } from '../apps/app.ts';
import { roundIcon } from '../apps/wallpaper.ts';
import { font, type UiContext } from '../ui/theme.ts';
import { centred, column, icon, row, stack, text, type View } from '../ui/view.ts';
import type { WindowSpec } from '../windows.ts';

/** A short message, with the icon of this app if there is one. */
export interface Toast {
  readonly message: string;
  readonly app: App | undefined;
}

/** How long a toast is shown, in ms (NotificationManagerService.SHORT_DELAY). */
const toastMs = 2000;

/** The toast over the apps, which goes by itself. */
export class ToastOverlay {
  readonly #applyChange: (mutate: () => void) => void;
  /** What is shown; undefined when nothing is. */
  content: Toast | undefined;
  #cancelTimeout: () => void = () => undefined;

  /** `applyChange` runs a function that changes the display, then notifies the world's listeners. */
  constructor(applyChange: (mutate: () => void) => void) {
    this.#applyChange = applyChange;
  }

  /** Shows the toast in place of what is shown, from now on for the whole duration. */
  show(toast: Toast): void {
    this.hide();
    this.content = toast;
    this.#cancelTimeout = unstalledTimeout(() => {
      this.#applyChange(() => this.hide());
    }, toastMs);
  }

  hide(): void {
    this.#cancelTimeout();
    this.content = undefined;
  }
}

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
