import type { ScriptRequest } from '../link/call.ts';
import { appiumScript } from './appium-script.ts';
import { maestroFlow } from './maestro-flow.ts';

/** Calls as a script for another program. */
export function exportSteps({ format, steps, ...info }: ScriptRequest): string {
  return format === 'maestro' ? maestroFlow(steps, info) : appiumScript(steps, info);
}
