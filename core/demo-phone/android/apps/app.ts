import type { Size } from '../../../geometry.ts';
import type { Profile } from '../../profile.ts';
import type { FieldState } from '../ui/field-state.ts';
import type { Ui } from '../ui/theme.ts';
import type { PaintOp, View } from '../ui/view.ts';
import type { DeviceState } from './device-state.ts';

/** A dialog of an app: a separate window over its activity. */
export interface Dialog {
  readonly title: string;
  readonly message?: string;
  /** A list to choose from; tapping an item closes the dialog. */
  readonly choices?: { readonly items: readonly string[]; readonly selected: string };
  readonly field?: FieldState;
  readonly buttons: readonly { readonly label: string; readonly onTap?: () => void }[];
  readonly onChoose?: (item: string) => void;
}

/** One screen of an app, from start to finish. */
export interface Activity {
  /** Returns the screen's view tree; must not change any state. */
  render(ui: Ui): View;
  /** Handles Back; if it returns false, the system finishes the activity. */
  back?(): boolean;
  /** Receives the character of a key when no field is focused. */
  typed?(character: string): void;
  /** Whether it is animated; it is then rendered for every frame while it is in the foreground. */
  readonly moving?: boolean;
  /** Whether its window has FLAG_SECURE. */
  readonly secure?: boolean;
  /** Set when the content behind the system bars is dark in every theme. */
  readonly bars?: 'on-dark' | undefined;
  /** Called each time it comes to the foreground. */
  resumed?(): void;
}

/** What the system provides to an activity, similar to android.content.Context. */
export interface Host {
  readonly state: DeviceState;
  readonly profile: Profile;
  /** Starts an activity on top; `argument` replaces an intent's extras. */
  start(component: string, argument?: string): void;
  /** Ends this activity. */
  finish(): void;
  showDialog(dialog: Dialog): void;
  focus(field: FieldState | undefined): void;
  /** A short message at the bottom of the screen, until the next touch or key. */
  toast(message: string): void;
  /** Crashes the app as an uncaught exception does; `trace` is the Java stack trace, a line each. */
  crash(trace: readonly string[]): void;
  /** Puts a text on the clipboard. */
  copy(text: string): void;
  home(): void;
  openPanel(panel: 'notifications' | 'settings'): void;
  apps(): readonly App[];
  tasks(): readonly RecentTask[];
}

/** A task on the recents screen. */
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
  /** Colours of the background gradient: top, then bottom. */
  readonly from: string;
  readonly to: string;
}

/** An installed app. Its data lives in the closure that created it, for the lifetime of the phone. */
export interface App {
  readonly packageName: string;
  readonly label: string;
  readonly system: boolean;
  readonly versionName: string;
  readonly icon: AppIcon;
  /** Full class name that MAIN/LAUNCHER resolves to; undefined for an app without an icon. */
  readonly launcher: string | undefined;
  /** Creates an activity by full class name; undefined when the app has none of this name. */
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

/** A system app with a single activity. */
export function oneScreenApp({ className, create, ...app }: OneScreen): App {
  return {
    ...app,
    system: true,
    launcher: className,
    create: (wanted, host) => (wanted === className ? create(host) : undefined),
  };
}

/** Returns a tap handler for rows without a page: it shows a toast that says so. */
export function nothingMore(host: Host): () => void {
  return () => host.toast('There is nothing more behind this on the demo phone');
}
