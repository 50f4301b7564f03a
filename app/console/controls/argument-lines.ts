import { plainText } from '../../ui/plain-text.ts';
import { isObject, parseJson } from '../../ui/json.ts';

/** One argument of a call as a person reads it. */
interface ArgumentLine {
  readonly name: string;
  readonly value: string;
}

/**
 * The arguments of a call, one line each, in the agent's order. Whatever could make a text look
 * like another one is spelled out: the text is an agent's.
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

/** As much as is shown of one value where all stand on one line. */
const longest = 48;

/** The arguments on one line, as `x 540, y 1200`; whoever shows it cuts what is too long for the place. */
export function shortArguments(given: unknown): string {
  const lines = argumentLines(JSON.stringify(given));
  return lines.map(({ name, value }) => `${name} ${cut(value)}`).join(', ');
}

function cut(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
