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

/**
 * Control and formatting characters but the newline: they turn the writing direction round, hide
 * what follows, or show nothing.
 */
const unseen = /[^\P{C}\n]/gu;

/** The text with every character that can't be seen written as its number: `‹U+202E›`. */
export function plainText(text: string): string {
  return text.replace(unseen, (character) => {
    // Joins the parts of one emoji, and is harmless.
    if (character === '\u200d') return character;
    const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `‹U+${number}›`;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
