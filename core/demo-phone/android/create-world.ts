import type { DemoPhoneOptions } from '../options.ts';
import type { World } from '../world.ts';
import { homeClass, installedApps, launcherPackage, recentsClass } from './apps/installed.ts';
import { createCapturedWorld } from './captured-world.ts';
import { InteractiveWorld } from './world.ts';

/** The size and density that the fault `override-size` sets: smaller, with the same aspect ratio. */
const overrideDisplay = { size: { width: 720, height: 1600 }, density: 280 };

/**
 * Creates the phone's world: an interactive one, or a captured screen when the options carry one.
 * Loads the canvas's fonts. `now` returns milliseconds since 1970; tests replace it.
 */
export async function createWorld(
  options: DemoPhoneOptions,
  now: () => number = Date.now,
): Promise<World> {
  await options.canvas.loadFonts();
  if (options.capture !== undefined) return createCapturedWorld(options, options.capture);
  const world = new InteractiveWorld({
    options,
    apps: installedApps(),
    homeComponent: `${launcherPackage}/${homeClass}`,
    recentsComponent: `${launcherPackage}/${recentsClass}`,
    now,
  });
  if (options.faults.has('landscape')) world.rotation = 1;
  if (options.faults.has('override-size')) {
    world.overrideSize = overrideDisplay.size;
    world.overrideDensity = overrideDisplay.density;
  }
  if (options.faults.has('screen-off')) world.displayOn = false;
  if (options.activity !== undefined) world.startActivity(options.activity);
  return world;
}
