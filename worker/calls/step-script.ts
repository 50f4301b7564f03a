import type { ScriptRequest } from '#core/link/call.ts';
import { appiumScript } from '#core/tools/appium-script.ts';
import { maestroFlow } from '#core/tools/maestro-flow.ts';

/** Calls as a script for another program. */
export function stepScript({ format, steps, ...info }: ScriptRequest): string {
  const calls = steps.map(({ tool, argumentsJson, at }) => ({
    tool,
    args: membersOf(argumentsJson),
    at,
  }));
  return format === 'maestro' ? maestroFlow(calls, info) : appiumScript(calls, info);
}

/** Empty for what is no object. */
function membersOf(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
