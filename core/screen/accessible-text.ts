/** The texts of elements as a user or a screen reader gets them, and what can be inferred from the characters of a text. */
import { type Element, walk } from './screen.ts';

/** Maximum number of texts; limits the work for hostile dumps. */
const maxTexts = 200;

/** The element's own text, else its description; empty if it has neither. */
export function labelOf(element: Element): string {
  return element.text === '' ? element.description : element.text;
}

/**
 * The texts and descriptions of an element and its descendants, in document order. Of a text field
 * only the hint counts, since its content does not identify it.
 */
export function textsIn(element: Element): string[] {
  const texts: string[] = [];
  for (const part of walk([element])) {
    const candidates = part.editable ? [part.hint] : [part.text, part.description];
    texts.push(...candidates.filter((text) => text !== ''));
    if (texts.length >= maxTexts) break;
  }
  return texts;
}

/** UTF-16 units of a text that a tree shows: a paragraph. get_element_details returns the whole text. */
export const maxShownLength = 200;

/** The text and description of one element, as shown in outputs. */
export interface AccessibleText {
  /** For a password field with content, only dots; empty for a field that shows its hint. */
  readonly text: string;
  /** Empty if it only repeats the text. */
  readonly description: string;
}

/** Neither text nor description. */
export const noAccessibleText: AccessibleText = { text: '', description: '' };

/** The element's text and description, the latter only if it differs. */
export function accessibleTextOf(element: Element): AccessibleText {
  const { text, description } = element;
  if (text === '' && description === '') return noAccessibleText;
  return {
    text: showsHint(element) ? '' : text,
    description: description === text ? '' : description,
  };
}

/** Whether the field is empty and shows its hint, which Android reports as its text. */
export function showsHint({ editable, text, hint }: Element): boolean {
  return editable && hint !== '' && text === hint;
}

/**
 * The element's state in words, where the element reader tells it and it says more than the rest: a
 * switch's "On" only repeats `checked`.
 */
export function stateTextOf({ stateDescription, checkable, text, description }: Element): string {
  return checkable || [text, description].includes(stateDescription) ? '' : stateDescription;
}

/** Whether the text has any visible character. */
export function hasVisibleCharacters(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{Z}]/u.test(text);
}

/** Whether the text has letters or digits, not only punctuation and icon glyphs. */
export function hasLettersOrDigits(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Whether the text is a badge rather than a name: a duration, a number, a short word in capitals. */
export function isBadge(text: string): boolean {
  return !/\p{L}{2}|\p{Lo}/u.test(text) || /^[^\p{L}]*\p{Lu}{2,8}[^\p{L}]*$/u.test(text);
}

/** Maximum length of a heading in UTF-16 units; longer texts are prose. Wide characters, such as Chinese ones, count twice. */
const maxHeadingLength = 50;

/** Whether the text can be a heading: a few words on one line, not a number, a time of day or a sentence. */
export function isHeading(text: string): boolean {
  const wide = text.match(/[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f]/gu);
  const isShort = text.length + (wide?.length ?? 0) <= maxHeadingLength;
  return isShort && /\p{L}{3}|\p{Lo}/u.test(text) && !/\n|^\d{1,2}:\d\d|。$|[^.]\.$/.test(text);
}

/** Whether the text contains the phrase at word boundaries. */
export function containsPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    if (!isInsideWord(text, at) && !isInsideWord(text, end)) return true;
  }
  return false;
}

/** Whether this position is inside a word: letters or digits on both sides. */
function isInsideWord(text: string, at: number): boolean {
  return at > 0 && /^[\p{L}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1));
}
