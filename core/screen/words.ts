/** What elements say, and what can be told of a text by its letters alone. */
import { type Element, walk } from './screen.ts';

/** Enough to know anything by; keeps hostile dumps cheap. */
const maxWords = 200;

/** What an element itself says: its text, else its description; empty where it says nothing. */
export function labelOf(element: Element): string {
  return element.text === '' ? element.description : element.text;
}

/**
 * What stands on an element, in document order. A field counts by its hint: what it holds is not
 * what it is.
 */
export function wordsOf(element: Element): string[] {
  const words: string[] = [];
  for (const part of walk([element])) {
    const said = part.editable ? [part.hint] : [part.text, part.description];
    words.push(...said.filter((word) => word !== ''));
    if (words.length >= maxWords) break;
  }
  return words;
}

/** UTF-16 units of a text that every account of a screen shows; get_element_details has the rest. */
export const shownLength = 100;

/** What an element itself says to whoever may read the screen. */
export interface Spoken {
  /** Of a filled password field no more than dots. */
  readonly text: string;
  /** Empty where it only repeats the text. */
  readonly description: string;
}

/** An element that says nothing. */
export const silent: Spoken = { text: '', description: '' };

/** What the element says, each thing once. */
export function spokenBy({ text, description }: Element): Spoken {
  if (text === '' && description === '') return silent;
  return { text, description: description === text ? '' : description };
}

/** Whether there is anything to be seen in the text: more than blanks and line ends. */
export function isSaid(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{Z}]/u.test(text);
}

/** Whether the text is made of words or numbers, not of signs and icon glyphs alone. */
export function isWorded(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Whether the text is a mark on something and not its name: a length, a number, a word in capitals. */
export function isBadge(text: string): boolean {
  return !/\p{L}{2}|\p{Lo}/u.test(text) || /^[^\p{L}]*\p{Lu}{2,8}[^\p{L}]*$/u.test(text);
}

/** Letters of a heading; what is longer is prose. Wide letters, such as Chinese ones, count twice. */
const longestHeading = 50;

/** Whether the text can be the name of something: a few words on one line, no number, time of day or sentence. */
export function isHeading(text: string): boolean {
  const wide = text.match(/[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f]/gu);
  const isShort = text.length + (wide?.length ?? 0) <= longestHeading;
  return isShort && /\p{L}{3}|\p{Lo}/u.test(text) && !/\n|^\d{1,2}:\d\d|。$|[^.]\.$/.test(text);
}

/** Whether the phrase stands in the text, from the beginning of a word to the end of one. */
export function holdsPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    if (!isJoined(text, at) && !isJoined(text, end)) return true;
  }
  return false;
}

/** Whether letters or digits on both sides make one word across this place. */
function isJoined(text: string, at: number): boolean {
  return at > 0 && /^[\p{L}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1));
}
