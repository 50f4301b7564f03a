import { linesInSight } from './tree.ts';

/** Of a line, in rem; the lines' own style is as high. */
const lineRem = 1.875;

/** Which of many equally high lines are in sight of the box that scrolls them: only these are drawn. */
export class Sight {
  scrollTop = $state(0);
  /** Of the box, in pixels; 0 while it is hidden. */
  height = $state(0);
  /** In pixels; looked up anew with the height, since the page's letters grow on large screens. */
  readonly lineHeight = $derived(this.height >= 0 ? lineRem * remPx() : lineRem);

  /** The lines to draw out of so many, from `first` to before `end`. */
  of(count: number): { readonly first: number; readonly end: number } {
    const { scrollTop, height, lineHeight } = this;
    return linesInSight({ scrollTop, height, lineHeight }, count);
  }

  /** Brings the line into the sight of the box; only the box scrolls, never the page. */
  show(box: HTMLElement, place: number): void {
    if (place < 0) return;
    const top = place * this.lineHeight;
    const below = top + this.lineHeight - box.clientHeight;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (below > box.scrollTop) box.scrollTop = below;
  }
}

function remPx(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
