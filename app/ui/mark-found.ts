import type { Attachment } from 'svelte/attachments';

/** All marks of the page; base.css gives them their colors. */
const marks = 'Highlight' in globalThis ? new Highlight() : null;
if (marks !== null) CSS.highlights.set('found', marks);

/** What to mark in which cells. */
export interface Mark {
  /** A selector of the elements whose text is searched. */
  readonly cells: string;
  /** With the flag `g`. */
  readonly pattern: RegExp;
}

/**
 * Marks what is found in a list, and follows the list as it changes. The browser draws the marks over
 * the text (CSS Custom Highlight API): the rows keep their nodes. Where it can't, nothing is marked.
 */
export function markFound(wanted: readonly Mark[]): Attachment {
  return (list) => {
    if (wanted.length === 0 || marks === null) return undefined;
    let ranges: readonly Range[] = [];
    const unmark = (): void => {
      for (const range of ranges) marks.delete(range);
    };
    const mark = (): void => {
      unmark();
      ranges = wanted.flatMap(({ cells, pattern }) =>
        [...list.querySelectorAll(cells)].flatMap((cell) => rangesIn(cell, pattern)),
      );
      for (const range of ranges) marks.add(range);
    };
    const observer = new MutationObserver(mark);
    observer.observe(list, { subtree: true, childList: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      unmark();
    };
  };
}

/** Matches the text, ignoring case; `between` is a pattern for what may be between two letters. */
export function literalPattern(text: string, between = ''): RegExp {
  const letters = [...text].map((letter) => letter.replace(/[$()*+./?[\\\]^{|}]/, '\\$&'));
  // Safe: one letter after the other, and between them only what the caller wrote.
  return new RegExp(letters.join(between), 'giu');
}

/** Where the pattern matches a line of the element's text, which may be in several nodes. */
function rangesIn(element: Element, pattern: RegExp): readonly Range[] {
  let lineStart = 0;
  return element.textContent.split('\n').flatMap((line) => {
    const start = lineStart;
    lineStart += line.length + 1;
    return [...line.matchAll(pattern)]
      .filter(({ 0: found }) => found !== '')
      .map(({ 0: found, index }) => {
        const range = document.createRange();
        range.setStart(...placeIn(element, start + index));
        range.setEnd(...placeIn(element, start + index + found.length));
        return range;
      });
  });
}

/** The node at this offset into the element's text, and the offset into the node. */
function placeIn(element: Element, offset: number): [Node, number] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (left <= length) return [node, left];
    left -= length;
  }
  return [element, 0];
}
