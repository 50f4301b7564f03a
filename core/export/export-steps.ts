import type { ScriptRequest, StepScript } from '../link/call.ts';
import { appiumScript } from './appium-script.ts';
import { maestroFlow } from './maestro-flow.ts';
import { lostSteps } from './script.ts';

/** Calls as a script for another program. */
export function exportSteps({ format, steps, ...info }: ScriptRequest): StepScript {
  const text = format === 'maestro' ? maestroFlow(steps, info) : appiumScript(steps, info);
  return { text, lostCount: lostSteps(text) };
}
