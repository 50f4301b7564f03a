import type { FaultName } from '../options.ts';
import type { DeviceProfile } from '../profile.ts';
import type { AppCrash, TaskInfo } from '../world.ts';
import type {
  ActivityHost,
  App,
  AppDialog,
  DeviceState,
  PermissionName,
  RecentTask,
} from './apps/app.ts';
import { homeClass, launcherPackage, recentsClass } from './apps/installed-apps.ts';
import type { PhoneScreen } from './phone-screen.ts';
import { dialogView, permissionKey, permissionQuestion } from './system/dialogs.ts';
import type { Clipboard } from './system/text-input.ts';
import { UiWindow, type ActivityRecord, type Tasks } from './windows.ts';

interface ActivitiesDependencies {
  readonly apps: readonly App[];
  readonly profile: DeviceProfile;
  readonly state: DeviceState;
  readonly tasks: Tasks;
  readonly screen: PhoneScreen;
  readonly clipboard: Clipboard;
  readonly faults: ReadonlySet<FaultName>;
}

const homeComponent = `${launcherPackage}/${homeClass}`;

/** The first process id an app gets; lower ids belong to the system. */
const firstPid = 4210;

/** Starts and finishes activities, and gives each its host. */
export class Activities {
  readonly #dependencies: ActivitiesDependencies;
  readonly #pids = new Map<string, number>();
  readonly #crashListeners: ((crash: AppCrash) => void)[] = [];
  #nextPid = firstPid;
  #apps: readonly App[];

  constructor(dependencies: ActivitiesDependencies) {
    this.#dependencies = dependencies;
    this.#apps = dependencies.apps;
    this.start(homeComponent, undefined);
  }

  /** Brings an activity to the foreground, in the task of its own package or of this one; false when no app has it. */
  start(component: string, argument: string | undefined, taskPackage?: string): boolean {
    const { app, className } = this.#resolveComponent(component);
    if (app === undefined || className === undefined) return false;
    const { tasks, screen } = this.#dependencies;
    const existing =
      argument === undefined ? tasks.findByRoot(app.packageName, className) : undefined;
    if (existing !== undefined) tasks.bringToFront(existing);
    else {
      const record = this.#createActivity(app, className, argument);
      if (record === undefined) return false;
      tasks.start(record, taskPackage);
    }
    this.#pid(app.packageName);
    screen.shade.panel = 'none';
    this.#notifyResumed();
    return true;
  }

  /** Finishes the top activity; shows the home screen instead when it is the last of its task. */
  goBack(): void {
    this.#dependencies.tasks.goBack();
    this.#notifyResumed();
  }

  goHome(): void {
    this.#dependencies.screen.shade.panel = 'none';
    this.#dependencies.tasks.goHome();
    this.#notifyResumed();
  }

  toggleRecents(): void {
    const { screen } = this.#dependencies;
    screen.shade.panel = 'none';
    const isShown = screen.foreground.className === recentsClass;
    if (isShown) this.goHome();
    else this.start(`${launcherPackage}/${recentsClass}`, 'recents');
  }

  forceStop(packageName: string): void {
    const { tasks } = this.#dependencies;
    const wasFront = tasks.all[0]?.packageName === packageName;
    tasks.removePackage(packageName);
    this.#pids.delete(packageName);
    if (packageName === launcherPackage) this.start(homeComponent, undefined);
    else if (wasFront) this.goHome();
  }

  clearData(packageName: string): void {
    this.forceStop(packageName);
    this.#apps.find((app) => app.packageName === packageName)?.clearData?.();
  }

  uninstall(packageName: string): boolean {
    const app = this.#apps.find((candidate) => candidate.packageName === packageName);
    if (app === undefined || app.system) return false;
    this.clearData(packageName);
    this.#apps = this.#apps.filter((other) => other !== app);
    return true;
  }

  onCrash(listener: (crash: AppCrash) => void): void {
    this.#crashListeners.push(listener);
  }

  #crash(packageName: string, trace: readonly string[]): void {
    const pid = this.#pids.get(packageName);
    if (pid === undefined) return;
    for (const listener of this.#crashListeners) listener({ packageName, pid, trace });
    this.forceStop(packageName);
  }

  launchActivity(packageName: string): string | undefined {
    const app = this.#apps.find((candidate) => candidate.packageName === packageName);
    return app?.launcherClass === undefined ? undefined : `${packageName}/${app.launcherClass}`;
  }

  packages() {
    return this.#apps.map((app) => ({
      name: app.packageName,
      label: app.label,
      system: app.system,
      versionName: app.versionName,
      pid: this.#pids.get(app.packageName),
    }));
  }

  /** All tasks, the foreground task first. */
  taskInfos(): readonly TaskInfo[] {
    return this.#dependencies.tasks.all.map(({ id, packageName, activities }) => {
      const top = activities.at(-1);
      return {
        taskId: id,
        packageName: top?.app.packageName ?? packageName,
        activity: top?.className ?? '',
      };
    });
  }

  #resolveComponent(component: string): { app: App | undefined; className: string | undefined } {
    const [packageName = '', name] = component.split('/');
    const app = this.#apps.find((candidate) => candidate.packageName === packageName);
    return { app, className: name?.startsWith('.') === true ? packageName + name : name };
  }

  #createActivity(
    app: App,
    className: string,
    argument: string | undefined,
  ): ActivityRecord | undefined {
    const dialogs: UiWindow[] = [];
    const self: { record?: ActivityRecord } = {};
    const host = this.#host(self, dialogs);
    const create = Object.hasOwn(app.activities, className) ? app.activities[className] : undefined;
    const activity = create?.(host, argument);
    if (activity === undefined) return undefined;
    const window = new UiWindow({
      title: `${app.packageName}/${className}`,
      kind: 'activity',
      packageName: app.packageName,
      gravity: 'full',
      secure: this.#dependencies.faults.has('secure-window'),
      render: (ui) => activity.render(ui),
    });
    window.focus = activity.firstFocus;
    if (window.focus !== undefined) this.#dependencies.screen.keyboardHidden = false;
    self.record = { app, className, argument, activity, window, dialogs };
    return self.record;
  }

  #host(self: { readonly record?: ActivityRecord }, dialogs: UiWindow[]): ActivityHost {
    const { screen, state, profile, clipboard, tasks } = this.#dependencies;
    return {
      state,
      profile,
      start: (component, argument) => {
        const isLaunch = argument === undefined;
        this.start(component, argument, isLaunch ? undefined : tasks.packageOfTask(self.record));
      },
      hasPermission: (name) => {
        if (self.record === undefined) return false;
        const { app } = self.record;
        return state.changedPermissions.get(permissionKey(app, name)) ?? app.system;
      },
      requestPermission: (name) => {
        if (self.record !== undefined) this.#askForPermission(self.record.app, name);
      },
      finish: () => {
        if (self.record !== undefined) tasks.finish(self.record);
        this.#notifyResumed();
      },
      showDialog: (dialog) => dialogs.push(this.#dialogWindow(self, dialogs, dialog)),
      focus: (field) => {
        if (self.record === undefined) return;
        self.record.window.focus = field;
        screen.keyboardHidden = false;
      },
      toast: (message) => {
        // Toasts have the app's icon since Android 12.
        const app = profile.android >= 12 ? self.record?.app : undefined;
        screen.toast.show({ message, app });
      },
      crash: (trace) => {
        if (self.record !== undefined) this.#crash(self.record.app.packageName, trace);
      },
      copy: (text) => {
        clipboard.text = text;
      },
      goHome: () => this.goHome(),
      openPanel: (panel) => {
        screen.shade.panel = panel;
      },
      apps: () => this.#apps,
      tasks: () => this.#recentTasks(),
    };
  }

  /** Shows the question in the task of the app that asks. */
  #askForPermission(app: App, name: PermissionName): void {
    const { profile, tasks } = this.#dependencies;
    const { controller, className } = permissionQuestion(profile, { app, name });
    const question = this.#createActivity(controller, className, undefined);
    if (question === undefined) return;
    tasks.start(question, app.packageName);
    this.#notifyResumed();
  }

  #dialogWindow(
    self: { readonly record?: ActivityRecord },
    dialogs: UiWindow[],
    dialog: AppDialog,
  ): UiWindow {
    const record = self.record;
    const window: UiWindow = new UiWindow({
      title: record?.window.spec.title ?? '',
      kind: 'dialog',
      packageName: record?.app.packageName ?? '',
      gravity: 'center',
      secure: record?.window.spec.secure ?? false,
      render: (ui) => dialogView(ui, dialog, () => dialogs.splice(dialogs.indexOf(window), 1)),
    });
    return window;
  }

  #recentTasks(): readonly RecentTask[] {
    const { tasks } = this.#dependencies;
    return tasks.all.flatMap((task) => {
      const [root] = task.activities;
      if (root === undefined || tasks.isHome(task)) return [];
      const open = () => {
        tasks.bringToFront(task);
        this.#notifyResumed();
      };
      return [{ app: root.app, open, close: () => this.forceStop(task.packageName) }];
    });
  }

  #notifyResumed(): void {
    const { screen } = this.#dependencies;
    screen.keyboard.reset();
    screen.foreground.activity.onResume?.();
  }

  #pid(packageName: string): void {
    if (this.#pids.has(packageName)) return;
    this.#pids.set(packageName, this.#nextPid);
    // Guess: other processes start between two apps, so their ids are not consecutive.
    this.#nextPid += 37;
  }
}
