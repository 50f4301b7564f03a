import type { ProgramContext } from '../program.ts';

/**
 * Lets time pass while events are injected, at every latency. It can't be cut short: the phone
 * finishes a gesture that it has begun, whether or not the host still listens (system_server
 * injects it from Android 11 on, and before that nothing ends the process of `input`).
 */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** What one injected event takes until the app has taken it; nothing at latency `none`. */
export async function settle({ system }: ProgramContext, milliseconds: number): Promise<void> {
  if (system.latency === 'real') await sleep(milliseconds);
}
