import type { Phone } from '../../core/phone.ts';

/** What a black picture means; without a word it would be taken for an empty screen. */
export async function whyBlack(phone: Phone, signal: AbortSignal): Promise<string> {
  const awake = await phone.readAwake(signal).catch(() => null);
  if (awake === false) return "the picture is black because the phone's display is off";
  return 'the picture is black, most likely because the app in front forbids screenshots (FLAG_SECURE)';
}
