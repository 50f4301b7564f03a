import { appProcess } from './app-process.ts';
import { am, monkey } from './app/am.ts';
import { pm } from './app/pm.ts';
import { basicPrograms } from './basic.ts';
import { cmd } from './cmd.ts';
import { dumpsys } from './dumpsys/dumpsys.ts';
import { filePrograms } from './files.ts';
import { getprop, setprop } from './properties.ts';
import { input } from './input/input.ts';
import { logcat } from './logcat/logcat.ts';
import { processPrograms } from './processes.ts';
import type { Program } from './program.ts';
import { screencap } from './screencap.ts';
import { searchPrograms } from './search.ts';
import { settings } from './settings.ts';
import { textPrograms } from './text.ts';
import { uiautomator } from './uiautomator/uiautomator.ts';
import { wm } from './wm.ts';

/** `which NAME…`: where programs lie. */
const which: Program = {
  names: ['which'],
  run: async ({ argv: [, ...names], out }) => {
    const found = names.filter((name) => findProgram(name) !== undefined);
    await out(found.map((name) => `/system/bin/${name}\n`).join(''));
    return Number(found.length < names.length);
  },
};

const programs: readonly Program[] = [
  ...[uiautomator, screencap, input, wm, dumpsys, getprop, setprop, settings, logcat],
  ...[pm, am, cmd, monkey, appProcess, which],
  ...[...basicPrograms, ...filePrograms, ...processPrograms, ...searchPrograms, ...textPrograms],
];

const byName = new Map(
  programs.flatMap((program) => program.names.map((name) => [name, program] as const)),
);

/** Every program's name. */
export const programNames: readonly string[] = [...byName.keys()].sort();

/** A program by its name or its path in /system/bin. */
export function findProgram(name: string): Program | undefined {
  const match = /^(?:\/system\/(?:bin|xbin)\/|\/bin\/|\/vendor\/bin\/)?([^/]+)$/.exec(name);
  return match?.[1] === undefined ? undefined : byName.get(match[1]);
}
