import { HandsetError, toHandsetError } from '../../errors.ts';
import type { AppLanguageKey, DeviceState } from '../../device-state.ts';
import type { Phone } from '../../phone.ts';

const keyPrefix = 'language of ';

/** Throws `unsupported` before Android 13, which has no language of a single app. */
export function checkAppLanguages({ apiLevel, android }: DeviceState): void {
  if (apiLevel >= 33) return;
  const message = `app_language can be set from Android 13 on; this phone has Android ${android ?? `with API level ${apiLevel}`}. Nothing was changed.`;
  throw new HandsetError('unsupported', message, { hint: 'Leave out app_language.' });
}

/** Sets an app's language and reads it back; empty is the phone's own. Resolves to a line that says so. Rejects with `command-failed` for an unknown app, `action-failed`. */
export async function setAppLanguage(
  phone: Phone,
  app: { readonly packageName: string; readonly languages: string },
  signal: AbortSignal,
): Promise<string> {
  const { packageName, languages } = app;
  const key: AppLanguageKey = `${keyPrefix}${packageName}`;
  const before = await phone.readAppLanguages(packageName, signal);
  if (!phone.originalSettings.has(key)) phone.originalSettings.set(key, before);
  await phone.writeAppLanguages(packageName, languages, signal);
  const after = await phone.readAppLanguages(packageName, signal);
  if (phone.originalSettings.get(key) === after) phone.originalSettings.delete(key);
  const line = `${key}: ${before || "the phone's"} -> ${after || "the phone's"}`;
  // Android writes a tag in its own form: iw for he, de-DE for de-de.
  if (after.toLowerCase() === languages.toLowerCase()) return line;
  if (after !== '' && after !== before) return `${line} (asked for ${languages})`;
  const message = `${packageName} has the language ${after || 'of the phone'}, not ${languages || 'of the phone'}.`;
  throw new HandsetError('action-failed', message, {
    hint: 'Give BCP 47 tags, as in de-DE or pt-BR,en.',
  });
}

/** Puts back the languages of apps; resolves to a line for each. An app that is gone is forgotten. */
export async function restoreAppLanguages(
  phone: Phone,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [key, languages] of [...phone.originalSettings]) {
    if (!key.startsWith(keyPrefix)) continue;
    const packageName = key.slice(keyPrefix.length);
    try {
      lines.push(await setAppLanguage(phone, { packageName, languages }, signal));
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== 'command-failed') throw error;
      phone.originalSettings.delete(key);
      lines.push(`${key}: not put back. ${error.message}`);
    }
  }
  return lines;
}
