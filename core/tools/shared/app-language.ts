import { toHandsetError } from '../../errors.ts';
import type { AppLanguageKey } from '../../device-state.ts';
import type { Phone } from '../../phone.ts';
import type { ChangeReport } from './change-settings.ts';

const keyPrefix = 'language of ';
/** An app's languages where it has none of its own. */
const phoneLanguage = "the phone's";

/** Sets an app's language and reads it back; empty is the phone's own. Rejects with `command-failed` for an unknown app, with nothing changed. */
export async function setAppLanguage(
  phone: Phone,
  app: { readonly packageName: string; readonly languages: string },
  signal: AbortSignal,
): Promise<ChangeReport> {
  const { packageName, languages } = app;
  const key: AppLanguageKey = `${keyPrefix}${packageName}`;
  const before = await phone.readAppLanguages(packageName, signal);
  if (isSame(before, languages)) {
    forgetRestored(phone, key, before);
    return { lines: [`${key}: ${before || phoneLanguage} already`], isComplete: true };
  }
  if (!phone.originalSettings.has(key)) phone.originalSettings.set(key, before);
  await phone.writeAppLanguages(packageName, languages, signal);
  const after = await phone.readAppLanguages(packageName, signal);
  forgetRestored(phone, key, after);
  const line = `${key}: ${before || phoneLanguage} -> ${after || phoneLanguage}`;
  if (isSame(after, languages)) return { lines: [line], isComplete: true };
  if (after !== '' && !isSame(after, before))
    return { lines: [`${line} (asked for ${languages})`], isComplete: true };
  const failure = `${key}: is ${after || phoneLanguage}, not ${languages || phoneLanguage}. Give BCP 47 tags, as in de-DE or pt-BR,en.`;
  return { lines: [failure], isComplete: false };
}

function forgetRestored({ originalSettings }: Phone, key: AppLanguageKey, languages: string): void {
  const original = originalSettings.get(key);
  if (original !== undefined && isSame(original, languages)) originalSettings.delete(key);
}

/** Whether both name the same languages: old codes such as `iw` are those of today, `he`, and case does not matter. */
function isSame(one: string, other: string): boolean {
  return canonicalTags(one) === canonicalTags(other);
}

function canonicalTags(tags: string): string {
  try {
    return Intl.getCanonicalLocales(tags.split(',').filter(Boolean)).join();
  } catch {
    // No BCP 47 tags.
    return tags.toLowerCase();
  }
}

/** Puts back the languages of apps. An app that is gone is forgotten. */
export async function restoreAppLanguages(
  phone: Phone,
  onStep: (message: string) => void,
  signal: AbortSignal,
): Promise<ChangeReport> {
  const reports: ChangeReport[] = [];
  for (const [key, languages] of [...phone.originalSettings]) {
    if (!key.startsWith(keyPrefix)) continue;
    const packageName = key.slice(keyPrefix.length);
    onStep(`Setting the ${key}`);
    try {
      reports.push(await setAppLanguage(phone, { packageName, languages }, signal));
    } catch (thrown) {
      const error = toHandsetError(thrown);
      if (error.code !== 'command-failed') throw error;
      phone.originalSettings.delete(key);
      reports.push({ lines: [`${key}: not put back. ${error.message}`], isComplete: true });
    }
  }
  return {
    lines: reports.flatMap(({ lines }) => lines),
    isComplete: reports.every(({ isComplete }) => isComplete),
  };
}
