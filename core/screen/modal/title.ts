import { type Element, walk } from '../screen.ts';
import { isWorded, spokenBy } from '../words.ts';
import { isActive } from '../rows.ts';
import type { Evidence } from './evidence.ts';

/** Names that Android and its libraries give a dialog's title; those of permissions are the question itself. */
const titleNames = /\/(alertTitle|permission_message|alert_title|dialog_title|title_template)$/;

/**
 * What a panel says it is: its title by name, else the first words in it that are only there to be
 * read; empty where there are none.
 */
export function titleIn({ visible }: Evidence, panel: Element): string {
  const inside = new Set(walk([panel]));
  const parts = visible.filter((element) => inside.has(element));
  const byName = parts.find(({ resourceId, text }) => titleNames.test(resourceId) && text !== '');
  if (byName) return spokenBy(byName).text;
  const others = parts.filter((part) => part !== panel);
  const taken = new Set(others.filter(isTaken).flatMap((part) => [...walk([part])]));
  const read = others.filter((part) => !taken.has(part));
  // The description of a group tells what it is for; what stands in it is what one sees.
  for (const part of read) {
    const { text, description } = spokenBy(part);
    if (isWorded(text)) return text;
    if (isWorded(description) && part.children.length === 0) return description;
  }
  return read.map((part) => spokenBy(part).description).find(isWorded) ?? '';
}

/** Words on something one taps or fills in are its own, not the panel's. */
function isTaken(element: Element): boolean {
  return isActive(element) && !element.scrollable;
}
