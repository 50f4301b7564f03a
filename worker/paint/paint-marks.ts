import {
  type LabelledBox,
  type Pill,
  labelNote,
  layOutLabels,
} from '../../core/annotate/labels.ts';
import { type Mark, boxOnPicture, markMeasures } from '../../core/annotate/marks.ts';
import type { Rect, Size } from '../../core/geometry.ts';

const boxColor = 'rgb(255 0 0)';
/** Alpha 180 of 255. */
const pillColor = 'rgb(255 0 0 / 70.6%)';

/** Far more than fit on a picture, and few enough to lay out in half a second. */
const maxMarks = 400;

/**
 * Draws a red dashed box and a pill with its label for every mark that lies on the picture, in the
 * sizes of `markMeasures`. Labels are drawn after all boxes, so that no box crosses a label; a line
 * leads from a label to its box where they don't touch. Returns a note on labels that are missing
 * or cover text, null when there is none.
 */
export function paintMarks(
  context: OffscreenCanvasRenderingContext2D,
  marks: readonly Mark[],
  screen: Size,
): string | null {
  const picture = context.canvas;
  const usual = markMeasures(picture);
  context.font = fontOf(usual.textSize);
  context.textBaseline = 'middle';
  context.lineWidth = usual.stroke;
  context.strokeStyle = boxColor;
  context.setLineDash(usual.dash);
  const labelled: LabelledBox[] = [];
  for (const { bounds, label, hasText } of marks) {
    const box = boxOnPicture(bounds, screen, picture);
    if (box) labelled.push({ box, label, hasText, textWidth: context.measureText(label).width });
  }
  const drawnMarks = labelled.slice(0, maxMarks);
  for (const { left, top, right, bottom } of drawnMarks.map(({ box }) => box)) {
    context.strokeRect(left, top, right - left, bottom - top);
  }
  const { measures, pills, onOwnText, leftOut } = layOutLabels(drawnMarks, picture);
  context.setLineDash([]);
  context.lineWidth = usual.stroke / 2;
  for (const { bounds, box } of pills) drawLeader(context, bounds, box);
  context.font = fontOf(measures.textSize);
  for (const pill of pills) drawPill(context, pill, measures);
  return labelNote(labelled.length, {
    onOwnText,
    leftOut: leftOut + labelled.length - drawnMarks.length,
  });
}

function fontOf(textSize: number): string {
  return `bold ${textSize}px sans-serif`;
}

/** A line between the nearest points of both; its length is zero where they touch. */
function drawLeader(context: OffscreenCanvasRenderingContext2D, pill: Rect, box: Rect): void {
  const clamp = (value: number, from: number, to: number): number =>
    Math.max(from, Math.min(value, to));
  const x = clamp((pill.left + pill.right) / 2, box.left, box.right);
  const y = clamp((pill.top + pill.bottom) / 2, box.top, box.bottom);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(clamp(x, pill.left, pill.right), clamp(y, pill.top, pill.bottom));
  context.stroke();
}

function drawPill(
  context: OffscreenCanvasRenderingContext2D,
  { bounds: { left, top, right, bottom }, lines }: Pill,
  { textSize, padding }: { readonly textSize: number; readonly padding: number },
): void {
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, padding);
  context.fillStyle = pillColor;
  context.fill();
  context.fillStyle = 'white';
  lines.forEach((line, i) => {
    context.fillText(line, left + padding, top + padding + (i + 0.5) * textSize);
  });
}
