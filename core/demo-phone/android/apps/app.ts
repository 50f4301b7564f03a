import type { Size } from '../../../geometry.ts';
import type { Profile } from '../../profile.ts';
import type { FieldState } from '../ui/field-state.ts';
import type { Ui } from '../ui/theme.ts';
import type { PaintOp, View } from '../ui/view.ts';
import type { DeviceState } from './device-state.ts';

/** A dialog of an app: its own window, over its activity. */
export interface Dialog {
  readonly title: string;
  readonly message?: string;
  /** A list to choose from; tapping one closes the dialog. */
  readonly choices?: { readonly items: readonly string[]; readonly selected: string };
  readonly field?: FieldState;
  readonly buttons: readonly { readonly label: string; readonly onTap?: () => void }[];
  readonly onChoose?: (item: string) => void;
}

/** One screen of an app, alive from start to finish. Everything it shows comes from `render`. */
export interface Activity {
  /** Draws the screen anew; must change nothing. */
  render(ui: Ui): View;
  /** Back; false lets the system finish the activity. */
  back?(): boolean;
  /** A key that no field took; the character it types, if any. */
  typed?(character: string): void;
  /** Whether it looks different all the time; it is drawn anew for every frame then, while it is in front. */
  readonly moving?: boolean;
  /** Whether it forbids screenshots. */
  readonly secure?: boolean;
  /** What lies behind the status bar, when that is not the theme's background. */
  readonly bars?: 'on-dark' | undefined;
  /** Called each time it comes to the front. */
  resumed?(): void;
}

/** What the system offers to an activity. */
export interface Host {
  readonly state: DeviceState;
  readonly profile: Profile;
  /** Starts an activity on top; `argument` is what an intent's extras would be. */
  start(component: string, argument?: string): void;
  /** Ends this activity. */
  finish(): void;
  showDialog(dialog: Dialog): void;
  focus(field: FieldState | undefined): void;
  /** A short message at the bottom of the screen, until the next touch or key. */
  toast(message: string): void;
  /** Ends the app as an exception that nobody catches does; `trace` is what Java prints of it. */
  crash(trace: readonly string[]): void;
  /** Puts a text on the clipboard. */
  copy(text: string): void;
  home(): void;
  openPanel(panel: 'notifications' | 'settings'): void;
  apps(): readonly App[];
  tasks(): readonly RecentTask[];
}

/** A task as the recents screen shows it, the latest first. */
export interface RecentTask {
  readonly taskId: number;
  readonly app: App;
  readonly from: Size;
  thumbnail(): readonly PaintOp[];
  open(): void;
  close(): void;
}

export interface AppIcon {
  /** Material icon path. */
  readonly path: string;
  readonly color: string;
  /** Top and bottom of the round background. */
  readonly from: string;
  readonly to: string;
}

/** An installed app. Its data lives in the closure that made it, as long as the phone does. */
export interface App {
  readonly packageName: string;
  readonly label: string;
  readonly system: boolean;
  readonly versionName: string;
  readonly icon: AppIcon;
  /** Full class name of what MAIN/LAUNCHER resolves to; undefined for an app without an icon. */
  readonly launcher: string | undefined;
  /** Makes a screen by full class name; undefined when the app has no such activity. */
  create(className: string, host: Host, argument: string | undefined): Activity | undefined;
}

interface OneScreen {
  readonly packageName: string;
  /** Full class name. */
  readonly className: string;
  readonly label: string;
  readonly icon: AppIcon;
  readonly versionName: string;
  create(host: Host): Activity;
}

/** An app of the system with a single activity. */
export function oneScreenApp({ className, create, ...app }: OneScreen): App {
  return {
    ...app,
    system: true,
    launcher: className,
    create: (wanted, host) => (wanted === className ? create(host) : undefined),
  };
}

/** What an app says that has nothing more behind a row. */
export function nothingMore(host: Host): () => void {
  return () => host.toast('There is nothing more behind this on the demo phone');
}
