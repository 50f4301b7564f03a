/**
 * What a password field holds is hidden where the dump is read, so that no tool, selector or message
 * can tell it. Only the tools that type read back what a field shows, to judge what they typed.
 */
import type { Element } from './screen.ts';

/** Stands for a password of any length: the phone's own dots would tell how long it is. */
const hidden = '•••';
/** The same where the field may be empty and show its hint, which older dumps print as its text. */
const hiddenOrHint = '•••?';

/** What password fields show for a character, the last one of which may be shown for a moment. */
const dotted = /^[\u2022\u25cf\u26ab\u2b24\u2217\u00b7*]*.?$/su;

/** What the dump printed for the password fields, which is nobody else's business. */
const printedTexts = new WeakMap<Element, string>();

/** Whether a password field that shows this shows dots, of which the last may still be a letter. */
export function isDotted(shown: string): boolean {
  return dotted.test(shown);
}

/**
 * What is told of a password field in place of its text: dots where it holds something, with a
 * question mark where that may be its hint; nothing where it is empty. `hint` is undefined where
 * the dump does not print hints apart from texts.
 */
export function hidePassword(printed: string, hint: string | undefined): string {
  if (printed === '' || printed === hint) return '';
  return hint === undefined && !isDotted(printed) ? hiddenOrHint : hidden;
}

/** Keeps what the dump printed for a field, for `shownBy`. */
export function keepPrinted(field: Element, printed: string): void {
  printedTexts.set(field, printed);
}

/** What a field shows on the phone: its content, dots, or its hint. Never for an answer. */
export function shownBy(field: Element): string {
  return printedTexts.get(field) ?? field.text;
}
