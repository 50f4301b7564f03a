/** Handlers of the page's calls about the connected phone's apps, files, log and settings. */
import type { AppDetails, InstalledApp } from '#core/phone/apps.ts';
import type { CallHandlers } from '#core/link/link.ts';
import type { OpenableApp } from '#core/link/messages.ts';
import type { LogBatch } from '#core/link/phone-status.ts';
import { settingsOf } from '#core/tools/device-state.ts';
import { installApk, pushFile, type OutgoingFile } from '../files/transfers.ts';
import { watchLog } from '../logs/watch-log.ts';
import type { PhoneSession } from '../session/session.ts';
import { type Emit, action } from './shared.ts';

interface PhoneParts {
  readonly session: PhoneSession;
  readonly emit: Emit;
}

export function phoneHandlers({ session, emit }: PhoneParts) {
  /** The file, with its progress sent to the page. */
  const withProgress = ({
    id,
    file,
  }: {
    readonly id: number;
    readonly file: File;
  }): OutgoingFile => {
    return { file, onProgress: (progress) => emit('transfer', { id, ...progress }) };
  };

  return {
    listApps: async (_, signal) => {
      const { apps } = await session.phone(signal);
      return openableApps((await apps.list({ withNames: true }, signal)).apps);
    },
    listPermissions: async ({ packageName }, signal) => {
      const { apps } = await session.phone(signal);
      return requestedPermissions(await apps.read(packageName, signal));
    },
    readSettings: async (_, signal) => {
      const phone = await session.phone(signal);
      return settingsOf(await phone.readDeviceState(signal));
    },
    setOriginalSettings: action((stored) => session.loadOriginalSettings(stored)),
    watchLog: action(async (_, signal) => {
      const sendBatch = (batch: LogBatch): void => emit('log', batch);
      await watchLog(await session.phone(signal), sendBatch, signal);
    }),
    installApk: async (chosen, signal) => {
      const phone = await session.phone(signal);
      return { output: await installApk(phone, withProgress(chosen), signal) };
    },
    pushFile: async (chosen, signal) => {
      const phone = await session.phone(signal);
      return { path: await pushFile(phone, withProgress(chosen), signal) };
    },
  } satisfies Partial<CallHandlers>;
}

/** The apps that have a screen to open, by name. */
function openableApps(apps: readonly InstalledApp[]): readonly OpenableApp[] {
  return apps
    .filter(({ launcherActivity }) => launcherActivity !== null)
    .map(({ packageName, name }) => ({ packageName, name: name ?? packageName }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The permissions of an app that can be granted and revoked. */
function requestedPermissions({ permissions }: AppDetails): readonly string[] {
  return permissions.filter(({ isRuntime }) => isRuntime).map(({ name }) => name);
}
