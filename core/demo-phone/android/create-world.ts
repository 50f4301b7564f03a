import type { DemoPhoneOptions } from '../options.ts';
import type { World } from '../world.ts';
import { homeClass, installedApps, launcherPackage, recentsClass } from './apps/installed.ts';
import { createCapturedWorld } from './captured-world.ts';
import { OwnWorld } from './world.ts';

/** What the fault `override-size` sets: a smaller picture of the same shape. */
const override = { size: { width: 720, height: 1600 }, density: 280 };

/**
 * Makes the phone's world: its own, or a captured screen when the options carry one. Loads the
 * canvas's fonts. `now` (milliseconds since 1970) stands in for the clock in tests.
 */
export async function createWorld(
  options: DemoPhoneOptions,
  now: () => number = Date.now,
): Promise<World> {
  await options.canvas.loadFonts();
  if (options.capture !== undefined) return createCapturedWorld(options, options.capture);
  const world = new OwnWorld({
    options,
    apps: installedApps(),
    homeComponent: `${launcherPackage}/${homeClass}`,
    recentsComponent: `${launcherPackage}/${recentsClass}`,
    now,
  });
  if (options.faults.has('landscape')) world.rotation = 1;
  if (options.faults.has('override-size')) {
    world.overrideSize = override.size;
    world.overrideDensity = override.density;
  }
  if (options.faults.has('screen-off')) world.awake = false;
  if (options.activity !== undefined) world.startActivity(options.activity);
  return world;
}
