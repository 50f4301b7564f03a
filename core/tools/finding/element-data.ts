import { z } from 'zod';
import { dataField } from '../../format/bounds.ts';
import type { Size } from '../../geometry.ts';
import { isOnScreen } from '../../screen/derive.ts';
import type { Element } from '../../screen/screen.ts';

/** What `elementData` gives, said in few words: every tool's listing is read with every call. */
export const elementSchema = z
  .looseObject({ id: z.string() })
  .describe(
    'Also text, contentDescription, resourceId, className (null if empty), bounds {left, top, right, bottom} and flags.',
  );

/**
 * The element as data; what it does not have is null. Keys and their order are the reference's,
 * `visible` is ours. `screen` is the space of the bounds.
 */
export function elementData(element: Element, screen: Size) {
  const { left, top, right, bottom } = element.bounds;
  return {
    id: element.id,
    text: dataField(element.text) || null,
    contentDescription: dataField(element.description) || null,
    resourceId: element.resourceId || null,
    className: element.className || null,
    bounds: { left, top, right, bottom },
    clickable: element.clickable,
    longClickable: element.longClickable,
    scrollable: element.scrollable,
    editable: element.editable,
    enabled: element.enabled,
    visible: isOnScreen(element, screen),
  };
}
