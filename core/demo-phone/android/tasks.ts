import type { Activity, App } from './apps/app.ts';
import type { UiWindow } from './window.ts';

/** A running activity with its window and the dialogs over it. */
export interface Running {
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
  readonly running: Running[];
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
  start(running: Running): void {
    const task = this.#taskOf(running.app.packageName);
    if (task !== undefined) task.running.push(running);
    const started = task ?? {
      id: this.#nextId++,
      packageName: running.app.packageName,
      running: [running],
    };
    this.#toFront(started);
  }

  /** The package's task if this activity is its root; starting that activity again only shows the task. */
  rootedIn(packageName: string, className: string): Task | undefined {
    const task = this.#taskOf(packageName);
    return task?.running[0]?.className === className ? task : undefined;
  }

  show(task: Task): void {
    this.#toFront(task);
  }

  /** Brings the home screen to the foreground and removes activities above it. */
  home(): void {
    const task = this.#taskOf(this.#homePackage);
    if (task === undefined) return;
    task.running.splice(1);
    this.#toFront(task);
  }

  /** Finishes an activity, and its task with the last one. */
  finish(running: Running): void {
    const task = this.#tasks.find((candidate) => candidate.running.includes(running));
    if (task === undefined) return;
    const wasFront = task === this.#tasks[0];
    if (task.running.length > 1) task.running.splice(task.running.indexOf(running), 1);
    else if (!this.isHome(task)) {
      this.#tasks = this.#tasks.filter((other) => other !== task);
      if (wasFront) this.home();
    }
  }

  /** Back: finishes the top activity; a root activity only moves to the back (since Android 12). */
  back(): void {
    const task = this.#tasks[0];
    if (task === undefined) return;
    if (task.running.length > 1) task.running.pop();
    else this.home();
  }

  /** Removes all tasks of a package. */
  remove(packageName: string): void {
    this.#tasks = this.#tasks.filter((task) => task.packageName !== packageName);
  }

  isHome(task: Task): boolean {
    return task.packageName === this.#homePackage;
  }

  #taskOf(packageName: string): Task | undefined {
    return this.#tasks.find((task) => task.packageName === packageName);
  }

  #toFront(task: Task): void {
    this.#tasks = [task, ...this.#tasks.filter((other) => other !== task)];
  }
}
