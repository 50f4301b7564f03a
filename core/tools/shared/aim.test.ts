import { describe, expect, it } from 'vitest';
import type { Point, Rect } from '../../geometry.ts';
import { tools } from '../registry.ts';
import { ListModel } from '../testing/list-model.ts';
import { type Model, ModelPhone, node } from '../testing/model-phone.ts';
import { parseArguments } from './arguments.ts';
import type { Sight, ToolAim } from './tool.ts';

const box = (left: number, top: number, right: number, bottom: number): Rect => ({
  left,
  top,
  right,
  bottom,
});
const at = (x: number, y: number): Point => ({ x, y });
const phoneWith = (xml: string): ModelPhone => new ModelPhone({ xml: () => xml });
const size = { width: 1000, height: 2000 };
const nothing = phoneWith('');

/** The tool's touch preview for this phone, in a short form. */
function aimOf(name: string, given: object, phone: ModelPhone, roots = phone.roots): unknown {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined || tool.at === 'desk') throw new Error(`no ${name}`);
  const sight: Sight = { phone, size, roots };
  return told(tool.aim?.(parseArguments(tool, given), sight) ?? null);
}

/** A gesture as the points of its strokes, an element as its resource name and touch point. */
function told(aim: ToolAim | null): unknown {
  if (aim === null) return null;
  if ('gesture' in aim)
    return aim.gesture.strokes.map((stroke) => stroke.map(({ x, y }) => [x, y]));
  return [aim.element.resourceId.replace('com.model:id/', ''), aim.at];
}

describe('the preview of a gesture', () => {
  const paths = [
    [
      { x: 1, y: 2, time: 0 },
      { x: 3, y: 4, time: 100 },
      { x: 5, y: 6, time: 200 },
    ],
  ];
  it.each([
    ['tap', at(3, 4), [[[3, 4], [3, 4]]]], // prettier-ignore
    ['double_tap', at(3, 4), [[[3, 4], [3, 4]], [[3, 4], [3, 4]]]], // prettier-ignore
    ['long_press', at(3, 4), [[[3, 4], [3, 4]]]], // prettier-ignore
    ['swipe', { x1: 1, y1: 2, x2: 30, y2: 40 }, [[[1, 2], [30, 40]]]], // prettier-ignore
    ['scroll', { direction: 'down' }, [[[500, 1500], [500, 500]]]], // prettier-ignore
    ['pinch', { center_x: 50, center_y: 9, scale: 2 }, [[[0, 9], [0, 9]], [[150, 9], [250, 9]]]], // prettier-ignore
    ['custom_gesture', { paths }, [[[1, 2], [3, 4], [5, 6]]]], // prettier-ignore
  ])('%s: has the points that will be played', (name, given, expected) => {
    expect(aimOf(name, given, nothing)).toEqual(expected);
  });

  it.each([
    ['pinch', { center_x: 50, center_y: 9, scale: 1 }],
    ['press_back', {}],
    ['set_clipboard', { text: 'x' }],
  ])('%s: is null', (name, given) => {
    expect(aimOf(name, given, nothing)).toBeNull();
  });
});

describe('the preview of an element', () => {
  const button = (name: string, bounds: Rect, more = ''): string =>
    node(name, bounds, { attributes: `text="${name}" clickable="true" ${more}` });
  const phone = phoneWith(
    button('save', box(0, 0, 200, 100), 'long-clickable="true"') +
      button('off', box(0, 100, 200, 200)).replace('enabled="true"', 'enabled="false"') +
      node('twin', box(0, 300, 200, 400), {}) +
      node('twin', box(0, 400, 200, 500), {}) +
      node('field', box(0, 500, 200, 600), { attributes: 'class="android.widget.EditText"' }) +
      node('other', box(0, 600, 200, 700), {
        attributes: 'class="android.widget.EditText" focused="true"',
      }),
  );
  const named = (name: string) => ({ element_id: phone.named(name).id });

  it.each([
    ['click_element', named('save'), ['save', at(99, 49)]],
    ['long_click_element', { selector: '@save' }, ['save', at(99, 49)]],
    // If the element can't be pressed, the preview has the element without a point.
    ['click_element', named('off'), ['off', null]],
    ['click_element', named('field'), ['field', null]],
    ['click_element', { element_id: 'node_unknown' }, null],
    ['click_element', { selector: '@nowhere' }, null],
    ['click_element', { selector: '@twin' }, null],
    ['set_text', { ...named('field'), text: 'x' }, ['field', null]],
    ['input_text', { text: 'x' }, ['other', null]],
    ['clear_text', {}, ['other', null]],
    ['clear_text', { selector: '@nowhere' }, null],
    ['scroll_to_element', { selector: '@save' }, ['save', null]],
    ['scroll_to_element', { selector: '@nowhere' }, null],
  ])('%s %j', (name, given, expected) => {
    expect(aimOf(name, given, phone)).toEqual(expected);
  });

  it('is the element that covers all of it and receives the touch', () => {
    const covered = phoneWith(
      button('harmless', box(0, 0, 200, 100)) + button('allow', box(0, 0, 300, 300)),
    );
    expect(aimOf('click_element', { selector: '@harmless' }, covered)).toEqual([
      'allow',
      at(99, 49),
    ]);
  });

  it('is null before the first reading, and records nothing as shown', () => {
    const { id } = phone.named('save');
    expect(aimOf('click_element', { element_id: id }, phone, [])).toBeNull();
    expect(aimOf('clear_text', {}, phone, [])).toBeNull();
    expect(phone.shown.recall(id)).toBeUndefined();
  });

  it('is null if another row has the id now', () => {
    const rows = Array.from({ length: 30 }, (_, i) => `Row ${i}`);
    const list = new ListModel({ rows });
    const scrolled = new ModelPhone(list);
    scrolled.shown.remember({ roots: scrolled.roots });
    const { id } = scrolled.named('Row 2');
    expect(aimOf('click_element', { element_id: id }, scrolled)).toEqual(['name', at(349, 574)]);
    list.offset += 150;
    expect(aimOf('click_element', { element_id: id }, scrolled)).toBeNull();
  });

  it('is the list that contains an off-screen target', () => {
    const model: Model = new ListModel({
      rows: ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'],
    });
    const phone = new ModelPhone(model);
    expect(aimOf('scroll_to_element', { selector: ':text("Seven")' }, phone)).toEqual([
      'list',
      null,
    ]);
    phone.shown.remember({ roots: phone.roots });
    // The target of an ambiguous selector or an unknown id can't be predicted.
    for (const given of [{ selector: ':text("Follow")' }, { element_id: 'node_unknown' }]) {
      expect(aimOf('scroll_to_element', given, phone)).toBeNull();
    }
    const { id } = phone.named('One');
    model.drag?.({ x: 0, y: -450 });
    expect(aimOf('scroll_to_element', { element_id: id }, phone)).toEqual(['list', null]);
  });
});
