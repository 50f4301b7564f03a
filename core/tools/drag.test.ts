import { describe, expect, it } from 'vitest';
import { dragGesture } from '../gestures/build-gesture.ts';
import { drag } from './elements.ts';
import { parseArguments } from './shared/arguments.ts';
import { callTool } from './testing/call-tool.ts';
import { ModelPhone, box, node } from './testing/model-phone.ts';
import {
  argumentRefusal,
  executeTool,
  recordingPhone,
  refusalOf,
} from './testing/recording-phone.ts';

const row = (name: string, top: number): string =>
  node(name, box(0, top, 1000, top + 100), { attributes: `text="${name}"` });

/** Two rows, and how far the finger dragged what it held. */
function rowsPhone() {
  const moves: { x: number; y: number }[] = [];
  const xml = (): string => row('Milk', 100) + row('Bread', 600);
  return { moves, phone: new ModelPhone({ xml, drag: (by) => void moves.push(by) }) };
}

describe('drag', () => {
  it('goes from an element to another, by id or selector', async () => {
    const { moves, phone } = rowsPhone();
    const milk = phone.elementNamed('Milk').id;
    const { answer } = await callTool(drag, phone, { from: milk, to: ':text("Bread")' });
    expect(answer).toBe(
      `Drag executed from element '${milk}' at (499, 149) to e1 View "Bread" at (499, 649) over 500ms`,
    );
    expect(moves).toEqual([{ x: 0, y: 500 }]);
  });
  it('goes from point to point without reading the screen, and holds first unless asked not to', async () => {
    const phone = recordingPhone();
    const answer = await executeTool(drag, { from: '10,20', to: ' 30.5, 40 ' }, phone);
    expect(answer.texts).toEqual(['Drag executed from (10, 20) to (30, 40) over 500ms']);
    const held = dragGesture({ x: 10, y: 20 }, { x: 30.5, y: 40 }, 500);
    expect(phone.calls).toEqual([['readTouchArea'], ['readKeyboard'], ['performGesture', held]]);
    const stroke = held.strokes[0] ?? [];
    expect(stroke.map(({ timeMs }) => timeMs)).toEqual([0, 700, 1200, 1400]);

    const args = { from: '10,20', to: '30,40', long_press: false, duration: 80 };
    await executeTool(drag, args, phone);
    const swiped = [
      { x: 10, y: 20, timeMs: 0 },
      { x: 30, y: 40, timeMs: 80 },
    ];
    expect(phone.calls.at(-1)).toEqual(['performGesture', { strokes: [swiped] }]);
  });
  it.each([
    [{ from: '1,1' }, "Missing required parameter: 'to'"],
    [{ from: '1,1', to: '' }, "Parameter 'to' must be non-empty"],
    [{ from: '1,1', to: 5 }, "Parameter 'to' must be a string, got: 5"],
    [
      { from: '1,1', to: '2,2', duration: 0 },
      "Parameter 'duration' must be between 1 and 60000, got: 0",
    ],
  ])('refuses %j', async (args, message) => {
    expect(await refusalOf(drag, args)).toEqual(argumentRefusal(message));
  });
  it('refuses a point beyond the screen, an unknown or ambiguous element and a bad selector', async () => {
    const { moves, phone } = rowsPhone();
    for (const [to, code, message] of [
      ['1000,5', 'invalid-argument', /^The x of 'to' must be < 1000/],
      ['node_0', 'element-not-found', /node_0/],
      ['View', 'ambiguous-selector', /2/],
      ['Button[', 'invalid-argument', /column/],
      ['-5,3', 'invalid-argument', /column/],
    ] as const) {
      const result = await callTool(drag, phone, { from: ':text("Milk")', to });
      expect([to, result.code]).toEqual([to, code]);
      expect(result.answer).toMatch(message);
    }
    expect(moves).toEqual([]);
  });
  it('is previewed where the elements were last seen', () => {
    const { phone } = rowsPhone();
    const lastScreen = { phone, size: { width: 1000, height: 2000 }, roots: phone.roots };
    const preview = (to: string) =>
      drag.previewTouch?.(
        parseArguments(drag, { from: phone.elementNamed('Milk').id, to }),
        lastScreen,
      );
    expect(preview('5,6')).toEqual({
      gesture: dragGesture({ x: 499, y: 149 }, { x: 5, y: 6 }, 500),
    });
    expect(preview('node_0')).toBeNull();
  });
});
