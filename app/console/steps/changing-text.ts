/** Names of months and weekdays, long and short, in English and the language of this browser, in lower case. */
const calendarNames: ReadonlySet<string> = new Set(
  ['en', undefined].flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      // The first day of each month of 2024, and its first week.
      const name = (day: Date, part: 'month' | 'weekday'): string =>
        day.toLocaleDateString(language, { [part]: style, timeZone: 'UTC' });
      const months = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2024, at)));
      const days = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)));
      return [
        ...months.map((day) => name(day, 'month')),
        ...days.map((day) => name(day, 'weekday')),
        // wordsOf removes the dot of a short name.
      ].flatMap(wordsOf);
    }),
  ),
);

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const time = /\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?/giu;
const numericDate = /\b(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))\b/gu;
const ago =
  /\b(?:\d+|an?)\s?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)\b\.?\sago\b/giu;
const percentage = /^(?:battery\b\D*)?\d{1,3}(?:[.,]\d+)?\s?(?:%|percent)\.?$/iu;
/** Other words of a date: the day of the month, the year and the words between them. */
const dateFiller = /^(?:\d{1,2}(?:st|nd|rd|th)?|\d{4}|at|of|today|yesterday|tomorrow)$/u;

/**
 * Whether a text is nothing but a time, a date, an age or a percentage, such as `15:45`, `Fri, Nov 27`,
 * `5 min ago` and `Battery 80 percent.`: it will differ in the next run.
 */
export function changesByItself(text: string): boolean {
  if (percentage.test(text.trim())) return true;
  const rest = text.replace(time, ' ').replace(numericDate, ' ').replace(ago, ' ');
  const words = wordsOf(rest);
  const named = words.filter((word) => calendarNames.has(word));
  const others = words.filter((word) => !calendarNames.has(word));
  if (!others.every((word) => dateFiller.test(word))) return false;
  // A name alone, such as Monday or May, may be a choice in a list that stays the same.
  return (
    rest !== text ||
    named.length > 1 ||
    (named.length === 1 && others.some((word) => /\d/.test(word)))
  );
}
