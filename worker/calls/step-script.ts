import type { ScriptRequest, StepScript } from '#core/link/call.ts';
import { appiumScript } from '#core/tools/appium-script.ts';
import { maestroFlow } from '#core/tools/maestro-flow.ts';
import { startOf } from '#core/tools/script-start.ts';

/** Calls as a script for another program, and the call that leads to where they begin. */
export function stepScript({ format, steps, ...info }: ScriptRequest): StepScript {
  const calls = steps.map(({ tool, argumentsJson, at }) => ({
    tool,
    args: membersOf(argumentsJson),
    at,
  }));
  const start = startOf(calls);
  return {
    text:
      format === null
        ? ''
        : format === 'maestro'
          ? maestroFlow(calls, info)
          : appiumScript(calls, info),
    start: start && { tool: start.tool, argumentsJson: JSON.stringify(start.args) },
  };
}

/** Empty for what is no object. */
function membersOf(json: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
