import type { PhoneScreen } from './phone-screen.ts';
import { caretRect } from './ui/caret.ts';
import type { FieldState } from './ui/field-state.ts';
import { everyPlaced } from './ui/place.ts';
import type { MeasureText } from './ui/text-block.ts';
import { listAround } from './window.ts';

/** dp between the cursor and the edge of what is seen. */
const margin = 20;

/** Scrolls the cursor back into sight after the keyboard came, the phone turned or text was typed. */
export class CaretRevealer {
  readonly #screen: PhoneScreen;
  readonly #measureText: MeasureText;
  #last: { readonly field: FieldState; readonly where: string } | undefined;

  constructor(screen: PhoneScreen, measureText: MeasureText) {
    this.#screen = screen;
    this.#measureText = measureText;
  }

  /** Moves at most one list, and only when something about the cursor differs from last time. */
  reveal(): void {
    const screen = this.#screen;
    const field = screen.focused.focus;
    if (field === undefined || !screen.keyboardShown) {
      this.#last = undefined;
      return;
    }
    const { width, height } = screen.size;
    const where = `${width} ${height} ${screen.density} ${field.cursor} ${field.text.length}`;
    if (this.#last?.field === field && this.#last.where === where) return;
    this.#last = { field, where };
    this.#scrollTo(field);
  }

  #scrollTo(field: FieldState): void {
    const screen = this.#screen;
    const window = screen.focused;
    const root = screen.placed(window);
    const target = [...everyPlaced(root)].find(({ view }) => view.field === field);
    const list = target === undefined ? undefined : listAround(root, target);
    if (target === undefined || list === undefined) return;
    const caret = caretRect(target, this.#measureText) ?? target.bounds;
    const room = margin * screen.density;
    const below = caret.bottom + room - list.visible.bottom;
    const above = list.visible.top + room - caret.top;
    const tall = list.visible.bottom - list.visible.top < caret.bottom - caret.top + 2 * room;
    const distance = below > 0 || tall ? below : -Math.max(0, above);
    if (distance !== 0 && window.scrollBy(list, Math.round(distance), screen.density))
      screen.changed();
  }
}
