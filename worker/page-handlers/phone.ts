/** Handlers of the page's calls about the connected phone's apps, files, log and settings. */
import type { CallHandlers } from '#core/link/link.ts';
import type { LogBatch } from '#core/link/phone-status.ts';
import { readDeviceReport } from '#core/tools/device-state.ts';
import { downloadFolder, installApk, pushFile, type OutgoingFile } from '../files/transfers.ts';
import { watchLog } from '../logs/watch-log.ts';
import { openShell } from '../shell/open-shell.ts';
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
    listApps: async (options, signal) => {
      const { apps } = await session.phone(signal);
      return await apps.list(options, signal);
    },
    readApp: async ({ packageName }, signal) => {
      const { apps } = await session.phone(signal);
      return await apps.read(packageName, signal);
    },
    readAppLanguages: async ({ packageName }, signal) => {
      const phone = await session.phone(signal);
      return await phone.readAppLanguages(packageName, signal);
    },
    readDevice: async (_, signal) => await readDeviceReport(await session.phone(signal), signal),
    setOriginalSettings: action((stored) => session.loadOriginalSettings(stored)),
    watchLog: action(async (_, signal) => {
      const sendBatch = (batch: LogBatch): void => emit('log', batch);
      await watchLog(await session.phone(signal), sendBatch, signal);
    }),
    openShell: async (terminal, signal) => {
      const { connection } = await session.phone(signal);
      return { exitCode: await openShell(connection, terminal, signal) };
    },
    installApk: async (chosen, signal) => {
      const { connection } = await session.phone(signal);
      return { output: await installApk(connection, withProgress(chosen), signal) };
    },
    pushFile: async (chosen, signal) => {
      const { connection } = await session.phone(signal);
      const outgoing = { folder: downloadFolder, ...withProgress(chosen) };
      return { path: await pushFile(connection, outgoing, signal) };
    },
  } satisfies Partial<CallHandlers>;
}
