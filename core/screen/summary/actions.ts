import { intersect, rectOfSize } from '../../geometry.ts';
import { isWithin, type Element, type Screen } from '../screen.ts';
import { type Label, fieldLabel, rowLabel } from './label.ts';
import { type Row, isSlider } from '../rows.ts';

/** What can be on or off; a toggle is any of them whose class does not say which. */
type CheckableRole = 'switch' | 'radio button' | 'check box' | 'chip' | 'toggle';

/** Something that can be done on the screen. */
export interface Action extends Label {
  readonly element: Element;
  /** What a tap can be aimed at instead: the part that carries the words. Itself for fields, and where it has the words. */
  readonly aim: Element;
  readonly role: 'button' | 'field' | 'password' | 'slider' | CheckableRole;
  /** `on` or `off` for what has such a state. */
  readonly state: 'on' | 'off' | null;
  /** What a field holds; empty where it holds nothing or only shows its hint, dots for a password. */
  readonly value: string;
}

/** Part of the screen from which on something without a name is its background. */
const background = 0.5;

/** Whether the row is something to act on, other than by scrolling it. */
export function isOffered({ element }: Row): boolean {
  const { clickable, longClickable, checkable, editable } = element;
  return clickable || longClickable || checkable || editable || isSlider(element);
}

/** What can be done, in the order of the rows. */
export function actionsIn(rows: readonly Row[], { size }: Pick<Screen, 'size'>): Action[] {
  return rows.flatMap((row, at) => {
    if (!isOffered(row) || isStateOfRow(row)) return [];
    const action = actionOf(rows, at);
    const { left, top, right, bottom } = intersect(row.element.bounds, rectOfSize(size));
    const covered = ((right - left) * (bottom - top)) / (size.width * size.height);
    return action.text === '' && covered > background ? [] : [action];
  });
}

/** A switch that only shows the state of the row around it, which has its words. */
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

/** By the ends of class names. */
const checkables: readonly (readonly [RegExp, CheckableRole])[] = [
  [/RadioButton$/, 'radio button'],
  [/(CheckBox|CheckedTextView)$/, 'check box'],
  [/Chip$/, 'chip'],
  [/(Switch|SwitchCompat|SwitchMaterial|MaterialSwitch)$/, 'switch'],
];

/** What shows a state of the row: itself, a switch or a tick on it. */
function statesOn(rows: readonly Row[], at: number): Element[] {
  const row = rows[at];
  if (row === undefined) return [];
  const end = rows.findIndex((other, i) => i > at && other.level <= row.level);
  const inside = rows.slice(at + 1, end < 0 ? undefined : end);
  const shows = [row, ...inside.filter(isStateOfRow)].map(({ element }) => element);
  return shows.filter(({ checkable }) => checkable);
}
