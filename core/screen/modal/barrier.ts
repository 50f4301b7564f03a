import { type Evidence, type Modal, placeOf, titleIn } from './modal.ts';
import { type Element, walk } from '../screen.ts';

/**
 * What Flutter, Compose and others call the dimmed part beside what is open, which closes it
 * (`modalBarrierDismissLabel`, `scrimLabel`, `Strings.CloseSheet`, …). English only: elsewhere such
 * a barrier goes unseen.
 */
const labels = new Set([
  'Dismiss',
  'Scrim',
  'Close',
  'Close sheet',
  'Close drawer',
  'Close menu',
  'Dismiss menu',
  'Close navigation menu',
]);

/** What a barrier covers at least; some are only as large as what the sheet leaves of them. */
const leastHeight = 0.09;

/** A sheet, a menu or a dialog drawn inside the app's own window, known by the barrier around it. */
export function findBarrier(evidence: Evidence): Modal | undefined {
  const { visible } = evidence;
  const barrier = visible.findLast((element) => isBarrier(evidence, element));
  if (barrier === undefined) return undefined;
  const element = openedBy(evidence, barrier);
  if (element === undefined) return undefined;
  const kind = kindOf(evidence, barrier, element);
  return { kind, title: titleIn(evidence, element), element, certainty: 'likely' };
}

function kindOf({ size }: Evidence, barrier: Element, element: Element): Modal['kind'] {
  // What comes up from the bottom leaves the barrier only the part above it.
  if (placeOf(barrier.bounds, size).bottom > 0.02) return 'bottom-sheet';
  const inside = [...walk([element])].filter((part) => part !== barrier);
  const { width, height, bottom } = placeOf(boundsOf(inside, element), size);
  if (bottom < 0.02 && width > 0.9 && height < 0.92) return 'bottom-sheet';
  const isDrawer = height > 0.9 && width < 0.9;
  return isDrawer || isMenu(inside) ? 'menu' : 'dialog';
}

function isBarrier({ size }: Evidence, element: Element): boolean {
  if (!element.clickable || element.text !== '' || !labels.has(element.description)) return false;
  const { left, right, top, height } = placeOf(element.bounds, size);
  return left < 0.01 && right < 0.01 && top < 0.01 && height >= leastHeight;
}

/** What lies on the barrier, else what is drawn right after it. */
function openedBy({ visible }: Evidence, barrier: Element): Element | undefined {
  if (barrier.children.length > 0) return barrier;
  const parent = visible.find(({ children }) => children.includes(barrier));
  return parent?.children[parent.children.indexOf(barrier) + 1];
}

/** The span of the parts that say or do something, since layouts around them may fill the screen. */
function boundsOf(parts: readonly Element[], element: Element) {
  const telling = parts.filter(
    ({ text, description, clickable }) => text !== '' || description !== '' || clickable,
  );
  if (telling.length === 0) return element.bounds;
  return {
    left: Math.min(...telling.map(({ bounds }) => bounds.left)),
    top: Math.min(...telling.map(({ bounds }) => bounds.top)),
    right: Math.max(...telling.map(({ bounds }) => bounds.right)),
    bottom: Math.max(...telling.map(({ bounds }) => bounds.bottom)),
  };
}

/** Several things to tap and nothing else that says anything but a heading. */
function isMenu(parts: readonly Element[]): boolean {
  const tapped = parts.filter(({ clickable }) => clickable);
  if (tapped.length < 2 || parts.some(({ editable }) => editable)) return false;
  const onRows = new Set(tapped.flatMap((row) => [...walk([row])]));
  const headings = parts.filter((part) => part.text !== '' && !onRows.has(part));
  return headings.length <= 1 && !tapped.some(({ className }) => className.endsWith('.Button'));
}
