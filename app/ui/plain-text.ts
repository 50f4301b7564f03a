import { spellOut } from '../../core/unseen.ts';

/** Besides what agents are not shown either: control characters, private glyphs, halves of characters. */
const unseen = /[^\P{C}\n]/gu;

/**
 * What an agent or a phone says, with every character that can't be seen written as its number:
 * `‹U+202E›`.
 */
export function plainText(text: string): string {
  return spellOut(text, numbered, unseen);
}

function numbered(character: string): string {
  const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `‹U+${number}›`;
}
