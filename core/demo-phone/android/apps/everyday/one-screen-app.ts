import type { Activity, App, AppIcon, Host } from '../../app.ts';

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
