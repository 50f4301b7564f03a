import { describe, expect, it } from 'vitest';
import type { Point, Rect } from '../../geometry.ts';
import { tools } from '../registry.ts';
import { ListModel } from '../testing/screen-models.ts';
import { type ScreenModel, ModelPhone, box, node, phoneWith } from '../testing/model-phone.ts';
import { parseArguments } from './arguments.ts';
import type { LastScreen, TouchPreview } from './tool.ts';

const point = (x: number, y: number): Point => ({ x, y });
const size = { width: 1000, height: 2000 };
const emptyPhone = phoneWith('');

/** The tool's touch preview for this phone, in a short form. */
function previewOf(name: string, args: object, phone: ModelPhone, roots = phone.roots): unknown {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined || tool.at === 'directory' || tool.at === 'calls')
    throw new Error(`no ${name}`);
  const lastScreen: LastScreen = { phone, size, roots };
  return shortForm(tool.previewTouch?.(parseArguments(tool, args), lastScreen) ?? null);
}

/** A gesture as the points of its strokes, an element as its resource name and touch point. */
function shortForm(preview: TouchPreview | null): unknown {
  if (preview === null) return null;
  if ('gesture' in preview)
    return preview.gesture.strokes.map((stroke) => stroke.map(({ x, y }) => [x, y]));
  return [preview.element.resourceId.replace('com.model:id/', ''), preview.at];
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
    ['tap', point(3, 4), [[[3, 4], [3, 4]]]], // prettier-ignore
    ['double_tap', point(3, 4), [[[3, 4], [3, 4]], [[3, 4], [3, 4]]]], // prettier-ignore
    ['long_press', point(3, 4), [[[3, 4], [3, 4]]]], // prettier-ignore
    ['swipe', { x1: 1, y1: 2, x2: 30, y2: 40 }, [[[1, 2], [30, 40]]]], // prettier-ignore
    ['scroll', { direction: 'down' }, [[[500, 1500], [500, 500]]]], // prettier-ignore
    ['pinch', { center_x: 50, center_y: 9, scale: 2 }, [[[0, 9], [0, 9]], [[150, 9], [250, 9]]]], // prettier-ignore
    ['custom_gesture', { paths }, [[[1, 2], [3, 4], [5, 6]]]], // prettier-ignore
  ])('%s: has the points that will be played', (name, args, expected) => {
    expect(previewOf(name, args, emptyPhone)).toEqual(expected);
  });

  it.each([
    ['pinch', { center_x: 50, center_y: 9, scale: 1 }],
    ['press_back', {}],
    ['set_clipboard', { text: 'x' }],
  ])('%s: is null', (name, args) => {
    expect(previewOf(name, args, emptyPhone)).toBeNull();
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
  const named = (name: string) => ({ element_id: phone.elementNamed(name).id });

  it.each([
    ['click_element', named('save'), ['save', point(99, 49)]],
    ['long_click_element', { selector: '@save' }, ['save', point(99, 49)]],
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
  ])('%s %j', (name, args, expected) => {
    expect(previewOf(name, args, phone)).toEqual(expected);
  });

  it.each([
    ['tap', point(50, 40), 'save'],
    ['double_tap', point(50, 40), 'save'],
    ['long_press', point(50, 40), 'save'],
    // Nothing there can be pressed.
    ['tap', point(50, 350), null],
    // A map fills the screen.
    ['tap', point(500, 1900), null],
  ])('%s %j: names the element at the point, where there is one', (name, args, expected) => {
    const roots = [...phoneWith(button('map', box(0, 0, 1000, 1950))).roots, ...phone.roots];
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined || !('previewTouch' in tool)) throw new Error(`no ${name}`);
    const preview = tool.previewTouch(parseArguments(tool, args), { phone, size, roots });
    expect(preview).toMatchObject({ on: expected && { text: expected } });
  });

  it('has no place where something covers all of it, so that nothing is touched', () => {
    const covered = phoneWith(
      button('harmless', box(0, 0, 200, 100)) + button('allow', box(0, 0, 300, 300)),
    );
    expect(previewOf('click_element', { selector: '@harmless' }, covered)).toEqual([
      'harmless',
      null,
    ]);
  });

  it('is null before the first reading, and records nothing as shown', () => {
    const { id } = phone.elementNamed('save');
    expect(previewOf('click_element', { element_id: id }, phone, [])).toBeNull();
    expect(previewOf('clear_text', {}, phone, [])).toBeNull();
    expect(phone.shown.recall(id)).toBeUndefined();
  });

  it('is null if another row has the id now', () => {
    const rows = Array.from({ length: 30 }, (_, i) => `Row ${i}`);
    const list = new ListModel({ peopleRows: rows });
    const scrolled = new ModelPhone(list);
    scrolled.shown.remember({ roots: scrolled.roots });
    const { id } = scrolled.elementNamed('Row 2');
    expect(previewOf('click_element', { element_id: id }, scrolled)).toEqual([
      'name',
      point(349, 574),
    ]);
    list.offset += 150;
    expect(previewOf('click_element', { element_id: id }, scrolled)).toBeNull();
  });

  it('is the list that contains an off-screen target', () => {
    const model: ScreenModel = new ListModel({
      peopleRows: ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'],
    });
    const phone = new ModelPhone(model);
    expect(previewOf('scroll_to_element', { selector: ':text("Seven")' }, phone)).toEqual([
      'list',
      null,
    ]);
    phone.shown.remember({ roots: phone.roots });
    // The target of an ambiguous selector or an unknown id can't be predicted.
    for (const args of [{ selector: ':text("Follow")' }, { element_id: 'node_unknown' }]) {
      expect(previewOf('scroll_to_element', args, phone)).toBeNull();
    }
    const { id } = phone.elementNamed('One');
    model.drag?.({ x: 0, y: -450 });
    expect(previewOf('scroll_to_element', { element_id: id }, phone)).toEqual(['list', null]);
  });
});
