/** Summarizes a screen in a few facts; format/summary.ts prints them. */
import { isOnScreen } from '../derive.ts';
import { findModal } from '../modal.ts';
import type { Modal } from '../modal/modal.ts';
import { type ScreenRow, isActive, rowsOf } from '../rows.ts';
import { type Element, type Focus, type Screen, walk } from '../screen.ts';
import { hasLettersOrDigits } from '../words.ts';
import { type ScreenAction, actionsIn, isActionable } from './actions.ts';
import { type ScreenKind, screenKindOf } from './kind.ts';
import { titleOf } from './title.ts';

/** The facts of one screen. */
export interface Summary {
  readonly focus: Focus;
  /** The title of the screen, or of its dialog if the dump has nothing else; empty if there is none. */
  readonly title: string;
  readonly kind: ScreenKind;
  readonly modal: Modal | null;
  /** The plain texts, in document order without duplicates, except the titles of the screen and the modal. */
  readonly texts: readonly string[];
  /** The elements on the screen that can be tapped, filled in or slid; those in a modal first. */
  readonly actions: readonly ScreenAction[];
  /** The scrollable elements on the screen, in document order. */
  readonly scrollables: readonly Element[];
  readonly counts: SummaryCounts;
}

/** Counts of elements, including those that the summary leaves out. */
interface SummaryCounts {
  /** All elements of the dump. */
  readonly elements: number;
  /** Actions blocked by a modal. */
  readonly behind: number;
  /** Actions that must be scrolled into view first. */
  readonly offscreen: number;
}

/** Summarizes the screen. Elements behind a modal are only counted if the modal is certain. */
export function summarize(screen: Screen): Summary {
  const modal = findModal(screen);
  const rows = rowsOf(screen).filter(({ element }) => !isSystemWindow(screen, modal, element));
  const { front, behind } = splitByModal(modal, rows);
  const actionable = front.filter(isActionable);
  const isShown = ({ element }: ScreenRow): boolean => isOnScreen(element, screen.size);
  const shown = front.filter(isShown);
  const actions = actionsIn(shown, screen);
  const title = titleOf(screen, modal, behind.length > 0 ? behind : front);
  return {
    focus: screen.focus,
    title,
    kind: screenKindOf(screen, { modal, rows: shown, actions }),
    modal,
    texts: textsIn(shown, { title, modal, actions }),
    actions,
    scrollables: shown.flatMap(({ element }) => (element.scrollable ? [element] : [])),
    counts: {
      elements: [...walk(screen.roots)].length,
      behind: actionsIn(behind.filter(isShown), screen).length,
      offscreen: actionable.length - actionable.filter(isShown).length,
    },
  };
}

/** Whether the element belongs to a system bar beside an app or to a keyboard, which summaries leave out. */
function isSystemWindow({ roots }: Screen, modal: Modal | null, { path }: Element): boolean {
  if (roots.length === 1) return false;
  const root = roots[Number.parseInt(path)];
  if (root === undefined) return false;
  if (modal?.kind === 'keyboard') return root === modal.element;
  const isBar = root.packageName === 'com.android.systemui';
  return isBar && modal === null && roots.some((other) => other.packageName !== root.packageName);
}

/** Splits the rows into those in the modal and those behind it. A modal that is only likely blocks nothing, but its rows come first. */
function splitByModal(
  modal: Modal | null,
  rows: readonly ScreenRow[],
): { readonly front: readonly ScreenRow[]; readonly behind: readonly ScreenRow[] } {
  if (modal === null || modal.kind === 'keyboard') return { front: rows, behind: [] };
  const parts = new Set(walk([modal.element]));
  const inside = rows.filter(({ element }) => parts.has(element));
  const others = rows.filter(({ element }) => !parts.has(element));
  if (modal.certainty === 'sure') return { front: inside, behind: others };
  return { front: [...inside, ...others], behind: [] };
}

/** With more texts than this, bare numbers are left out, such as the days of a month. Numbers with a unit, such as "14°", stay. */
const manyTexts = 12;

/** The plain texts without duplicates, except those that label something. */
function textsIn(
  rows: readonly ScreenRow[],
  context: {
    readonly title: string;
    readonly modal: Modal | null;
    readonly actions: readonly ScreenAction[];
  },
): string[] {
  const names = context.actions.map(({ text }) => text);
  const known = new Set([context.title, context.modal?.title ?? '', ...names]);
  const labels = new Set(context.actions.map(({ labelElement: labelled }) => labelled));
  const texts = rows
    .filter(({ element }) => !isActive(element) && !labels.has(element))
    .flatMap(({ own, texts: rowTexts }) => [
      own.text || own.description,
      ...rowTexts.map(({ text }) => text),
    ]);
  const uniqueTexts = [...new Set(texts)].filter(
    (text) => hasLettersOrDigits(text) && !known.has(text),
  );
  return uniqueTexts.length <= manyTexts
    ? uniqueTexts
    : uniqueTexts.filter((text) => !/^\p{N}+$/u.test(text));
}
