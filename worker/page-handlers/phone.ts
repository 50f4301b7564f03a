/** Handlers of the page's calls about the connected phone's apps, log and settings. */
import type { CallHandlers } from '#core/link/link.ts';
import type { LogBatch } from '#core/link/phone-status.ts';
import { readDeviceReport } from '#core/tools/device-state.ts';
import { watchLog } from '../logs/watch-log.ts';
import { openShell } from '../shell/open-shell.ts';
import type { PhoneSession } from '../session/session.ts';
import { type Emit, action } from './shared.ts';

interface PhoneParts {
  readonly session: PhoneSession;
  readonly emit: Emit;
}

export function phoneHandlers({ session, emit }: PhoneParts) {
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
    listNotifications: async (_, signal) => {
      const phone = await session.phone(signal);
      const list = await phone.readNotifications(signal);
      const names = await Promise.all(
        list.notifications.map(async ({ packageName }) => {
          const name = await phone.apps.nameOf(packageName);
          return name === null ? [] : [[packageName, name] as const];
        }),
      );
      return { ...list, appNames: Object.fromEntries(names.flat()) };
    },
    setOriginalSettings: action((stored) => session.loadOriginalSettings(stored)),
    watchLog: action(async (_, signal) => {
      const sendBatch = (batch: LogBatch): void => emit('log', batch);
      await watchLog(await session.phone(signal), sendBatch, signal);
    }),
    openShell: async (terminal, signal) => {
      const { connection } = await session.phone(signal);
      return { exitCode: await openShell(connection, terminal, signal) };
    },
  } satisfies Partial<CallHandlers>;
}
