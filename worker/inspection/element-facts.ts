import { type Point, type Size, intersect, isEmpty, rectOfSize } from '../../core/geometry.ts';
import type { ElementFacts, NamedValue } from '../../core/link/inspection.ts';
import { isOnScreen, keptElements } from '../../core/screen/derive.ts';
import type { Element, Screen } from '../../core/screen/screen.ts';
import { centreOf } from '../../core/screen/tap-point.ts';
import { elementData } from '../../core/tools/shared/find-element.ts';

/** Everything that is known of an element of this screen. Bounds and points are in device pixels. */
export function elementFacts(element: Element, screen: Screen): ElementFacts {
  return {
    id: element.id,
    attributes: attributesOf(element),
    derived: derivedOf(element, screen),
    centre: visibleCentre(element, screen.size),
    json: JSON.stringify(elementData(element, screen.size), null, 2),
  };
}

/** Names and order are those of uiautomator (AccessibilityNodeInfoDumper), `hint` and `visible-to-user` last, which few dumpers print. */
function attributesOf(element: Element): NamedValue[] {
  const { left, top, right, bottom } = element.bounds;
  return [
    ['text', element.text],
    ['resource-id', element.resourceId],
    ['class', element.className],
    ['package', element.packageName],
    ['content-desc', element.description],
    ['checkable', `${element.checkable}`],
    ['checked', `${element.checked}`],
    ['clickable', `${element.clickable}`],
    ['enabled', `${element.enabled}`],
    ['focusable', `${element.focusable}`],
    ['focused', `${element.focused}`],
    ['scrollable', `${element.scrollable}`],
    ['long-clickable', `${element.longClickable}`],
    ['password', `${element.password}`],
    ['selected', `${element.selected}`],
    ['bounds', `[${left},${top}][${right},${bottom}]`],
    ['hint', element.hint],
    ['visible-to-user', `${element.visibleToUser}`],
  ];
}

function derivedOf(element: Element, screen: Screen): NamedValue[] {
  const { left, top, right, bottom } = element.bounds;
  return [
    ['path', element.path],
    ['depth', `${element.depth}`],
    ['children', `${element.children.length}`],
    ['size', `${right - left} × ${bottom - top}`],
    ['on screen', `${isOnScreen(element, screen.size)}`],
    ['editable', `${element.editable}`],
    ['shown to agents', `${keptElements(screen.roots).includes(element)}`],
  ];
}

function visibleCentre(element: Element, size: Size): Point | null {
  const visible = intersect(element.bounds, rectOfSize(size));
  return isEmpty(visible) ? null : centreOf(visible);
}
