import { escapeInvisible } from '#core/text/invisible-characters.ts';

/**
 * In addition to those spelled out for agents: control characters, private-use characters, lone
 * surrogates, and the line ends U+2028 and U+2029.
 */
const invisible = /[^\P{C}\n]|[\u2028\u2029]/gu;

/**
 * A text from an agent or a phone with invisible characters replaced by their code points:
 * `‹U+202E›`.
 */
export function plainText(text: string): string {
  return escapeInvisible(text, codePointLabel, invisible);
}

/** Like `plainText`, but keeps tabs, which separate the columns of tables. */
export function plainTextWithTabs(text: string): string {
  return text.split('\t').map(plainText).join('\t');
}

function codePointLabel(character: string): string {
  const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `‹U+${number}›`;
}
