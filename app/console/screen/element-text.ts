/** Texts that represent elements, and searching in them. */
import type { ElementRow, ScreenView } from '#core/link/messages.ts';

/** The text that represents an element: its own, else its description, else one inside or beside it. A switch's own is its state. */
export function labelOf({ text, description, label, states }: ElementRow): string {
  if (states.includes('checkable') && description.trim() !== '') return description.trim();
  return text.trim() || description.trim() || label.trim();
}

/** A name for the user: the text that represents the element, else the resource id, and the class. */
export function elementName(row: ElementRow): string {
  const name = labelOf(row) || shortResourceId(row.resourceId);
  return [name, row.simpleClass].filter(Boolean).join(', ') || row.id;
}

/**
 * The two parts of the label on the picture: the class, if the selector does not begin with it,
 * and the selector. Without a selector, and for an element that a text inside represents, whose selector is
 * long and says the same, the only part is the name.
 */
export function pictureLabel(row: ElementRow, selector: string): readonly [string, string] {
  const hasOwnText = row.text.trim() !== '' || row.description.trim() !== '';
  if (selector === '' || (!hasOwnText && row.label.trim() !== '')) return [elementName(row), ''];
  const rest = selector.startsWith(row.simpleClass) ? selector.slice(row.simpleClass.length) : '-';
  return /^[\w-]/.test(rest) ? [row.simpleClass, selector] : ['', selector];
}

/** A shorter name for lists and breadcrumbs: `Send`, `@submit`, `FrameLayout`. */
export function shortName(row: ElementRow): string {
  const text = labelOf(row);
  if (text.length > maxNameLength) return `${text.slice(0, maxNameLength - 1)}…`;
  if (text !== '') return text;
  const name = shortResourceId(row.resourceId);
  return name === '' ? row.simpleClass || row.id : `@${name}`;
}

/** Longest text used as a name, in characters. */
const maxNameLength = 24;

/** `submit` of `com.example:id/submit`; ids of another form are unchanged. */
export function shortResourceId(resourceId: string): string {
  const slash = resourceId.indexOf(':id/');
  return slash === -1 ? resourceId : resourceId.slice(slash + ':id/'.length);
}

/** The app and the activity in front; empty if the screen was not read. */
export function activityOf(view: ScreenView | null): string {
  return view === null ? '' : `${view.packageName}/${view.activity}`;
}

/** The bounds in device pixels, as agents see them: `50,800,270,1000`. */
export function boundsText({ bounds }: ElementRow): string {
  return `${bounds.left},${bounds.top},${bounds.right},${bounds.bottom}`;
}

/** The full text and description, or the text inside, one per line. */
export function hoverText(row: ElementRow): string {
  return [row.text, row.description, row.label].filter(Boolean).join('\n');
}

/**
 * Whether the texts contain every word of the query, ignoring case and hyphens: `sound vibration` finds
 * `Sound & vibration`, and `wifi` finds `Wi-Fi`.
 */
export function includesQuery(texts: readonly string[], query: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll('-', '');
  const searched = texts.map(plain);
  const words = plain(query).split(/\s+/);
  return words.every((word) => searched.some((text) => text.includes(word)));
}

const actingStates: ReadonlySet<string> = new Set([
  'clickable',
  'long-clickable',
  'checkable',
  'scrollable',
  'editable',
  'focused',
] satisfies readonly ElementRow['states'][number][]);

/** Whether the element has neither text nor an action. */
export function isLayout({ text, description, states }: ElementRow): boolean {
  const isBlank = text.trim() === '' && description.trim() === '';
  return isBlank && !states.some((state) => actingStates.has(state));
}

/** The argument by which a tool call identifies the element. */
export type ElementTarget = { readonly selector: string } | { readonly element_id: string };

/**
 * The element by its best selector, which stays valid after the next reading of the screen; else by
 * its id.
 */
export function targetOf(id: string, selector: string | undefined): ElementTarget {
  return selector === undefined ? { element_id: id } : { selector };
}
