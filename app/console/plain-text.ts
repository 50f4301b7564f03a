/**
 * Control and formatting characters but the newline: they turn the writing direction round, hide
 * what follows, or show nothing.
 */
const unseen = /[^\P{C}\n]/gu;

/**
 * What an agent or a phone says, with every character that can't be seen written as its number:
 * `‹U+202E›`.
 */
export function plainText(text: string): string {
  return text.replace(unseen, (character) => {
    // Joins the parts of one emoji, and is harmless.
    if (character === '\u200d') return character;
    const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `‹U+${number}›`;
  });
}
