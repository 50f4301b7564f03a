import { type ModalEvidence, type Modal, coverageOf, titleIn } from './modal.ts';
import { type Element, walk } from '../screen.ts';

/**
 * The descriptions that Flutter, Compose and others give the dimmed area that closes a modal
 * (`modalBarrierDismissLabel`, `scrimLabel`, `Strings.CloseSheet`, …). English only: in other
 * languages such a barrier is not detected.
 */
const barrierLabels = new Set([
  'Dismiss',
  'Scrim',
  'Close',
  'Close sheet',
  'Close drawer',
  'Close menu',
  'Dismiss menu',
  'Close navigation menu',
]);

/** Minimum fraction of the screen height that a barrier covers; some are only as large as the sheet leaves them. */
const minBarrierHeight = 0.09;

/** Detects a sheet, menu or dialog inside the app's own window by its barrier. */
export function findBarrier(evidence: ModalEvidence): Modal | undefined {
  const { visible } = evidence;
  const barrier = visible.findLast((element) => isBarrier(evidence, element));
  if (barrier === undefined) return undefined;
  const element = openedContent(evidence, barrier);
  if (element === undefined) return undefined;
  const kind = barrierModalKind(evidence, barrier, element);
  return { kind, title: titleIn(evidence, element), element, certainty: 'likely' };
}

function barrierModalKind(
  { size }: ModalEvidence,
  barrier: Element,
  element: Element,
): Modal['kind'] {
  // A bottom sheet leaves the barrier only the part above it.
  if (coverageOf(barrier.bounds, size).bottom > 0.02) return 'bottom-sheet';
  const inside = [...walk([element])].filter((part) => part !== barrier);
  const { width, height, bottom } = coverageOf(boundsOf(inside, element), size);
  if (bottom < 0.02 && width > 0.9 && height < 0.92) return 'bottom-sheet';
  const isDrawer = height > 0.9 && width < 0.9;
  return isDrawer || isMenuContent(inside) ? 'menu' : 'dialog';
}

function isBarrier({ size }: ModalEvidence, element: Element): boolean {
  if (!element.clickable || element.text !== '' || !barrierLabels.has(element.description))
    return false;
  const { left, right, top, height } = coverageOf(element.bounds, size);
  return left < 0.01 && right < 0.01 && top < 0.01 && height >= minBarrierHeight;
}

/** The barrier itself if it has children, else the sibling drawn right after it. */
function openedContent({ visible }: ModalEvidence, barrier: Element): Element | undefined {
  if (barrier.children.length > 0) return barrier;
  const parent = visible.find(({ children }) => children.includes(barrier));
  return parent?.children[parent.children.indexOf(barrier) + 1];
}

/** The bounding box of the parts with a text, description or action, since layouts around them may fill the screen. */
function boundsOf(parts: readonly Element[], element: Element) {
  const meaningfulParts = parts.filter(
    ({ text, description, clickable }) => text !== '' || description !== '' || clickable,
  );
  if (meaningfulParts.length === 0) return element.bounds;
  return {
    left: Math.min(...meaningfulParts.map(({ bounds }) => bounds.left)),
    top: Math.min(...meaningfulParts.map(({ bounds }) => bounds.top)),
    right: Math.max(...meaningfulParts.map(({ bounds }) => bounds.right)),
    bottom: Math.max(...meaningfulParts.map(({ bounds }) => bounds.bottom)),
  };
}

/** Whether the parts are several tappable rows without any other text except one heading. */
function isMenuContent(parts: readonly Element[]): boolean {
  const tappable = parts.filter(({ clickable }) => clickable);
  if (tappable.length < 2 || parts.some(({ editable }) => editable)) return false;
  const onRows = new Set(tappable.flatMap((row) => [...walk([row])]));
  const headings = parts.filter((part) => part.text !== '' && !onRows.has(part));
  return headings.length <= 1 && !tappable.some(({ className }) => className.endsWith('.Button'));
}
