import { appProcess } from './app-process.ts';
import { am } from './app/am.ts';
import { monkey } from './app/monkey.ts';
import { pm } from './app/pm.ts';
import { about } from './basic/about.ts';
import { test } from './basic/condition.ts';
import { processPrograms } from './basic/processes.ts';
import { running } from './basic/run.ts';
import { cmd } from './cmd.ts';
import { dumpsys } from './dumpsys/dumpsys.ts';
import { chmod, copy, mkdir, rm, rmdir, touch } from './files/change.ts';
import { find } from './files/find.ts';
import { ls } from './files/ls.ts';
import { df, pathParts, stat } from './files/tell.ts';
import { getprop, setprop } from './getprop.ts';
import { input } from './input/input.ts';
import { logcat } from './logcat/logcat.ts';
import type { Program } from './program.ts';
import { screencap } from './screencap.ts';
import { servicePrograms } from './services.ts';
import { settings } from './settings.ts';
import { echo, printf } from './text/echo.ts';
import { base64, checksums } from './text/encodings.ts';
import { grep } from './text/grep.ts';
import { cat, cut, head, sort, tail, tee, uniq, wc } from './text/lines.ts';
import { sed } from './text/sed.ts';
import { tr } from './text/tr.ts';
import { uiautomator } from './uiautomator/uiautomator.ts';
import { wm } from './wm.ts';

const programs: readonly Program[] = [
  ...[uiautomator, screencap, input, wm, dumpsys, getprop, setprop, settings, logcat],
  ...[pm, am, cmd, monkey, ...servicePrograms, ...processPrograms],
  ...[ls, rm, rmdir, mkdir, copy, touch, chmod, stat, df, pathParts, find],
  ...[cat, head, tail, wc, sort, uniq, cut, tee, tr, grep, sed, echo, printf, base64, checksums],
  ...[test, appProcess, ...running, ...about],
];

/** `which NAME…`: where programs lie. */
const which: Program = {
  names: ['which'],
  run: async ({ argv: [, ...names], out }) => {
    const missing = names.filter((name) => findProgram(name) === undefined);
    const found = names.filter((name) => !missing.includes(name));
    await out(found.map((name) => `/system/bin/${name}\n`).join(''));
    return Number(missing.length > 0);
  },
};

const byName = new Map(
  [...programs, which].flatMap((program) => program.names.map((name) => [name, program] as const)),
);

/** Every program's name. */
export const programNames: readonly string[] = [...byName.keys()].sort();

/** A program by its name or its path in /system/bin. */
export function findProgram(name: string): Program | undefined {
  const match = /^(?:\/system\/(?:bin|xbin)\/|\/bin\/|\/vendor\/bin\/)?([^/]+)$/.exec(name);
  return match?.[1] === undefined ? undefined : byName.get(match[1]);
}
