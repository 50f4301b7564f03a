import { toWire, type WireError } from '#core/errors.ts';
import type { DeviceConsole } from './device-console.ts';

/** Why something could not be changed. */
export interface RunProblem {
  /** What was to be changed. */
  readonly part: string;
  readonly error: WireError;
}

/** Runs a tool as the user, so that the timeline and recorded steps have it. Resolves to why it failed; null if it did not. */
export async function runAction(
  { calls }: Pick<DeviceConsole, 'calls'>,
  tool: string,
  args: { readonly [name: string]: unknown },
): Promise<WireError | null> {
  try {
    const { isError, errorCode = 'action-failed', text } = await calls.runTool(tool, args);
    return isError ? { code: errorCode, message: text } : null;
  } catch (thrown) {
    return toWire(thrown);
  }
}
