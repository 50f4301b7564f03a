/** What a screen is about, in a few facts; their text is made by format/summary.ts. */
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
  /** What the screen calls itself, or its dialog where that is all there is; empty where nothing does. */
  readonly title: string;
  readonly kind: ScreenKind;
  readonly modal: Modal | null;
  /** What can only be read, in document order, each text once; the title and the modal's are not among them. */
  readonly texts: readonly string[];
  /** What can be tapped, filled in or slid and is on the screen; what stands in a modal first. */
  readonly actions: readonly Action[];
  /** What can be scrolled, on the screen, in document order. */
  readonly scrollables: readonly Element[];
  readonly counts: SummaryCounts;
}

/** How much there is besides what the summary names. */
interface SummaryCounts {
  /** All elements of the dump. */
  readonly elements: number;
  /** Things to act on that a modal bars. */
  readonly behind: number;
  /** Things to act on that have to be scrolled to first. */
  readonly offscreen: number;
}

/** Sums the screen up. What a modal bars is only counted, where it is sure that there is one. */
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

/** The system's bars beside an app, and the keys of a keyboard: nobody asks for them. */
function isApart({ roots }: Screen, modal: Modal | null, { path }: Element): boolean {
  if (roots.length === 1) return false;
  const root = roots[Number.parseInt(path)];
  if (root === undefined) return false;
  if (modal?.kind === 'keyboard') return root === modal.element;
  const isBar = root.packageName === 'com.android.systemui';
  return isBar && modal === null && roots.some((other) => other.packageName !== root.packageName);
}

/** What is in front of a modal's barrier, what behind; what only seems to be one bars nothing, but comes first. */
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

/** Texts from which on bare numbers are left out: the days of a month, the marks of a scale. Those with a unit, such as "14°", stay. */
const many = 12;

/** The texts that can only be read, each once, without those that name something. */
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
