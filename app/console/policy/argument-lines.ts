import { isObject, parseJson } from '../../ui/json.ts';
import { plainText } from '../../ui/plain-text.ts';

/** One argument of a call, as shown to the user. */
interface ArgumentLine {
  readonly name: string;
  readonly value: string;
}

/**
 * The arguments of a call, one per line, in the agent's order. Invisible characters are spelled
 * out: an agent could use them to make a text look like another.
 */
export function argumentLines(argumentsJson: string): readonly ArgumentLine[] {
  const value = parseJson(argumentsJson);
  if (!isObject(value)) {
    return [{ name: 'arguments', value: plainText(argumentsJson) }];
  }
  return Object.entries(value).map(([name, each]) => ({
    name: plainText(name),
    value: plainText(typeof each === 'string' ? each : JSON.stringify(each)),
  }));
}

/** Longest value shown where all arguments share one line, in characters. */
const maxValueLength = 48;

/** The arguments on one line: `x 540, y 1200`. The caller cuts what is too long for its layout. */
export function shortArguments(args: unknown): string {
  const lines = argumentLines(JSON.stringify(args));
  return lines.map(({ name, value }) => `${name} ${truncate(value)}`).join(', ');
}

function truncate(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength)}…` : line;
}
