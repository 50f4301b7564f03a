import type { Activity, App } from './apps/app.ts';
import type { UiWindow } from './window.ts';

/** A running activity with its window and the dialogs over it. */
export interface ActivityRecord {
  readonly app: App;
  /** Full class name. */
  readonly className: string;
  readonly argument: string | undefined;
  readonly activity: Activity;
  readonly window: UiWindow;
  readonly dialogs: UiWindow[];
}

export interface Task {
  readonly id: number;
  readonly packageName: string;
  /** From the root to the top; never empty. */
  readonly activities: ActivityRecord[];
}

/** The phone's tasks, the foreground task first. The launcher's task is always among them. */
export class Tasks {
  readonly #homePackage: string;
  #tasks: Task[] = [];
  #nextId = 1;

  constructor(homePackage: string) {
    this.#homePackage = homePackage;
  }

  get all(): readonly Task[] {
    return this.#tasks;
  }

  /** Pushes an activity onto its package's task and brings the task to the foreground. */
  start(running: ActivityRecord): void {
    const task = this.#taskOfPackage(running.app.packageName);
    if (task !== undefined) task.activities.push(running);
    const started = task ?? {
      id: this.#nextId++,
      packageName: running.app.packageName,
      activities: [running],
    };
    this.#moveToFront(started);
  }

  /** The package's task if this activity is its root; starting that activity again only shows the task. */
  findByRoot(packageName: string, className: string): Task | undefined {
    const task = this.#taskOfPackage(packageName);
    return task?.activities[0]?.className === className ? task : undefined;
  }

  bringToFront(task: Task): void {
    this.#moveToFront(task);
  }

  /** Brings the home screen to the foreground and removes activities above it. */
  goHome(): void {
    const task = this.#taskOfPackage(this.#homePackage);
    if (task === undefined) return;
    task.activities.splice(1);
    this.#moveToFront(task);
  }

  /** Finishes an activity, and its task with the last one. */
  finish(record: ActivityRecord): void {
    const task = this.#tasks.find((candidate) => candidate.activities.includes(record));
    if (task === undefined) return;
    const wasFront = task === this.#tasks[0];
    if (task.activities.length > 1) task.activities.splice(task.activities.indexOf(record), 1);
    else if (!this.isHome(task)) {
      this.#tasks = this.#tasks.filter((other) => other !== task);
      if (wasFront) this.goHome();
    }
  }

  /** Back: finishes the top activity; a root activity only moves to the back (since Android 12). */
  goBack(): void {
    const task = this.#tasks[0];
    if (task === undefined) return;
    if (task.activities.length > 1) task.activities.pop();
    else this.goHome();
  }

  /** Removes all tasks of a package. */
  removePackage(packageName: string): void {
    this.#tasks = this.#tasks.filter((task) => task.packageName !== packageName);
  }

  isHome(task: Task): boolean {
    return task.packageName === this.#homePackage;
  }

  #taskOfPackage(packageName: string): Task | undefined {
    return this.#tasks.find((task) => task.packageName === packageName);
  }

  #moveToFront(task: Task): void {
    this.#tasks = [task, ...this.#tasks.filter((other) => other !== task)];
  }
}
