import type { KeyModifiers } from '../world.ts';
import type { Clipboard } from './clipboard.ts';
import { characterOf, keyCode } from './key-codes.ts';
import { wordBoundary, type Span } from './ui/characters.ts';
import type { FieldState } from './ui/field-state.ts';

/** What a key made of a field: `next` says that the focus should go to the following field. */
type Typed = 'taken' | 'next' | 'ignored';

/** One press of a key, with what is held down and what Paste would insert. */
interface Press extends KeyModifiers {
  readonly code: number;
  readonly clipboard: Clipboard;
}

/** Gives a key to a focused field. */
export function typeKey(field: FieldState, press: Press): Typed {
  if (edits(field, press) || moves(field, press)) return 'taken';
  switch (press.code) {
    case keyCode.enter:
    case keyCode.numpadEnter:
      if (!field.multiline) return 'next';
      field.insert('\n');
      return 'taken';
    case keyCode.tab:
      return 'next';
    case keyCode.delete:
      field.deleteBackward();
      return 'taken';
    case keyCode.forwardDelete:
      field.deleteForward();
      return 'taken';
    default:
      return types(field, press);
  }
}

/** Ctrl with A, C, X, V, and the keys that mean the same (TextView.onKeyShortcut). */
function edits(field: FieldState, { code, ctrl, clipboard }: Press): boolean {
  const meant = ctrl === true ? shortcuts.get(code) : code;
  switch (meant) {
    case 'all':
      field.selectAll();
      return true;
    case keyCode.copy:
      clipboard.copy(field);
      return true;
    case keyCode.cut:
      clipboard.cut(field);
      return true;
    case keyCode.paste:
      clipboard.paste(field);
      return true;
    default:
      return false;
  }
}

const shortcuts: ReadonlyMap<number, number | 'all'> = new Map<number, number | 'all'>([
  [keyCode.a, 'all'],
  [keyCode.c, keyCode.copy],
  [keyCode.x, keyCode.cut],
  [keyCode.v, keyCode.paste],
  [keyCode.copy, keyCode.copy],
  [keyCode.cut, keyCode.cut],
  [keyCode.paste, keyCode.paste],
]);

/** Arrows, Home and End; Shift selects on the way, Ctrl goes by words and to the ends of the text. */
function moves(field: FieldState, { code, ctrl = false, shift = false }: Press): boolean {
  if (!ctrl && (code === keyCode.left || code === keyCode.right)) {
    field.move(code === keyCode.left ? -1 : 1, shift);
    return true;
  }
  const to = ctrl ? farTarget(field, code) : lineTarget(field, code);
  if (to !== undefined) field.moveTo(to, shift);
  return to !== undefined;
}

function farTarget({ text, cursor }: FieldState, code: number): number | undefined {
  const targets: Record<number, number> = {
    [keyCode.moveHome]: 0,
    [keyCode.moveEnd]: text.length,
    [keyCode.left]: wordBoundary(text, cursor, -1),
    [keyCode.right]: wordBoundary(text, cursor, 1),
  };
  return targets[code];
}

/** Up and down go to the near ends of the neighbouring paragraphs. */
function lineTarget(field: FieldState, code: number): number | undefined {
  const line = lineAround(field);
  const targets: Record<number, number> = {
    [keyCode.moveHome]: line.start,
    [keyCode.moveEnd]: line.end,
    [keyCode.up]: line.start - 1,
    [keyCode.down]: line.end + 1,
    // Guess: the demo phone's fields are shorter than a page (ArrowKeyMovementMethod.pageDown).
    [keyCode.pageUp]: 0,
    [keyCode.pageDown]: field.text.length,
  };
  return targets[code];
}

function types(field: FieldState, { code, ctrl, shift }: Press): Typed {
  const character = ctrl === true ? undefined : characterOf(code, shift);
  if (character === undefined) return 'ignored';
  field.insert(character);
  return 'taken';
}

/** The paragraph that the cursor is in. */
function lineAround({ text, cursor }: FieldState): Span {
  const before = cursor === 0 ? -1 : text.lastIndexOf('\n', cursor - 1);
  const after = text.indexOf('\n', cursor);
  return { start: before + 1, end: after < 0 ? text.length : after };
}
