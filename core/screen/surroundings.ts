import { ancestorsOf } from './ancestors.ts';
import { type Element, walk } from './screen.ts';
import { wordsOf } from './words.ts';

/** What stands around an element. */
export interface Surroundings {
  /** The nearest thing around it that scrolls. */
  readonly list: Element | undefined;
  readonly listWords: readonly string[];
  /** What its row of that list says besides the element itself; empty where it is the row. */
  readonly rowWords: readonly string[];
  /** What the list shows besides the element. */
  listRest(): readonly string[];
  /** The last words before the element and the first after it, in document order. */
  readonly wordBefore: string;
  readonly wordAfter: string;
}

/** Looks around elements of one screen, which is walked once. */
export function surroundingsIn(roots: readonly Element[]): (element: Element) => Surroundings {
  const order = [...walk(roots)];
  const places = new Map(order.map((element, i) => [element, i]));
  const said = (at: number): string => {
    const element = order[at];
    if (element === undefined || element.editable) return '';
    return element.text === '' ? element.description : element.text;
  };
  return (element) => {
    const above = ancestorsOf(roots, element);
    const list = above.find((ancestor) => ancestor.scrollable);
    const row = list && rowOf(list, [element, ...above]);
    const place = places.get(element) ?? 0;
    return {
      list,
      listWords: list ? wordsOf(list) : [],
      rowWords: row && row !== element ? wordsBesides(row, element) : [],
      listRest: () => (list ? wordsBesides(list, element) : []),
      wordBefore: firstSaid(said, place, -1),
      wordAfter: firstSaid(said, place + [...walk([element])].length - 1, 1),
    };
  };
}

/** How far to look for a word: it must still belong to the element. */
const reach = 12;

function firstSaid(said: (at: number) => string, from: number, step: 1 | -1): string {
  for (let i = 1; i <= reach; i++) {
    const word = said(from + i * step);
    if (word !== '') return word;
  }
  return '';
}

/** The part of the list's first branching level that the element stands in. */
function rowOf(list: Element, chain: readonly Element[]): Element | undefined {
  const inList = chain.slice(0, chain.indexOf(list)).reverse();
  const branching = [list, ...inList].findIndex(({ children }) => children.length > 1);
  return branching < 0 ? undefined : inList[branching];
}

function wordsBesides(row: Element, element: Element): string[] {
  const before: Element[] = [];
  const after: Element[] = [];
  const inside = new Set(walk([element]));
  let passed = false;
  for (const part of walk([row])) {
    if (inside.has(part)) passed = true;
    else (passed ? after : before).push({ ...part, children: [] });
  }
  return [...before, ...after].flatMap(wordsOf);
}
