import { type LabelledBox, placeLabels } from '../../core/annotate/labels.ts';
import { type Mark, boxOnPicture, markMeasures } from '../../core/annotate/marks.ts';
import type { Rect, Size } from '../../core/geometry.ts';

const boxColor = 'rgb(255 0 0)';
/** Alpha 180 of 255. */
const pillColor = 'rgb(255 0 0 / 70.6%)';

/**
 * Draws a red dashed box and a pill with its label for every mark that lies on the picture,
 * in the sizes of `markMeasures`. Labels are drawn after all boxes, so that no box crosses a label.
 */
export function paintMarks(
  context: OffscreenCanvasRenderingContext2D,
  marks: readonly Mark[],
  screen: Size,
): void {
  const picture = context.canvas;
  const measures = markMeasures(picture.width);
  context.font = `bold ${measures.textSize}px sans-serif`;
  context.textBaseline = 'middle';
  context.lineWidth = measures.stroke;
  context.strokeStyle = boxColor;
  context.setLineDash(measures.dash);
  const labelled: (LabelledBox & { readonly label: string })[] = [];
  for (const { bounds, label } of marks) {
    const box = boxOnPicture(bounds, screen, picture);
    if (!box) continue;
    context.strokeRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    labelled.push({ box, label, textWidth: context.measureText(label).width });
  }
  const pills = placeLabels(labelled, picture);
  pills.forEach((pill, i) => {
    paintPill(context, pill, labelled[i]?.label ?? '');
  });
}

function paintPill(context: OffscreenCanvasRenderingContext2D, pill: Rect, label: string): void {
  const { padding } = markMeasures(context.canvas.width);
  const { left, top, right, bottom } = pill;
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, padding);
  context.fillStyle = pillColor;
  context.fill();
  context.fillStyle = 'white';
  context.fillText(label, left + padding, (top + bottom) / 2);
}
