import type { CanvasFactory } from '../canvas.ts';
import type { MeasureText } from './ui/text-block.ts';

/** Texts that are remembered; a stopwatch shows other ones all the time. */
const mostKnown = 5000;

/** Measures texts with the platform's canvas, each text and font once. Fonts must be loaded. */
export function canvasTextMeasure(factory: CanvasFactory): MeasureText {
  const { context } = factory.create(8, 8);
  const known = new Map<string, number>();
  return (text, font) => {
    if (text === '') return 0;
    const key = `${font}|${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    context.font = font;
    const { width } = context.measureText(text);
    if (known.size >= mostKnown) known.clear();
    known.set(key, width);
    return width;
  };
}
