import type { DemoPhoneOptions } from './options.ts';
import type { World } from './world.ts';

/** How long the person looks before tapping, in ms: long enough to be seen. Guess for `real`. */
const answerMs = { none: 150, real: 1000 } as const;

/**
 * "Allow USB debugging?" on the phone's screen; texts of SystemUI's UsbDebuggingActivity.
 * Taps Allow by itself, Cancel with the fault `auth-refused`, nothing with `auth-ignored`.
 * Rejects when the signal aborts.
 */
export async function askAllow(
  world: World,
  { faults, latency }: Pick<DemoPhoneOptions, 'faults' | 'latency'>,
  ask: { readonly fingerprint: string; readonly signal: AbortSignal },
): Promise<'allow' | 'refuse'> {
  const button = faults.has('auth-refused') ? 'Cancel' : 'Allow';
  const tapByItself = { button, afterMs: answerMs[latency] };
  const tapped = await world.showSystemDialog(
    {
      title: 'Allow USB debugging?',
      message: `The computer’s RSA key fingerprint is:\n${ask.fingerprint}`,
      checkbox: 'Always allow from this computer',
      buttons: ['Cancel', 'Allow'],
      ...(!faults.has('auth-ignored') && { tapByItself }),
    },
    ask.signal,
  );
  return tapped === 'Allow' ? 'allow' : 'refuse';
}
