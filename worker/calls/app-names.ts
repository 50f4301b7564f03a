/** The names of apps for questions. */
import type { StepPlan } from '#core/caller.ts';
import type { WatchedPhone } from '../adb/watched-phone.ts';
import { pause } from '../waits/deadline.ts';

/** How long a question waits for each answer of the phone, which normally arrives sooner. */
export const answerTimeoutMs = 300;

/** The app's name; null if the phone has none or takes too long. */
export async function nameSoon(
  { apps }: WatchedPhone,
  packageName: string,
): Promise<string | null> {
  const waiting = new AbortController();
  const tooLate = pause(answerTimeoutMs, waiting.signal).then(() => null);
  return await Promise.race([apps.nameOf(packageName), tooLate]).finally(() => waiting.abort());
}

/** The package that a call's arguments name; null if they name none. */
export function packageIn(args: unknown): string | null {
  if (typeof args !== 'object' || args === null) return null;
  const { package_id: id, package_name: name }: { package_id?: unknown; package_name?: unknown } =
    args;
  const named = id ?? name;
  return typeof named === 'string' ? named : null;
}

/** The plan, with the display names of its steps' apps if they are known. */
export async function withAppNames(plan: StepPlan, phone: WatchedPhone): Promise<StepPlan> {
  const next = plan.next.map(async (step) => {
    const packageName = packageIn(JSON.parse(step.argumentsJson));
    return packageName === null ? step : { ...step, app: await nameSoon(phone, packageName) };
  });
  return { ...plan, next: await Promise.all(next) };
}
