import { apkPath } from '../app/pm.ts';
import { permissionsOf } from '../app/permissions.ts';
import { installedPackages, uidOf } from '../system-packages.ts';
import { apiLevels, type System } from '../../system.ts';
import { identityHash } from './window.ts';

/** What `dumpsys` prints about one app. */

/** `dumpsys package NAME`. Guess: the layout is AOSP's, most lines are left out; `appId` came with Android 13. */
export function dumpPackage(system: System, [name]: readonly string[]): string {
  const found = installedPackages(system).find((info) => info.name === name);
  if (found === undefined) return `Unable to find package: ${name ?? ''}\n`;
  const launcher = system.world.launchActivity(found.name);
  const resolver =
    launcher === undefined
      ? ''
      : `Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
        ${identityHash(launcher)} ${launcher} filter ${identityHash(`filter ${launcher}`)}
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"

`;
  return `${resolver}Packages:
  Package [${found.name}] (${identityHash(`package ${found.name}`)}):
    ${system.android >= 14 ? 'appId' : 'userId'}=${uidOf(found.name)}
    codePath=${apkPath(found.name, found.system).replace(/\/[^/]+$/, '')}
    versionCode=1 minSdk=26 targetSdk=${apiLevels[system.android]}
    versionName=${found.versionName}
    flags=[ ${found.system ? 'SYSTEM ' : ''}HAS_CODE ALLOW_CLEAR_USER_DATA ]
    lastUpdateTime=${found.system ? '2009-01-01 01:00:00' : '2026-03-14 09:26:53'}
${permissionLines(system, found.name)}`;
}

/** The permissions of a package, and the state of its user (Settings.dumpPackageLPr). */
function permissionLines(system: System, packageName: string): string {
  const permissions = permissionsOf(system, packageName);
  const linesOf = (runtime: boolean, indent: string): string =>
    permissions
      .filter(({ isRuntime }) => isRuntime === runtime)
      .map(({ name, isGranted }) => {
        const flags = runtime ? `, flags=[ ${isGranted ? 'USER_SET' : ''}]` : '';
        return `${indent}${name}: granted=${isGranted}${flags}\n`;
      })
      .join('');
  const requested = permissions.map(({ name }) => `      ${name}\n`).join('');
  const section = (title: string, lines: string): string =>
    lines === '' ? '' : `${title} permissions:\n${lines}`;
  return `${section('    requested', requested)}${section('    install', linesOf(false, '      '))}    User 0: installed=true hidden=false stopped=false enabled=0
${section('      runtime', linesOf(true, '        '))}`;
}

/** `dumpsys meminfo PROCESS` (ActivityThread.dumpMemInfoTable), most rows left out. Guess: the numbers. */
export function dumpMemory(system: System, [name = '']: readonly string[]): string {
  const found = installedPackages(system).find((info) => info.name === name);
  if (found?.pid === undefined) return `No process found for: ${name}\n`;
  const total = 40_000 + (found.pid % 100) * 137;
  const summary =
    system.android >= 11
      ? `TOTAL PSS: ${String(total).padStart(8)}            TOTAL RSS: ${String(total * 2).padStart(8)}       TOTAL SWAP PSS:        0`
      : `TOTAL: ${String(total).padStart(8)}       TOTAL SWAP PSS:        0`;
  return `Applications Memory Usage (in Kilobytes):
Uptime: 812345 Realtime: 812345

** MEMINFO in pid ${found.pid} [${name}] **
                   Pss  Private  Private  SwapPss     Heap     Heap     Heap
                 Total    Dirty    Clean    Dirty     Size    Alloc     Free
                ------   ------   ------   ------   ------   ------   ------
  Native Heap     9612     9580        0        0    17408    12011     3178
        TOTAL ${String(total).padStart(8)}    30120     2012        0    29108    20811     6297

 App Summary
                       Pss(KB)
                        ------
         Native Heap:     9580
           ${summary}
`;
}
