import type {
  AppDetails,
  InstalledApps,
  PermissionChange,
  PhoneApps,
  AppStopResult,
} from '#core/phone/apps.ts';
import {
  clearPackageData,
  changePermission,
  forceStop,
  uninstallPackage,
  readApp,
  readHasCrashed,
} from '#core/commands/one-app.ts';
import { listAppNames, listPackages, startActivity } from '#core/commands/apps.ts';
import { toHandsetError } from '#core/errors.ts';
import { withLimits } from '../../waits/deadline.ts';
import type { AdbConnection } from '../transport/connection.ts';
import { SharedReading, runCommand } from '../transport/run-command.ts';
import { pushServer } from '../scrcpy/server.ts';
import { serverVersion, type ProgramLoader } from '../transport/program-files.ts';

/** A server that could not list the apps is tried again after this. */
const retryMs = 60_000;
/** How long copying the server may take: 90 kB. */
const pushDeadlineMs = 15_000;

/** The last reading of the names. */
interface AppNames {
  readonly byPackage: ReadonlyMap<string, string>;
  /** Why there are none, and when to try again; null if there are. */
  readonly failure: { readonly problem: string; readonly retryAtMs: number } | null;
}

/** The apps of one phone, read and changed by shell commands; their names come from the scrcpy server. */
export class AdbApps implements PhoneApps {
  readonly #connection: AdbConnection;
  readonly #loadServer: ProgramLoader;
  /** Names are kept: a phone needs seconds to read them. */
  #names: AppNames | null = null;
  /** The reading that `nameOf` began. */
  #firstNames: Promise<unknown> | undefined;
  /**
   * The launchable packages when the names were last read; a package that is not among them was
   * installed since.
   */
  #knownPackages: ReadonlySet<string> = new Set();
  readonly #readingNames: SharedReading<AppNames>;

  constructor(connection: AdbConnection, loadServer: ProgramLoader) {
    this.#connection = connection;
    this.#loadServer = loadServer;
    this.#readingNames = new SharedReading('reading the names of the apps', (abandoned) =>
      this.#readNames(abandoned),
    );
  }

  async list(
    { withNames }: { readonly withNames: boolean },
    signal: AbortSignal,
  ): Promise<InstalledApps> {
    const apps = await runCommand(this.#connection, listPackages, signal);
    if (!withNames) return { apps, namesProblem: null };
    const launchable = new Set(
      apps.flatMap(({ packageName, launcherActivity }) =>
        launcherActivity === null ? [] : [packageName],
      ),
    );
    const { byPackage, failure } = await this.#namesOf(launchable, signal);
    return {
      apps: apps.map((app) => ({ ...app, name: byPackage.get(app.packageName) ?? null })),
      namesProblem: failure?.problem ?? null,
    };
  }

  /** The name of an app as last read, else read now; null if it has none. Never rejects. */
  async nameOf(packageName: string): Promise<string | null> {
    this.#firstNames ??= this.list({ withNames: true }, this.#connection.lost).catch(() => null);
    if (this.#names === null) await this.#firstNames;
    return this.#names?.byPackage.get(packageName) ?? null;
  }

  /** The name of an app as last read; undefined if it was not read. */
  knownName(packageName: string): string | undefined {
    return this.#names?.byPackage.get(packageName);
  }

  async start(
    options: { readonly activity: string; readonly fresh: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    await runCommand(this.#connection, startActivity(options), signal);
  }

  async read(packageName: string, signal: AbortSignal): Promise<AppDetails> {
    return await runCommand(this.#connection, readApp(packageName), signal);
  }

  async hasCrashed(packageName: string, signal: AbortSignal): Promise<boolean> {
    return await runCommand(this.#connection, readHasCrashed(packageName), signal);
  }

  async stop(packageName: string, signal: AbortSignal): Promise<AppStopResult> {
    return await runCommand(this.#connection, forceStop(packageName), signal);
  }

  async clearData(packageName: string, signal: AbortSignal): Promise<void> {
    await runCommand(this.#connection, clearPackageData(packageName), signal);
  }

  async uninstall(
    packageName: string,
    signal: AbortSignal,
  ): Promise<'uninstalled' | 'updates-removed'> {
    return await runCommand(this.#connection, uninstallPackage(packageName), signal);
  }

  async setPermission(change: PermissionChange, signal: AbortSignal): Promise<boolean | null> {
    return await runCommand(this.#connection, changePermission(change), signal);
  }

  async #namesOf(launchable: ReadonlySet<string>, signal: AbortSignal): Promise<AppNames> {
    const isKnown = [...launchable].every((packageName) => this.#knownPackages.has(packageName));
    const { failure = null } = this.#names ?? {};
    const isCurrent = failure === null ? isKnown : performance.now() < failure.retryAtMs;
    if (this.#names !== null && isCurrent) return this.#names;
    this.#names = await this.#readingNames.read(signal);
    this.#knownPackages = launchable;
    return this.#names;
  }

  /** Runs the scrcpy server for its list. Rejects with `phone-lost`, `cancelled`; any other failure is the result. */
  async #readNames(abandoned: AbortSignal): Promise<AppNames> {
    try {
      const jarPath = await this.#pushServer(abandoned);
      const command = listAppNames({ jarPath, version: serverVersion });
      const byPackage = await runCommand(this.#connection, command, abandoned);
      return { byPackage, failure: null };
    } catch (thrown) {
      const { code, message: problem } = toHandsetError(thrown);
      if (code === 'phone-lost' || code === 'cancelled') throw thrown;
      const retryAtMs = performance.now() + retryMs;
      return { byPackage: new Map(), failure: { problem, retryAtMs } };
    }
  }

  async #pushServer(signal: AbortSignal): Promise<string> {
    const { lost, adb } = this.#connection;
    const jar = await this.#loadServer(signal);
    const purpose = 'copying the scrcpy server';
    return await withLimits({ signal, lost, deadlineMs: pushDeadlineMs, purpose }, (ended) =>
      pushServer(adb, jar, ended),
    );
  }
}
