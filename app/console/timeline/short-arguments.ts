import { argumentLines } from '../controls/argument-lines.ts';

/** As much as is shown of one value. */
const longest = 48;

/** The arguments on one line, as `x 540, y 1200`; whoever shows it cuts what is too long for the place. */
export function shortArguments(argumentsJson: string): string {
  const lines = argumentLines(argumentsJson);
  return lines.map(({ name, value }) => `${name} ${cut(value)}`).join(', ');
}

function cut(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
