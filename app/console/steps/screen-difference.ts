import type { ScreenFacts } from '#core/call.ts';
import { launcherPackage } from '#core/screen/package-names.ts';
import { plainText } from '#app/ui/plain-text.ts';
import { stepStrings as strings } from './strings.ts';

/** A screen with fewer texts, such as a game, is not told from others by them. */
const minTexts = 3;

/**
 * How the screen differs from the recorded one, in words; empty if it is the same screen, and the element with this
 * label is switched as it was. Null if the texts are too few to tell. What changes by itself, such as the contents of
 * a list under the same title, is no difference.
 */
export function screenDifference(
  recorded: ScreenFacts,
  shown: ScreenFacts,
  label: string | undefined,
): string | null {
  if (isOtherScreen(recorded, shown)) return strings.anotherScreen(...namesOf(shown, recorded));
  const isOn = (facts: ScreenFacts): boolean | undefined =>
    facts.switches.find(({ name }) => name === label)?.isOn;
  const then = isOn(recorded);
  const now = isOn(shown);
  if (label !== undefined && then !== undefined && now !== undefined && then !== now)
    return strings.switchedOtherwise(plainText(label), now);
  return isPoor(recorded) || isPoor(shown) ? null : '';
}

function isPoor({ texts }: ScreenFacts): boolean {
  return texts.length < minTexts;
}

function isOtherScreen(recorded: ScreenFacts, shown: ScreenFacts): boolean {
  if (recorded.packageName !== shown.packageName) return true;
  const shared = shown.texts.filter((text) => recorded.texts.includes(text)).length;
  const isAlike = shared * 2 >= Math.min(recorded.texts.length, shown.texts.length);
  const hasTitles = recorded.title !== '' && shown.title !== '';
  const isSameTitle = withoutNumbers(recorded.title) === withoutNumbers(shown.title);
  // The same content may be opened as another activity.
  if (recorded.activity !== shown.activity) return !(isSameTitle && isAlike);
  if (hasTitles) return !isSameTitle && !isAlike;
  return !isAlike && !isPoor(recorded) && !isPoor(shown);
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, '');
}

/** Names that tell the two screens apart: their titles or activities, else their first texts. */
function namesOf(...screens: [ScreenFacts, ScreenFacts]): [string, string] {
  const [shown, recorded] = screens.map(
    ({ title, packageName, activity }) =>
      title ||
      (launcherPackage.test(packageName) ? strings.homeScreen : activity.split('.').at(-1)) ||
      packageName,
  );
  const isClear = shown !== undefined && recorded !== undefined && shown !== recorded;
  const names = isClear
    ? [shown, recorded]
    : screens.map(({ texts }) => texts.slice(0, 2).join(', '));
  return [plainText(names[0] ?? ''), plainText(names[1] ?? '')];
}
