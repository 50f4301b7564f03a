import type { ScriptRequest } from '../link/call.ts';
import { launcherPackage, systemPackage } from '../screen/package-names.ts';

export type ScriptStep = ScriptRequest['steps'][number];

/** The package of the app that the steps are about: one that they name, else the first that was in the foreground; undefined if neither is known. */
export function appOf(steps: readonly ScriptStep[]): string | undefined {
  const named = steps.filter(({ arguments: args }) => typeof args['package_id'] === 'string');
  const app = (named.find(({ tool }) => tool === 'open_app') ?? named[0])?.arguments['package_id'];
  if (typeof app === 'string') return app;
  const inFront = steps.flatMap(({ touchedAt }) => touchedAt?.packageName ?? []);
  const isApp = (name: string): boolean => !launcherPackage.test(name) && !systemPackage.test(name);
  return inFront.find(isApp) ?? inFront[0];
}

/** Whether a step only leads to an app's icon on the home screen. */
export function isOnHome({ tool, touchedAt }: Pick<ScriptStep, 'tool' | 'touchedAt'>): boolean {
  if (tool === 'open_app') return false;
  return tool === 'press_home' || launcherPackage.test(touchedAt?.packageName ?? '');
}

/**
 * The step that leads to the screen where these begin, press_home or open_app: null if the first of
 * them opens it, undefined if it is not known.
 */
export function startOf(steps: readonly ScriptStep[]): ScriptStep | null | undefined {
  const first = steps.find(({ tool }) => !tool.startsWith('wait_'));
  if (first === undefined || /^(?:open_|press_home$)/.test(first.tool)) return null;
  const packageName = first.touchedAt?.packageName;
  if (packageName === undefined || systemPackage.test(packageName)) return undefined;
  if (launcherPackage.test(packageName))
    return { tool: 'press_home', arguments: {}, touchedAt: null };
  const args = { package_id: packageName, fresh: true };
  return { tool: 'open_app', arguments: args, touchedAt: null };
}
