import type { ElementRow } from '../../../core/link/messages.ts';

/** What a person would call the element: its text, else its description, else its place in the code. */
export function elementName(row: ElementRow): string {
  const name = row.text.trim() || row.description.trim() || shortResourceId(row.resourceId);
  return [name, row.simpleClass].filter(Boolean).join(', ') || row.id;
}

/** The same in few words, for what stands beside others: `Send`, `@submit`, `FrameLayout`. */
export function shortName(row: ElementRow): string {
  const said = (row.text.trim() || row.description.trim()).slice(0, longestName);
  if (said !== '') return said;
  const name = shortResourceId(row.resourceId);
  return name === '' ? row.simpleClass || row.id : `@${name}`;
}

/** As much of a text as names an element. */
const longestName = 24;

/** `submit` of `com.example:id/submit`; an id of another form stays whole. */
export function shortResourceId(resourceId: string): string {
  const slash = resourceId.indexOf(':id/');
  return slash === -1 ? resourceId : resourceId.slice(slash + ':id/'.length);
}

/** `50,800,270,1000`, as agents read it. */
export function boundsText({ bounds }: ElementRow): string {
  return `${bounds.left},${bounds.top},${bounds.right},${bounds.bottom}`;
}

/** Text and description in full, a line each. */
export function hoverText(row: ElementRow): string {
  return [row.text, row.description].filter(Boolean).join('\n');
}

/** Whether any column holds these words, in any case. */
export function holds(row: ElementRow, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  const columns = [row.id, row.simpleClass, row.text, row.description, row.resourceId];
  return columns.some((column) => column.toLowerCase().includes(wanted));
}
