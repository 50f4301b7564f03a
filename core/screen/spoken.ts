import type { Element } from './screen.ts';

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
