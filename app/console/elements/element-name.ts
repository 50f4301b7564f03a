import type { ElementRow } from '#core/link/messages.ts';

/** A name for the user: the text, else the description, else the resource id. */
export function elementName(row: ElementRow): string {
  const name = row.text.trim() || row.description.trim() || shortResourceId(row.resourceId);
  return [name, row.simpleClass].filter(Boolean).join(', ') || row.id;
}

/** A shorter name for lists and breadcrumbs: `Send`, `@submit`, `FrameLayout`. */
export function shortName(row: ElementRow): string {
  const text = (row.text.trim() || row.description.trim()).slice(0, maxNameLength);
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

/** The bounds in device pixels, as agents see them: `50,800,270,1000`. */
export function boundsText({ bounds }: ElementRow): string {
  return `${bounds.left},${bounds.top},${bounds.right},${bounds.bottom}`;
}

/** The full text and description, one per line. */
export function hoverText(row: ElementRow): string {
  return [row.text, row.description].filter(Boolean).join('\n');
}

/** Whether any column contains the query, ignoring case. */
export function matchesQuery(row: ElementRow, query: string): boolean {
  const normalizedQuery = query.trim().toLowerCase();
  const columns = [row.id, row.simpleClass, row.text, row.description, row.resourceId];
  return columns.some((column) => column.toLowerCase().includes(normalizedQuery));
}
