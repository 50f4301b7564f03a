import { findNodeAtLocation, parse, parseTree, type ParseError } from 'jsonc-parser';
import type { ArgumentPath } from '#core/errors.ts';

/** A position in a text; both count from 1. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The position where a text stops being JSON, and the token there; empty at the end of the text. */
export interface JsonErrorPosition extends TextPlace {
  readonly token: string;
}

/** Where the text stops being valid JSON. Browsers report the position differently in a SyntaxError, or not at all. */
export function jsonErrorPosition(text: string): JsonErrorPosition {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    // The parser recurses, and overflows the stack for lists nested some thousand deep.
  }
  const offset = errors[0]?.offset ?? 0;
  const [token = ''] = /^(?:[\w.+-]+|.)?/su.exec(text.slice(offset)) ?? [];
  return { ...placeOf(text, offset), token };
}

/** The line of the value at this path, or of the nearest one around it; null if the text is not JSON. */
export function lineOf(text: string, path: ArgumentPath): number | null {
  try {
    const root = parseTree(text);
    if (root === undefined) return null;
    for (let length = path.length; length >= 0; length--) {
      const node = findNodeAtLocation(root, path.slice(0, length));
      if (node !== undefined) return placeOf(text, node.offset).line;
    }
  } catch {
    // Nested too deeply, as above.
  }
  return null;
}

function placeOf(text: string, offset: number): TextPlace {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
