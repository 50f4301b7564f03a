import type { Rect } from '../../geometry.ts';
import { hasLettersOrDigits, isHeading } from '../accessible-text.ts';
import { isActive, isSlider, type RowText, type ScreenRow } from '../rows.ts';
import { isWithin, type Element } from '../screen.ts';

/** How many rows before and after a control its label can be. */
const nearbyRows = 20;

/** A text that may be the label of a control. */
type Label = Pick<RowText, 'text' | 'element'>;

/** A control and what is near it. */
interface Surroundings {
  readonly control: Element;
  /** Other switches, check boxes, radio buttons and sliders. */
  readonly others: readonly Element[];
  /** What else can be touched on its line, itself included. */
  readonly onLine: readonly Element[];
  /** The plain texts in its container, in document order. */
  readonly labels: readonly Label[];
}

/** Whether it is a switch, a check box, a radio button or a slider. */
function isControl(element: Element): boolean {
  return element.checkable || isSlider(element);
}

/**
 * The text that names a control without a name of its own, as a person would read it: on its line, on
 * either side, in the innermost container that has such a text; else directly above its line.
 */
export function controlLabel(rows: readonly ScreenRow[], at: number): Label | undefined {
  const row = rows[at];
  if (row === undefined) return undefined;
  const control = row.element;
  const nearby = rows.slice(Math.max(0, at - nearbyRows), at + nearbyRows + 1);
  const touchable = nearby
    .map(({ element }) => element)
    .filter((element) => isActive(element) && !element.scrollable && !isRelated(element, control));
  const others = touchable.filter((element) => isControl(element) && element !== control);
  const onLine = [control, ...touchable.filter(({ bounds }) => isBeside(bounds, control.bounds))];
  const around = { control, others, onLine, labels: labelsAround(control, nearby, others) };
  const beside = around.labels.filter(({ element }) => isOnLine(element, control.bounds));
  if (beside.length > 0) return labelBeside(beside, around);
  const raised = around.labels.filter((label) => isRaised(label, around));
  if (raised.length > 0) return labelBeside(raised, around);
  return touchableLabel(rows, around) ?? labelAbove(around) ?? onlyLabel(around);
}

/** The text right beside a check box that can be touched itself. */
function touchableLabel(
  rows: readonly ScreenRow[],
  { control, onLine }: Surroundings,
): Label | undefined {
  if (isSlider(control)) return undefined;
  const { left, right, top, bottom } = control.bounds;
  const isNext = ({ bounds, className }: Element): boolean =>
    !/Button$/.test(className) &&
    (isClose(bounds.left - right, bottom - top) || isClose(left - bounds.right, bottom - top));
  for (const { element, own, texts } of rows) {
    if (!onLine.includes(element) || isControl(element) || !isNext(element)) continue;
    const [text] = [own.text, own.description, ...texts.map((word) => word.text)].filter(
      hasLettersOrDigits,
    );
    if (text !== undefined) return { text, element };
  }
  return undefined;
}

function isClose(gap: number, limit: number): boolean {
  return gap >= 0 && gap <= limit;
}

/** Whether one of them contains the other. */
function isRelated(a: Element, b: Element): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

/**
 * The texts in the control's container: the row that holds no other control, with all its texts, or
 * else the smallest container that has a text.
 */
function labelsAround(
  control: Element,
  rows: readonly ScreenRow[],
  others: readonly Element[],
): readonly Label[] {
  const active = rows.map(({ element }) => element).filter(isActive);
  const isPart = ({ element }: Label): boolean =>
    active.some((other) => isWithin(element, other) && !isWithin(control, other)) ||
    isWithin(element, control);
  const labels = rows
    .flatMap((row) => labelsOf(row, control))
    .filter(({ text }) => !isValue(text) || (!isSlider(control) && clockTime.test(text)))
    .filter((label) => !isPicture(label.element) && !isPart(label));
  const labelsFrom = (depth: number): readonly Label[] =>
    labels.filter(({ element }) => commonDepth(control, element) >= depth);
  const smallest = Math.max(0, ...labels.map(({ element }) => commonDepth(control, element)));
  let depth = Math.max(0, ...others.map((other) => commonDepth(control, other))) + 1;
  while (depth < smallest && !labelsFrom(depth).every((label) => isNear(label, control)))
    depth += 1;
  return labelsFrom(Math.min(depth, smallest));
}

/** How many times its own height a row reaches above and below its control. */
const maxRowReach = 1.5;

/** Whether the text can be of the same row. */
function isNear({ element }: Label, { bounds: { top, bottom } }: Element): boolean {
  const reach = maxRowReach * (bottom - top);
  return isOnLine(element, { top: top - reach, bottom: bottom + reach });
}

/** The text of a plain row, and the texts of a row around the control. */
function labelsOf(row: ScreenRow, control: Element): readonly Label[] {
  const text = row.own.text === '' ? row.own.description : row.own.text;
  if (!isActive(row.element) && hasLettersOrDigits(text)) return [{ text, element: row.element }];
  if (row.element === control || !isWithin(control, row.element)) return [];
  return row.texts.filter((word) => hasLettersOrDigits(word.text));
}

/** Whether the text is a number with or without a unit, such as "50%", "0.0 dB" and "3:28". */
export function isValue(text: string): boolean {
  return /^[^\p{L}\p{N}]*\p{N}[\p{N}\s.,:/+–-]*(\p{L}{1,2}|%)?$/u.test(text);
}

/** A time of day, which an alarm is named by. */
const clockTime = /^\p{N}{1,2}[:.]\p{N}{2}(\s?[ap]m)?$/iu;

/** A time of a player, such as "0:40", "1:02:01" and "-1:21". */
const playerTime = /^[-−]?\p{N}{1,2}(:\p{N}{2}){1,2}$/u;

/** The times at the two ends of a player's slider, from left to right, such as "0:40" and "2:01". */
export function timesAtEnds(rows: readonly ScreenRow[], at: number): readonly Label[] {
  const control = rows[at]?.element;
  if (control === undefined) return [];
  const middle = (control.bounds.left + control.bounds.right) / 2;
  const times = rows
    .slice(Math.max(0, at - nearbyRows), at + nearbyRows + 1)
    .flatMap((row) => labelsOf(row, control))
    .filter((label) => playerTime.test(label.text) && isNear(label, control))
    .toSorted(({ element: a }, { element: b }) => a.bounds.left - b.bounds.left);
  const [first, second] = times;
  const isAtEnds =
    times.length === 2 &&
    first !== undefined &&
    second !== undefined &&
    isBeside(first.element.bounds, second.element.bounds) &&
    first.element.bounds.right < middle &&
    second.element.bounds.left > middle;
  return isAtEnds ? times : [];
}

/** Whether it has no text but what a picture shows, such as an arrow. */
function isPicture({ className }: Element): boolean {
  return /Image(View)?$/.test(className);
}

/** The label among the texts on the control's line, or the title over it. */
function labelBeside(labels: readonly Label[], around: Surroundings): Label | undefined {
  const label = labelOnSide(labels, around);
  return label && (titleOver(label, around) ?? label);
}

/** Whether the text is up to a line higher than the control, and on no other control's line. */
function isRaised({ element }: Label, { control, others }: Surroundings): boolean {
  const { top, bottom } = element.bounds;
  const middle = (top + bottom) / 2;
  return (
    middle < control.bounds.top &&
    middle >= control.bounds.top - (bottom - top) &&
    !others.some((other) => isOnLine(element, other.bounds))
  );
}

/**
 * The label among the texts of a line. If the line begins with a text, a control is named by the
 * first one before it, as a row's title that a value may follow. If it begins with a control, each
 * is named by the text after it.
 */
function labelOnSide(labels: readonly Label[], around: Surroundings): Label | undefined {
  const { control, others } = around;
  const onLine = others.filter((other) => isBeside(other.bounds, control.bounds));
  const first = [control, ...onLine].toSorted((a, b) => a.bounds.left - b.bounds.left)[0];
  const inOrder = labels.toSorted(
    ({ element: { bounds: a } }, { element: { bounds: b } }) => a.left - b.left || a.top - b.top,
  );
  const isLeading = (label: Label): boolean => first !== undefined && isBefore(label, first);
  if (inOrder.some(isLeading)) {
    const before = inOrder.filter((label) => isBefore(label, control));
    const previous = onLine.filter((other) => other.bounds.right <= control.bounds.left);
    const isOwn = (label: Label): boolean => previous.every((other) => !isBefore(label, other));
    return before.find(isOwn) ?? before[0];
  }
  if (isTableHeader(inOrder, around)) return undefined;
  const next = onLine.filter((other) => other.bounds.left >= control.bounds.right);
  return inOrder.find(
    (label) =>
      !isBefore(label, control) &&
      next.every((other) => label.element.bounds.left < other.bounds.left),
  );
}

function isBefore({ element }: Label, { bounds }: Element): boolean {
  return element.bounds.left + element.bounds.right < bounds.left + bounds.right;
}

/** Fewest texts on a line of a table. */
const minColumns = 3;

/** Whether the texts are the headers of columns, and the control the one that checks all rows below. */
function isTableHeader(labels: readonly Label[], { control, others }: Surroundings): boolean {
  if (labels.length < minColumns) return false;
  const below = others.filter(
    ({ className, bounds }) =>
      className === control.className &&
      bounds.left === control.bounds.left &&
      bounds.top >= control.bounds.bottom,
  );
  const [first, second] = below;
  if (first === undefined || second === undefined) return false;
  return commonDepth(control, first) < commonDepth(first, second);
}

/** The title of a row with two texts one above the other, if the given one is the lower one. */
function titleOver({ element }: Label, around: Surroundings): Label | undefined {
  const { control, others, labels } = around;
  const middle = middleOf(control.bounds);
  if (middleOf(element.bounds) <= middle) return undefined;
  return labels.find(
    (label) =>
      isDirectlyOver(label.element, element) &&
      middleOf(label.element.bounds) < middle &&
      !others.some((other) => isOnLine(label.element, other.bounds)),
  );
}

/** Whether a text is the line before another one: it begins at the same place, with half a line between them at most. */
function isDirectlyOver({ bounds: upper }: Element, { bounds: lower }: Element): boolean {
  const gap = lower.top - upper.bottom;
  const height = upper.bottom - upper.top;
  return upper.left === lower.left && gap >= -height / 4 && gap <= height / 2;
}

/** The text directly above the control's line, if nothing else on that line has a name. */
function labelAbove(around: Surroundings): Label | undefined {
  const { control, onLine, others, labels } = around;
  if (onLine.some((other) => other !== control && isControl(other) && hasName(other)))
    return undefined;
  const left = Math.min(...onLine.map(({ bounds }) => bounds.left));
  const right = Math.max(...onLine.map(({ bounds }) => bounds.right));
  const top = Math.min(...onLine.map(({ bounds }) => bounds.top));
  const above = labels.filter(({ text, element }) => {
    const { bounds } = element;
    const height = bounds.bottom - bounds.top;
    const gap = top - bounds.bottom;
    return (
      isHeading(text) &&
      gap >= -height / 2 &&
      gap <= height &&
      bounds.left < right &&
      bounds.right > left &&
      !others.some((other) => isOnLine(element, other.bounds))
    );
  });
  const [label] = above.toSorted(
    ({ element: { bounds: a } }, { element: { bounds: b } }) =>
      b.bottom - a.bottom || a.left - b.left,
  );
  if (label === undefined) return undefined;
  return labels.find(({ element }) => isDirectlyOver(element, label.element)) ?? label;
}

/** The only text of a container that has no other control, such as a card among others. */
function onlyLabel({ control, others, labels }: Surroundings): Label | undefined {
  const [label, ...more] = labels;
  if (label === undefined || more.length > 0 || others.length === 0) return undefined;
  const depth = commonDepth(control, label.element);
  const isOwn = others.every((other) => commonDepth(control, other) < depth);
  return isOwn && isHeading(label.text) ? label : undefined;
}

function hasName({ text, description }: Element): boolean {
  return hasLettersOrDigits(text) || hasLettersOrDigits(description);
}

/** Whether the middle of an element is between these edges. */
function isOnLine({ bounds }: Element, { top, bottom }: Pick<Rect, 'top' | 'bottom'>): boolean {
  const middle = middleOf(bounds);
  return middle >= top && middle < bottom;
}

/** Whether the middle of one is on the line of the other. */
function isBeside(a: Rect, b: Rect): boolean {
  const middles = [middleOf(a), middleOf(b)] as const;
  return (
    (middles[0] >= b.top && middles[0] < b.bottom) || (middles[1] >= a.top && middles[1] < a.bottom)
  );
}

function middleOf({ top, bottom }: Rect): number {
  return (top + bottom) / 2;
}

/** The depth of the innermost container of both: the number of places that their paths begin with alike. */
function commonDepth(a: Element, b: Element): number {
  const places = b.path.split('.');
  const different = a.path.split('.').findIndex((place, depth) => place !== places[depth]);
  return different === -1 ? places.length : different;
}
