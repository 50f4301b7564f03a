import { intersect, rectOfSize } from '../../geometry.ts';
import { isWithin, type Element, type Screen } from '../screen.ts';
import { type ElementLabel, fieldLabel, rowLabel } from './label.ts';
import { type ScreenRow, isSlider } from '../rows.ts';

/** The roles with an on/off state; `toggle` if the class does not say which. */
type CheckableRole = 'switch' | 'radio button' | 'check box' | 'chip' | 'toggle';

/** An interactive element of the screen with its label. */
export interface ScreenAction extends ElementLabel {
  readonly element: Element;
  /** The part that has the label, which can be tapped instead; the element itself for fields or if it has the label. */
  readonly tapTarget: Element;
  readonly role: 'button' | 'field' | 'password' | 'slider' | CheckableRole;
  /** `on` or `off`; null for elements without such a state. */
  readonly state: 'on' | 'off' | null;
  /** The content of a field; empty if it has none or only shows its hint, dots for a password. */
  readonly value: string;
}

/** An unlabelled element that covers more than this fraction of the screen is a background. */
const backgroundFraction = 0.5;

/** Whether the row is interactive in another way than scrolling. */
export function isActionable({ element }: ScreenRow): boolean {
  const { clickable, longClickable, checkable, editable } = element;
  return clickable || longClickable || checkable || editable || isSlider(element);
}

/** The actions on these rows, in their order. */
export function actionsIn(
  rows: readonly ScreenRow[],
  { size }: Pick<Screen, 'size'>,
): ScreenAction[] {
  return rows.flatMap((row, at) => {
    if (!isActionable(row) || isRowState(row)) return [];
    const action = actionOf(rows, at);
    const { left, top, right, bottom } = intersect(row.element.bounds, rectOfSize(size));
    const coveredFraction = ((right - left) * (bottom - top)) / (size.width * size.height);
    return action.text === '' && coveredFraction > backgroundFraction ? [] : [action];
  });
}

/** Whether it is a switch that only shows the state of the labelled row around it. */
function isRowState({ element, own }: ScreenRow): boolean {
  const isSilent = own.text === '' && own.description === '';
  return element.checkable && !element.clickable && !element.longClickable && isSilent;
}

function actionOf(rows: readonly ScreenRow[], at: number): ScreenAction {
  const row = rows[at];
  // `at` comes from the rows themselves.
  if (row === undefined) throw new RangeError(`No row ${at}.`);
  const { element } = row;
  const label = element.editable ? fieldLabel(rows, at) : rowLabel(rows, at);
  const stateElements = stateElementsOf(rows, at);
  const role = roleOf(element, stateElements);
  const state =
    stateElements.length === 0 ? null : stateElements.some(({ checked }) => checked) ? 'on' : 'off';
  const isFilled = element.editable && row.own.text !== element.hint && row.own.text !== label.text;
  const isInside = !element.editable && isWithin(label.labelElement, element);
  const tapTarget = isInside ? label.labelElement : element;
  return { ...label, element, tapTarget, role, state, value: isFilled ? row.own.text : '' };
}

function roleOf(element: Element, stateElements: readonly Element[]): ScreenAction['role'] {
  if (element.password) return 'password';
  if (element.editable) return 'field';
  if (isSlider(element)) return 'slider';
  if (stateElements.length === 0) return 'button';
  const classes = stateElements.map(({ className }) => className);
  const known = checkableRoles.find(([pattern]) => classes.some((name) => pattern.test(name)));
  return known?.[1] ?? 'toggle';
}

/** The role of each end of a class name. */
const checkableRoles: readonly (readonly [RegExp, CheckableRole])[] = [
  [/RadioButton$/, 'radio button'],
  [/(CheckBox|CheckedTextView)$/, 'check box'],
  [/Chip$/, 'chip'],
  [/(Switch|SwitchCompat|SwitchMaterial|MaterialSwitch)$/, 'switch'],
];

/** The checkable elements that show the state of the row: itself, or switches and check marks on it. */
function stateElementsOf(rows: readonly ScreenRow[], at: number): Element[] {
  const row = rows[at];
  if (row === undefined) return [];
  const end = rows.findIndex((other, i) => i > at && other.level <= row.level);
  const inside = rows.slice(at + 1, end < 0 ? undefined : end);
  const stateElements = [row, ...inside.filter(isRowState)].map(({ element }) => element);
  return stateElements.filter(({ checkable }) => checkable);
}
