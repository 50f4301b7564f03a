import { plainText } from '../../ui/plain-text.ts';

/** One argument of a call as a person reads it. */
export interface ArgumentLine {
  readonly name: string;
  readonly value: string;
}

/**
 * The arguments of a call, one line each, in the agent's order. Whatever could make a text look
 * like another one is spelled out: the text is an agent's.
 */
export function argumentLines(argumentsJson: string): readonly ArgumentLine[] {
  const value = parse(argumentsJson);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ name: 'arguments', value: plainText(argumentsJson) }];
  }
  return Object.entries(value).map(([name, each]: [string, unknown]) => ({
    name: plainText(name),
    value: plainText(typeof each === 'string' ? each : JSON.stringify(each)),
  }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
