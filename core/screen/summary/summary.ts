/** Summarizes a screen in a few facts; format/summary.ts prints them. */
import { isOnScreen } from '../derive.ts';
import { findModal } from '../modal.ts';
import type { Modal } from '../modal/modal.ts';
import { type Row, isActive, rowsOf } from '../rows.ts';
import { type Element, type Focus, type Screen, walk } from '../screen.ts';
import { isWorded } from '../words.ts';
import { type Action, actionsIn, isOffered } from './actions.ts';
import { type ScreenKind, kindOf } from './kind.ts';
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
  readonly actions: readonly Action[];
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
  const rows = rowsOf(screen).filter(({ element }) => !isApart(screen, modal, element));
  const { front, behind } = splitAt(modal, rows);
  const offered = front.filter(isOffered);
  const isShown = ({ element }: Row): boolean => isOnScreen(element, screen.size);
  const shown = front.filter(isShown);
  const actions = actionsIn(shown, screen);
  const title = titleOf(screen, modal, behind.length > 0 ? behind : front);
  return {
    focus: screen.focus,
    title,
    kind: kindOf(screen, { modal, rows: shown, actions }),
    modal,
    texts: textsIn(shown, { title, modal, actions }),
    actions,
    scrollables: shown.flatMap(({ element }) => (element.scrollable ? [element] : [])),
    counts: {
      elements: [...walk(screen.roots)].length,
      behind: actionsIn(behind.filter(isShown), screen).length,
      offscreen: offered.length - offered.filter(isShown).length,
    },
  };
}

/** Whether the element belongs to a system bar beside an app or to a keyboard, which summaries leave out. */
function isApart({ roots }: Screen, modal: Modal | null, { path }: Element): boolean {
  if (roots.length === 1) return false;
  const root = roots[Number.parseInt(path)];
  if (root === undefined) return false;
  if (modal?.kind === 'keyboard') return root === modal.element;
  const isBar = root.packageName === 'com.android.systemui';
  return isBar && modal === null && roots.some((other) => other.packageName !== root.packageName);
}

/** Splits the rows into those in the modal and those behind it. A modal that is only likely blocks nothing, but its rows come first. */
function splitAt(
  modal: Modal | null,
  rows: readonly Row[],
): { readonly front: readonly Row[]; readonly behind: readonly Row[] } {
  if (modal === null || modal.kind === 'keyboard') return { front: rows, behind: [] };
  const parts = new Set(walk([modal.element]));
  const inside = rows.filter(({ element }) => parts.has(element));
  const others = rows.filter(({ element }) => !parts.has(element));
  if (modal.certainty === 'sure') return { front: inside, behind: others };
  return { front: [...inside, ...others], behind: [] };
}

/** With more texts than this, bare numbers are left out, such as the days of a month. Numbers with a unit, such as "14°", stay. */
const many = 12;

/** The plain texts without duplicates, except those that label something. */
function textsIn(
  rows: readonly Row[],
  told: {
    readonly title: string;
    readonly modal: Modal | null;
    readonly actions: readonly Action[];
  },
): string[] {
  const names = told.actions.map(({ text }) => text);
  const known = new Set([told.title, told.modal?.title ?? '', ...names]);
  const labels = new Set(told.actions.map(({ labelled }) => labelled));
  const texts = rows
    .filter(({ element }) => !isActive(element) && !labels.has(element))
    .flatMap(({ own, words }) => [own.text || own.description, ...words.map(({ text }) => text)]);
  const said = [...new Set(texts)].filter((text) => isWorded(text) && !known.has(text));
  return said.length <= many ? said : said.filter((text) => !/^\p{N}+$/u.test(text));
}
