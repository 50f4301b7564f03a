/** Beyond this many UTF-16 units two texts are compared by their beginnings; it bounds the work. */
const comparedLength = 60;
/** The same for a text in which another is looked for. */
const searchedLength = 200;
/** What being only a part of the other adds, so that like wholes come first. */
const partPenalty = 0.1;

/**
 * How unlike two texts are, whatever their case: 0 for the same, 1 for nothing in common. One
 * inside the other counts as near; otherwise it is the edit distance (Levenshtein) in relation to
 * the longer one.
 */
export function unlikeness(a: string, b: string): number {
  const [short = '', long = ''] = [comparable(a), comparable(b)].sort(
    (one, other) => one.length - other.length,
  );
  if (short === long) return 0;
  if (short === '') return 1;
  // One letter is inside almost everything.
  if (short.length > 1 && long.includes(short)) return 0.4 * (1 - short.length / long.length);
  return editDistance(short, long) / long.length;
}

/** How unlike `part` is to the part of `whole` that is most like it, or to all of it. */
export function unlikenessWithin(part: string, whole: string): number {
  const wanted = comparable(part);
  if (wanted === '') return unlikeness(part, whole);
  const distance = distanceWithin(wanted, whole.slice(0, searchedLength).toLowerCase());
  return Math.min(unlikeness(part, whole), partPenalty + distance / wanted.length);
}

function comparable(text: string): string {
  return text.slice(0, comparedLength).toLowerCase();
}

/** The fewest insertions, deletions and replacements of UTF-16 units that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  const start = Array.from({ length: b.length + 1 }, (_, column) => column);
  return lastRow(a, b, start)[b.length] ?? 0;
}

/** The edit distance of `part` to that piece of `whole` where it is smallest (Sellers). */
export function distanceWithin(part: string, whole: string): number {
  // It costs nothing to begin, and to end, anywhere.
  const start = Array.from({ length: whole.length + 1 }, () => 0);
  return Math.min(...lastRow(part, whole, start));
}

function lastRow(a: string, b: string, start: readonly number[]): readonly number[] {
  let row = start;
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row;
}
