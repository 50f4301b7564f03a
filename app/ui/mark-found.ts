import type { Attachment } from 'svelte/attachments';

/** The name of the marks, which base.css gives their colors. */
const marks = 'found';

/** The parts of a row, without those in which a word is found by chance. */
const cells = '[data-id] > :not([data-column="bounds"], [data-column="id"])';

/**
 * Marks the words of the query in the listed elements, ignoring case, and follows the list as it
 * changes. The browser draws the marks over the text (CSS Custom Highlight API): the rows keep their
 * nodes. Where it can't, nothing is marked.
 */
export function markWords(query: string): Attachment {
  const words = query.replaceAll('-', '').split(/\s+/).filter(Boolean).map(patternOf);
  return (list) => {
    if (words.length === 0 || !('highlights' in CSS)) return undefined;
    const mark = (): void => {
      const ranges = [...list.querySelectorAll(cells)].flatMap((cell) => rangesIn(cell, words));
      CSS.highlights.set(marks, new Highlight(...ranges));
    };
    const observer = new MutationObserver(mark);
    observer.observe(list, { subtree: true, childList: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      CSS.highlights.delete(marks);
    };
  };
}

/** Finds the word, ignoring case and hyphens as the search does. */
function patternOf(word: string): RegExp {
  const letters = [...word].map((letter) => letter.replace(/[$()*+./?[\\\]^{|}]/, '\\$&'));
  // Safe: one letter after the other, and hyphens between, which no letter is.
  return new RegExp(letters.join('-*'), 'giu');
}

/** Where these words stand in the element's texts. */
function rangesIn(element: Element, words: readonly RegExp[]): readonly Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    for (const { 0: found, index } of words.flatMap((word) => [...text.matchAll(word)])) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + found.length);
      ranges.push(range);
    }
  }
  return ranges;
}
