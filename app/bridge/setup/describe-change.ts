/** Lines around a change that are shown. */
const contextLines = 2;

/** What changes in a file, for a person: its path, and the lines removed and added with those around them. */
export function describeChange(path: string, before: string | null, after: string | null): string {
  const [old, next] = [before, after].map(
    (text) => text?.replace(/\r?\n$/, '').split(/\r?\n/) ?? [],
  );
  const [removed, added] = [old ?? [], next ?? []];
  const start = sameLines(removed, added);
  const left = Math.min(removed.length, added.length) - start;
  const end = Math.min(left, sameLines(removed.toReversed(), added.toReversed()));
  const show = (mark: string, lines: readonly string[]): string =>
    lines.map((line) => `  ${mark} ${line}\n`).join('');
  const what = before === null ? ' (new file)' : after === null ? ' (deleted)' : '';
  return [
    `${path}${what}\n\n`,
    show(' ', removed.slice(Math.max(0, start - contextLines), start)),
    show('-', removed.slice(start, removed.length - end)),
    show('+', added.slice(start, added.length - end)),
    show(' ', added.slice(added.length - end, added.length - end + contextLines)),
    '\n',
  ].join('');
}

/** The number of lines at the start that both have. */
function sameLines(left: readonly string[], right: readonly string[]): number {
  const differs = left.findIndex((line, at) => line !== right[at]);
  return differs === -1 ? left.length : differs;
}
