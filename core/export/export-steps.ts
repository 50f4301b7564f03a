import type { ScriptRequest } from '../link/call.ts';
import { appiumScript } from './appium-script.ts';
import { maestroFlow } from './maestro-flow.ts';

/** Calls as a script for another program. */
export function exportSteps({ format, steps, ...info }: ScriptRequest): string {
  const calls = steps.map(({ tool, arguments: args, touchedAt: at }) => ({ tool, args, at }));
  return format === 'maestro' ? maestroFlow(calls, info) : appiumScript(calls, info);
}
