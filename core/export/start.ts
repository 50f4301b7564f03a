import type { Point } from '../geometry.ts';
import { launcherPackage, systemPackage } from '../screen/package-names.ts';

/** A call that is written as a step of a script. */
export interface ScriptStep {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Where it touched when it was recorded, in device pixels, and the app that was in the foreground; null if that is not known. */
  readonly at:
    | (Point & { readonly packageName?: string | undefined; readonly isSlider?: true | undefined })
    | null;
}

/** The package of the app that the steps are about: one that they name, else the first that was in the foreground; undefined if neither is known. */
export function appOf(steps: readonly ScriptStep[]): string | undefined {
  const named = steps.filter(({ args }) => typeof args['package_id'] === 'string');
  const app = (named.find(({ tool }) => tool === 'open_app') ?? named[0])?.args['package_id'];
  if (typeof app === 'string') return app;
  const inFront = steps.flatMap(({ at }) => at?.packageName ?? []);
  const isApp = (name: string): boolean => !launcherPackage.test(name) && !systemPackage.test(name);
  return inFront.find(isApp) ?? inFront[0];
}

/**
 * The step that leads to the screen where these begin, press_home or open_app: null if the first of
 * them opens it, undefined if it is not known.
 */
export function startOf(
  steps: readonly ScriptStep[],
): (ScriptStep & { readonly args: Readonly<Record<string, string>> }) | null | undefined {
  const first = steps.find(({ tool }) => !tool.startsWith('wait_'));
  if (first === undefined || /^(?:open_|press_home$)/.test(first.tool)) return null;
  const packageName = first.at?.packageName;
  if (packageName === undefined || systemPackage.test(packageName)) return undefined;
  if (launcherPackage.test(packageName)) return { tool: 'press_home', args: {}, at: null };
  return { tool: 'open_app', args: { package_id: packageName }, at: null };
}
