import { toWire, type WireError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { InstalledApp } from '#core/phone/apps.ts';
import { type AppFilter, findApps, sortApps } from './app-list.ts';

/** After this time the apps are shown without names: the list is sorted anew when these come. */
const namesMs = 1_000;

/** The apps of the connected phone. */
export class AppsState {
  /** All apps, in the order of the list; null before they were read. */
  all = $state.raw<readonly InstalledApp[] | null>(null);
  error = $state.raw<WireError | null>(null);
  /** Why names are missing; null if they are not. */
  namesProblem = $state<string | null>(null);
  isReading = $state(false);
  /** Rises each time the apps were read. */
  version = $state(0);
  /** The package of the app whose details are shown; null for none. */
  chosen = $state<string | null>(null);
  query = $state('');
  filter = $state<AppFilter>('apps');
  readonly listed = $derived(findApps(this.all ?? [], { filter: this.filter, query: this.query }));

  readonly #link: WorkerLink;
  #reading = new AbortController();
  #serial: string | null = null;

  constructor(link: WorkerLink) {
    this.#link = link;
  }

  /** Reads the apps of this phone again. */
  async refresh(serial: string): Promise<void> {
    if (serial !== this.#serial) {
      this.all = null;
      this.chosen = null;
    }
    this.#serial = serial;
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.isReading = true;
    this.error = null;
    if (this.all === null) void this.#readWithoutNames(signal);
    try {
      const { apps, namesProblem } = await this.#link.call('listApps', { withNames: true }, signal);
      this.all = sortApps(apps);
      this.namesProblem = namesProblem;
      this.version += 1;
    } catch (thrown) {
      // A later reading goes on.
      if (signal.aborted) return;
      this.error = toWire(thrown);
    }
    this.isReading = false;
  }

  /** Shows the apps before their names, which take a real phone some seconds the first time. */
  async #readWithoutNames(signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, namesMs));
    if (!this.isReading || signal.aborted) return;
    const found = await this.#link.call('listApps', { withNames: false }, signal).catch(() => null);
    if (this.all === null && found !== null) this.all = sortApps(found.apps);
  }
}
