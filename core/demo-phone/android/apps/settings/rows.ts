import type { Host } from '../../app.ts';
import type { ChoiceName, LevelName, SwitchName } from '../../device-state.ts';

/** One row of a settings page. */
export type Row =
  | {
      readonly kind: 'link';
      readonly title: string;
      readonly summary?: Summary;
      readonly page: string;
      readonly icon?: RowIcon;
    }
  | {
      readonly kind: 'switch';
      readonly title: string;
      readonly summary?: Summary;
      readonly name: SwitchName;
    }
  | { readonly kind: 'level'; readonly title: string; readonly name: LevelName }
  | {
      readonly kind: 'choice';
      readonly title: string;
      readonly name: ChoiceName;
      readonly items: readonly string[];
    }
  | { readonly kind: 'text'; readonly title: string; readonly name: ChoiceName }
  /** Does something, or only tells something when `act` is missing. */
  | {
      readonly kind: 'info';
      readonly title: string;
      readonly summary?: Summary;
      readonly act?: (host: Host) => void;
    }
  | { readonly kind: 'header'; readonly title: string }
  | { readonly kind: 'note'; readonly title: string };

/** Fixed, or read from the phone each time. */
export type Summary = string | ((host: Host) => string);

export interface RowIcon {
  readonly path: string;
  readonly color: string;
  readonly fill: string;
}

export interface SettingsPage {
  /** What `SubSettings` is started with. */
  readonly name: string;
  readonly title: string;
  /** Class name after `com.android.settings.`, for those that can be started by name. */
  readonly className?: string;
  readonly rows: readonly Row[];
}
