/**
 * Passwords are hidden when the dump is parsed, so that no tool, selector or message can reveal
 * them. Only the tools that type text read what a field shows, to verify what they typed.
 */
import type { Element } from './screen.ts';

/** Replaces a password of any length; the phone's own dots would reveal the length. */
const hidden = '•••';
/** The same for a field that may be empty and show its hint, which older dumps print as its text. */
const hiddenOrHint = '•••?';

/** The characters that password fields show; the last one may be readable for a moment. */
const dotsPattern = /^[\u2022\u25cf\u26ab\u2b24\u2217\u00b7*]*.?$/su;

/** The texts that the dump printed for password fields; private to this module. */
const printedTexts = new WeakMap<Element, string>();

/** Whether this text of a password field is dots; the last character may still be readable. */
export function isMasked(shown: string): boolean {
  return dotsPattern.test(shown);
}

/**
 * The replacement for the text of a password field: dots if it has content, with a question mark if
 * the text may be its hint; empty if it is empty. `hint` is undefined if the dump does not print
 * hints separately.
 */
export function hidePassword(printed: string, hint: string | undefined): string {
  if (printed === '' || printed === hint) return '';
  return hint === undefined && !isMasked(printed) ? hiddenOrHint : hidden;
}

/** Remembers the text that the dump printed for a field, for `printedTextOf`. */
export function rememberPrintedText(field: Element, printed: string): void {
  printedTexts.set(field, printed);
}

/** What a field shows on the phone: its content, dots, or its hint. Must never be part of an output. */
export function printedTextOf(field: Element): string {
  return printedTexts.get(field) ?? field.text;
}
