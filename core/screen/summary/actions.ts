import { intersect, rectOfSize } from '../../geometry.ts';
import { isWithin, type Element, type Screen } from '../screen.ts';
import { type Label, fieldLabel, rowLabel } from './label.ts';
import { type Row, isSlider } from '../rows.ts';

/** The roles with an on/off state; `toggle` if the class does not say which. */
type CheckableRole = 'switch' | 'radio button' | 'check box' | 'chip' | 'toggle';

/** An interactive element of the screen with its label. */
export interface Action extends Label {
  readonly element: Element;
  /** The part that has the label, which can be tapped instead; the element itself for fields or if it has the label. */
  readonly aim: Element;
  readonly role: 'button' | 'field' | 'password' | 'slider' | CheckableRole;
  /** `on` or `off`; null for elements without such a state. */
  readonly state: 'on' | 'off' | null;
  /** The content of a field; empty if it has none or only shows its hint, dots for a password. */
  readonly value: string;
}

/** An unlabelled element that covers more than this fraction of the screen is a background. */
const background = 0.5;

/** Whether the row is interactive in another way than scrolling. */
export function isOffered({ element }: Row): boolean {
  const { clickable, longClickable, checkable, editable } = element;
  return clickable || longClickable || checkable || editable || isSlider(element);
}

/** The actions on these rows, in their order. */
export function actionsIn(rows: readonly Row[], { size }: Pick<Screen, 'size'>): Action[] {
  return rows.flatMap((row, at) => {
    if (!isOffered(row) || isStateOfRow(row)) return [];
    const action = actionOf(rows, at);
    const { left, top, right, bottom } = intersect(row.element.bounds, rectOfSize(size));
    const covered = ((right - left) * (bottom - top)) / (size.width * size.height);
    return action.text === '' && covered > background ? [] : [action];
  });
}

/** Whether it is a switch that only shows the state of the labelled row around it. */
function isStateOfRow({ element, own }: Row): boolean {
  const isSilent = own.text === '' && own.description === '';
  return element.checkable && !element.clickable && !element.longClickable && isSilent;
}

function actionOf(rows: readonly Row[], at: number): Action {
  const row = rows[at];
  // `at` comes from the rows themselves.
  if (row === undefined) throw new RangeError(`No row ${at}.`);
  const { element } = row;
  const label = element.editable ? fieldLabel(rows, at) : rowLabel(rows, at);
  const shows = statesOn(rows, at);
  const role = roleOf(element, shows);
  const state = shows.length === 0 ? null : shows.some(({ checked }) => checked) ? 'on' : 'off';
  const isFilled = element.editable && row.own.text !== element.hint && row.own.text !== label.text;
  const isInside = !element.editable && isWithin(label.labelled, element);
  const aim = isInside ? label.labelled : element;
  return { ...label, element, aim, role, state, value: isFilled ? row.own.text : '' };
}

function roleOf(element: Element, shows: readonly Element[]): Action['role'] {
  if (element.password) return 'password';
  if (element.editable) return 'field';
  if (isSlider(element)) return 'slider';
  if (shows.length === 0) return 'button';
  const classes = shows.map(({ className }) => className);
  const known = checkables.find(([pattern]) => classes.some((name) => pattern.test(name)));
  return known?.[1] ?? 'toggle';
}

/** The role of each end of a class name. */
const checkables: readonly (readonly [RegExp, CheckableRole])[] = [
  [/RadioButton$/, 'radio button'],
  [/(CheckBox|CheckedTextView)$/, 'check box'],
  [/Chip$/, 'chip'],
  [/(Switch|SwitchCompat|SwitchMaterial|MaterialSwitch)$/, 'switch'],
];

/** The checkable elements that show the state of the row: itself, or switches and check marks on it. */
function statesOn(rows: readonly Row[], at: number): Element[] {
  const row = rows[at];
  if (row === undefined) return [];
  const end = rows.findIndex((other, i) => i > at && other.level <= row.level);
  const inside = rows.slice(at + 1, end < 0 ? undefined : end);
  const shows = [row, ...inside.filter(isStateOfRow)].map(({ element }) => element);
  return shows.filter(({ checkable }) => checkable);
}
