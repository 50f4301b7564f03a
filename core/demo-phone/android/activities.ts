import type { Profile } from '../profile.ts';
import type { AppCrash, TaskInfo } from '../world.ts';
import type { App, Dialog, Host, RecentTask } from './apps/app.ts';
import type { DeviceState } from './apps/device-state.ts';
import { windowPicture } from './display-painter.ts';
import type { PhoneScreen } from './phone-screen.ts';
import { dialogView } from './system/dialogs.ts';
import type { Clipboard } from './system/edit-toolbar.ts';
import { type Running, type Task, type Tasks } from './tasks.ts';
import type { MeasureText } from './ui/text-block.ts';
import { UiWindow } from './window.ts';

interface ActivityParts {
  readonly apps: readonly App[];
  /** `package/full.class.Name` of the home screen. */
  readonly homeComponent: string;
  readonly recentsComponent: string;
  readonly profile: Profile;
  readonly state: DeviceState;
  readonly tasks: Tasks;
  readonly screen: PhoneScreen;
  readonly measureText: MeasureText;
  readonly clipboard: Clipboard;
  /** Whether every activity window has FLAG_SECURE. */
  readonly secure: boolean;
}

/** The first process id an app gets; lower ids belong to the system. */
const firstPid = 4210;

/** Starts and finishes activities, and gives each its host. */
export class Activities {
  readonly #parts: ActivityParts;
  readonly #pids = new Map<string, number>();
  readonly #crashListeners: ((crash: AppCrash) => void)[] = [];
  #nextPid = firstPid;

  constructor(parts: ActivityParts) {
    this.#parts = parts;
    this.start(parts.homeComponent, undefined);
  }

  /** Brings an activity to the foreground; false when no app has it. */
  start(component: string, argument: string | undefined): boolean {
    const { app, className } = this.#resolve(component);
    if (app === undefined || className === undefined) return false;
    const { tasks, screen } = this.#parts;
    const known = argument === undefined ? tasks.rootedIn(app.packageName, className) : undefined;
    if (known !== undefined) tasks.show(known);
    else {
      const running = this.#create(app, className, argument);
      if (running === undefined) return false;
      tasks.start(running);
    }
    this.#pid(app.packageName);
    screen.shade.panel = 'none';
    this.#resumed();
    return true;
  }

  /** Finishes the top activity; shows the home screen instead when it is the last of its task. */
  back(): void {
    this.#parts.tasks.back();
    this.#resumed();
  }

  home(): void {
    this.#parts.screen.shade.panel = 'none';
    this.#parts.tasks.home();
    this.#resumed();
  }

  recents(): void {
    const { screen, recentsComponent } = this.#parts;
    screen.shade.panel = 'none';
    const shown = screen.front.className === recentsComponent.split('/')[1];
    if (shown) this.home();
    else this.start(recentsComponent, 'recents');
  }

  forceStop(packageName: string): void {
    const { tasks, homeComponent } = this.#parts;
    const wasFront = tasks.all[0]?.packageName === packageName;
    tasks.remove(packageName);
    this.#pids.delete(packageName);
    if (homeComponent.startsWith(`${packageName}/`)) this.start(homeComponent, undefined);
    else if (wasFront) this.home();
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
    const app = this.#parts.apps.find((candidate) => candidate.packageName === packageName);
    return app?.launcher === undefined ? undefined : `${packageName}/${app.launcher}`;
  }

  packages() {
    return this.#parts.apps.map((app) => ({
      name: app.packageName,
      label: app.label,
      system: app.system,
      versionName: app.versionName,
      pid: this.#pids.get(app.packageName),
    }));
  }

  /** All tasks, the foreground task first. */
  taskInfos(): readonly TaskInfo[] {
    return this.#parts.tasks.all.map((task) => ({
      taskId: task.id,
      packageName: task.packageName,
      activity: task.running.at(-1)?.className ?? '',
    }));
  }

  #resolve(component: string): { app: App | undefined; className: string | undefined } {
    const [packageName = '', name] = component.split('/');
    const app = this.#parts.apps.find((candidate) => candidate.packageName === packageName);
    return { app, className: name?.startsWith('.') === true ? packageName + name : name };
  }

  #create(app: App, className: string, argument: string | undefined): Running | undefined {
    const dialogs: UiWindow[] = [];
    const self: { running?: Running } = {};
    const host = this.#host(self, dialogs);
    const activity = app.create(className, host, argument);
    if (activity === undefined) return undefined;
    const window = new UiWindow({
      title: `${app.packageName}/${className}`,
      kind: 'activity',
      packageName: app.packageName,
      gravity: 'full',
      secure: this.#parts.secure || activity.secure === true,
      render: (ui) => activity.render(ui),
    });
    self.running = { app, className, argument, activity, window, dialogs };
    return self.running;
  }

  #host(self: { readonly running?: Running }, dialogs: UiWindow[]): Host {
    const { screen, state, profile, apps, clipboard } = this.#parts;
    return {
      state,
      profile,
      start: (component, argument) => {
        this.start(component, argument);
      },
      finish: () => {
        if (self.running !== undefined) this.#parts.tasks.finish(self.running);
        this.#resumed();
      },
      showDialog: (dialog) => dialogs.push(this.#dialogWindow(self, dialogs, dialog)),
      focus: (field) => {
        if (self.running === undefined) return;
        self.running.window.focus = field;
        screen.keyboardHidden = false;
      },
      toast: (message) => {
        screen.toast = message;
      },
      crash: (trace) => {
        if (self.running !== undefined) this.#crash(self.running.app.packageName, trace);
      },
      copy: (text) => {
        clipboard.text = text;
      },
      home: () => this.home(),
      openPanel: (panel) => {
        screen.shade.panel = panel;
      },
      apps: () => apps,
      tasks: () => this.#recentTasks(),
    };
  }

  #dialogWindow(
    self: { readonly running?: Running },
    dialogs: UiWindow[],
    dialog: Dialog,
  ): UiWindow {
    const running = self.running;
    const window: UiWindow = new UiWindow({
      title: running?.window.spec.title ?? '',
      kind: 'dialog',
      packageName: running?.app.packageName ?? '',
      gravity: 'center',
      secure: running?.window.spec.secure ?? false,
      render: (ui) => dialogView(ui, dialog, () => dialogs.splice(dialogs.indexOf(window), 1)),
    });
    window.focus = dialog.field;
    if (dialog.field !== undefined) this.#parts.screen.keyboardHidden = false;
    return window;
  }

  #recentTasks(): readonly RecentTask[] {
    const { tasks } = this.#parts;
    return tasks.all
      .filter((task) => !tasks.isHome(task))
      .flatMap((task) => this.#recentTask(task));
  }

  #recentTask(task: Task): readonly RecentTask[] {
    const { screen, tasks, measureText } = this.#parts;
    const top = task.running.at(-1);
    if (top === undefined) return [];
    return [
      {
        taskId: task.id,
        app: top.app,
        from: screen.size,
        thumbnail: () => {
          const placed = screen.placedAlone(top.window);
          return windowPicture(screen, top.window, { placed, measureText });
        },
        open: () => {
          tasks.show(task);
          this.#resumed();
        },
        close: () => this.forceStop(task.packageName),
      },
    ];
  }

  #resumed(): void {
    const { screen } = this.#parts;
    screen.keyboard.reset();
    screen.toast = undefined;
    screen.front.activity.resumed?.();
  }

  #pid(packageName: string): void {
    if (this.#pids.has(packageName)) return;
    this.#pids.set(packageName, this.#nextPid);
    // Guess: other processes start between two apps, so their ids are not consecutive.
    this.#nextPid += 37;
  }
}
