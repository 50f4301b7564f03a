import type { System } from '../system.ts';
import type { World } from '../world.ts';
import type { ServerLog } from './log.ts';
import { videoEncoderList, videoEncodersOf } from './surface-encoder.ts';

/** Characters that a label is filled up to. */
const labelColumn = 30;

/** What `list_…=true` prints instead of serving (LogUtils.java): this phone has no audio encoder and no camera for it. */
export async function printLists(
  system: System,
  log: ServerLog,
  lists: readonly string[],
): Promise<void> {
  if (lists.includes('list_encoders')) {
    log.info(videoEncoderList(await videoEncodersOf(system), system.android));
    log.info('List of audio encoders:');
  }
  if (lists.includes('list_displays')) {
    const { width, height } = system.world.screenSize;
    const second = system.faults.has('multi-display') ? '\n    --display-id=2    (1920x1080)' : '';
    log.info(`List of displays:\n    --display-id=0    (${width}x${height})${second}`);
  }
  if (lists.some((name) => name.startsWith('list_camera'))) {
    log.info('List of cameras:\n    (none)');
  }
  if (lists.includes('list_apps')) {
    const { world } = system;
    log.info('Processing Android apps... (this may take some time)');
    const launchable = world
      .packages()
      .filter(({ name }) => world.launchActivity(name) !== undefined);
    log.info(appList('List of apps:', launchable));
  }
}

/** Those of the system first, then by label and package. */
function appList(title: string, apps: ReturnType<World['packages']>): string {
  const lines = apps
    .toSorted(
      (a, b) =>
        Number(b.system) - Number(a.system) || compare(a.label, b.label) || compare(a.name, b.name),
    )
    .map(({ label, name, system }) => {
      const mark = system ? '*' : '-';
      return `\n ${mark} ${label.padEnd(labelColumn)} ${name}`;
    });
  return title + lines.join('');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

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
