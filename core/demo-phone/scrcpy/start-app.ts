import type { World } from '../world.ts';
import type { ServerLog } from './log.ts';
import { appList } from './lists.ts';

/** `[+][?]NAME`: `+` stops the app first, `?` means the beginning of its label instead of its package. */
export function startApp(world: World, log: ServerLog, wish: string): void {
  const [, stop = '', byLabel = '', name = ''] = /^(\+?)(\??)(.*)$/s.exec(wish) ?? [];
  if (byLabel !== '') log.info('Processing Android apps... (this may take some time)');
  const app = byLabel === '' ? byPackage(world, log, name) : byLabelStart(world, log, name);
  if (app === undefined) return;
  log.info(`Starting app "${app.label}" [${app.name}] on display 0...`);
  const component = world.launchActivity(app.name);
  if (component === undefined) return log.warn(`Cannot create launch intent for app ${app.name}`);
  if (stop !== '') world.forceStop(app.name);
  world.startActivity(component);
}

function byPackage(world: World, log: ServerLog, name: string) {
  const app = world.packages().find((known) => known.name === name);
  if (app === undefined) log.warn(`No app found for package "${name}"`);
  return app;
}

function byLabelStart(world: World, log: ServerLog, start: string) {
  const apps = world
    .packages()
    .filter(({ name }) => world.launchActivity(name) !== undefined)
    .filter(({ label }) => label.toLowerCase().startsWith(start.toLowerCase()));
  if (apps.length === 0) log.warn(`No app found for name "${start}"`);
  if (apps.length > 1) log.warn(appList(`No unique app found for name "${start}":`, apps));
  return apps.length === 1 ? apps[0] : undefined;
}
