import type { Align, TextStyle } from './view.ts';

/** Width of a text in a CSS font, in px, as the platform's canvas measures it. */
export type MeasureText = (text: string, font: string) => number;

export interface TextLine {
  /** The painted text, including an ellipsis. */
  readonly text: string;
  /** Index of the line's first character in the whole text. */
  readonly start: number;
  /** Index after the line's last character, without a line break. */
  readonly end: number;
  /** px. */
  readonly width: number;
}

/** A text broken into lines, in device pixels. */
export interface TextBlock {
  readonly lines: readonly TextLine[];
  readonly font: string;
  readonly sizePx: number;
  readonly lineHeight: number;
  readonly color: string;
  readonly align: Align;
  readonly width: number;
  readonly height: number;
}

interface TextSpec {
  readonly text: string;
  readonly style: TextStyle;
  readonly align: Align;
  readonly maxLines: number;
  readonly maxWidth: number;
  /** Pixels per dp. */
  readonly density: number;
}

/** Line height per text size, close to Material's ratios. */
const lineHeightRatio = 1.35;

/** Inter, with system fonts for the scripts it lacks. */
const fontFamilies = 'Inter, "DejaVu Sans", sans-serif';

/** Breaks a text into lines that fit, at spaces, and inside words that are too long. */
export function layoutText(spec: TextSpec, measureText: MeasureText): TextBlock {
  const sizePx = Math.round(spec.style.size * spec.density * 10) / 10;
  const font = `${spec.style.weight} ${sizePx}px ${fontFamilies}`;
  const ruler: Ruler = {
    maxWidth: spec.maxWidth,
    widthOf: (text) => measureText(text, font),
  };
  const all = paragraphs(spec.text).flatMap((part) => wrap(spec.text, part, ruler));
  const lines = limitLines(spec, all, ruler);
  const lineHeight = Math.round(
    (spec.style.lineHeight ?? spec.style.size * lineHeightRatio) * spec.density,
  );
  return {
    lines,
    font,
    sizePx,
    lineHeight,
    color: spec.style.color,
    align: spec.align,
    width: Math.ceil(Math.max(0, ...lines.map((line) => line.width))),
    height: lines.length * lineHeight,
  };
}

type ParagraphRange = readonly [start: number, end: number];

function paragraphs(text: string): ParagraphRange[] {
  const spans: ParagraphRange[] = [];
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', start)) {
    spans.push([start, at]);
    start = at + 1;
  }
  spans.push([start, text.length]);
  return spans;
}

/** Measures texts in one font, with the maximum line width in px. */
interface Ruler {
  readonly maxWidth: number;
  widthOf(text: string): number;
}

function wrap(text: string, [from, to]: ParagraphRange, ruler: Ruler): TextLine[] {
  const lines: TextLine[] = [];
  let start = from;
  do {
    const end = lineEnd(text, [start, to], ruler);
    const shown = text.slice(start, end).trimEnd();
    lines.push({ text: shown, start, end, width: ruler.widthOf(shown) });
    start = end;
  } while (start < to);
  return lines;
}

/** The end index of the line that begins at `start`. */
function lineEnd(text: string, [start, to]: ParagraphRange, ruler: Ruler): number {
  const fits = (end: number) => ruler.widthOf(text.slice(start, end)) <= ruler.maxWidth;
  if (fits(to)) return to;
  let best = start;
  for (let at = text.indexOf(' ', start); at >= 0 && at < to; at = text.indexOf(' ', at + 1)) {
    if (!fits(at)) break;
    best = at + 1;
  }
  if (best > start) return best;
  let end = start + 1;
  while (end < to && text[end] !== ' ' && fits(end + 1)) end++;
  return end;
}

function limitLines(spec: TextSpec, lines: readonly TextLine[], ruler: Ruler): readonly TextLine[] {
  if (lines.length <= spec.maxLines) return lines;
  const kept = lines.slice(0, spec.maxLines);
  const last = kept.pop();
  if (last === undefined) return kept;
  const rest = spec.text.slice(last.start).split('\n', 1)[0] ?? '';
  return [...kept, ellipsized(rest, last, ruler)];
}

/** Maximum number of characters beyond the line's own that may still fit before the ellipsis. */
const maxExtraCharacters = 24;

function ellipsized(rest: string, line: TextLine, { maxWidth, widthOf }: Ruler): TextLine {
  let length = Math.min(rest.length, line.end - line.start + maxExtraCharacters);
  const cut = () => `${rest.slice(0, length).trimEnd()}\u2026`;
  while (length > 0 && widthOf(cut()) > maxWidth) length--;
  return { ...line, text: cut(), end: line.start + length, width: widthOf(cut()) };
}
