/** The position of a syntax error in a text. */
export interface JsonErrorPosition {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The offending token; empty at the end of the text. */
  readonly token: string;
}

const whitespace = /[ \t\n\r]*/y;
const scalar =
  /(?:"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy;

/** Where the text stops being valid JSON. The SyntaxError of each browser says it differently, or not at all. */
export function jsonErrorPosition(text: string): JsonErrorPosition {
  const { offset } = new JsonScanner(text);
  const lines = text.slice(0, offset).split('\n');
  const [token = ''] = /^(?:[\w.+-]+|.)?/su.exec(text.slice(offset)) ?? [];
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, token };
}

/** Deepest nesting that is scanned, since scanning recurses; more than anyone writes by hand. */
const maxDepth = 500;

/** Scans a text as JSON up to the first error. */
class JsonScanner {
  /** Offset of the first character that is not valid JSON. */
  offset = 0;
  #depth = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    if (this.#scanValue()) this.#skipSpace();
  }

  #scanValue(): boolean {
    this.#skipSpace();
    if (this.#consume('{')) return this.#scanList('}', () => this.#scanMember());
    if (this.#consume('[')) return this.#scanList(']', () => this.#scanValue());
    return this.#consumePattern(scalar);
  }

  #scanMember(): boolean {
    this.#skipSpace();
    const isName = this.#text[this.offset] === '"' && this.#consumePattern(scalar);
    this.#skipSpace();
    return isName && this.#consume(':') && this.#scanValue();
  }

  #scanList(end: string, item: () => boolean): boolean {
    this.#skipSpace();
    if (this.#consume(end)) return true;
    if (this.#depth === maxDepth) return false;
    this.#depth++;
    for (;;) {
      if (!item()) return false;
      this.#skipSpace();
      if (this.#consume(end)) {
        this.#depth--;
        return true;
      }
      if (!this.#consume(',')) return false;
    }
  }

  #skipSpace(): void {
    this.#consumePattern(whitespace);
  }

  #consume(character: string): boolean {
    if (this.#text[this.offset] !== character) return false;
    this.offset++;
    return true;
  }

  #consumePattern(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset;
    const match = pattern.exec(this.#text);
    if (match === null) return false;
    this.offset = pattern.lastIndex;
    return true;
  }
}
