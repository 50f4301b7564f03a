import { FileError } from '../files.ts';
import type { ProgramContext } from '../programs/program.ts';
import type { Namespace } from '../programs/settings-store.ts';
import type { System } from '../programs/system.ts';
import { keyCode } from './injector.ts';
import type { ServerOptions } from './options.ts';

/** BATTERY_PLUGGED_AC, USB and WIRELESS together. */
const everyPlug = '7';
/** Guess: ms until the second process, which takes the jar away, has started. */
const secondProcessMs = 400;

/**
 * What CleanUp.java does in a process of its own, which outlives the server: changes the settings
 * that are asked for, removes the jar, and puts everything back when the server is gone. Returns
 * what to do then.
 */
export function startCleanUp(
  context: ProgramContext,
  { jar, options }: { readonly jar: string; readonly options: ServerOptions },
): () => void {
  const { system, pace } = context;
  const restores = wishes(options).map(([namespace, key, value]) => {
    const before = system.settings.get(namespace, key);
    system.settings.put(namespace, key, value);
    return () => {
      if (before !== undefined && before !== value) system.settings.put(namespace, key, before);
    };
  });
  const unlink = (): void => unlinkJar(system, jar);
  void pace(secondProcessMs).then(unlink, unlink);
  return () => {
    for (const restore of restores) restore();
    const mayPress = !system.faults.has('input-denied') && system.world.awake;
    if (options.powerOffOnClose && mayPress) system.world.key(keyCode.power);
  };
}

/** Removes the jar; where that is forbidden, nobody is told (CleanUp.unlinkSelf). */
export function unlinkJar({ files }: System, jar: string): void {
  try {
    files.remove(jar);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
}

function wishes({ showTouches, stayAwake, screenOffTimeoutMs }: ServerOptions) {
  const all: readonly (readonly [boolean, Namespace, string, string])[] = [
    [showTouches, 'system', 'show_touches', '1'],
    [stayAwake, 'global', 'stay_on_while_plugged_in', everyPlug],
    [screenOffTimeoutMs !== -1, 'system', 'screen_off_timeout', `${screenOffTimeoutMs}`],
  ];
  return all.flatMap(([wanted, ...wish]) => (wanted ? [wish] : []));
}
