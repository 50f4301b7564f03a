import { type Element, walk } from '../screen.ts';

/** UTF-16 units of a text that every account of a screen shows; get_element_details has the rest. */
export const shownLength = 100;

/** What an element itself says to whoever may read the screen. */
export interface Spoken {
  /** Empty for a password field, whatever it holds. */
  readonly text: string;
  /** Empty where it only repeats the text. */
  readonly description: string;
}

/** An element that says nothing. */
export const silent: Spoken = { text: '', description: '' };

/**
 * What the elements of these roots say, with everything left out that a password field holds:
 * its own text, and the same text wherever it stands inside the field again.
 */
export function spokenIn(roots: readonly Element[]): (element: Element) => Spoken {
  const secrets = secretsIn(roots);
  return (element) => {
    const { description } = element;
    const secret = secrets.get(element);
    const text = element.password || element.text === secret ? '' : element.text;
    if (text === '' && description === '') return silent;
    return { text, description: description === text || description === secret ? '' : description };
  };
}

/** Of every password field and what lies in it the text that is not to be told. */
function secretsIn(roots: readonly Element[]): ReadonlyMap<Element, string> {
  const secrets = new Map<Element, string>();
  for (const field of walk(roots)) {
    if (!field.password || field.text === '' || secrets.has(field)) continue;
    for (const part of walk([field])) secrets.set(part, field.text);
  }
  return secrets;
}
