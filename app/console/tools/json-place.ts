/** The position of a syntax error in a text. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The offending token; empty at the end of the text. */
  readonly found: string;
}

const space = /[ \t\n\r]*/y;
const scalar =
  /(?:"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/uy;

/** Where the text stops being valid JSON. The SyntaxError of each browser says it differently, or not at all. */
export function placeOfJsonError(text: string): TextPlace {
  const { farthest } = new Walk(text);
  const lines = text.slice(0, farthest).split('\n');
  const [found = ''] = /^(?:[\w.+-]+|.)?/su.exec(text.slice(farthest)) ?? [];
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, found };
}

/** Deepest nesting that is scanned, since scanning recurses; more than anyone writes by hand. */
const deepest = 500;

/** Scans a text as JSON up to the first error. */
class Walk {
  /** Offset of the first character that is not valid JSON. */
  farthest = 0;
  #depth = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    if (this.#value()) this.#skip();
  }

  #value(): boolean {
    this.#skip();
    if (this.#takes('{')) return this.#list('}', () => this.#member());
    if (this.#takes('[')) return this.#list(']', () => this.#value());
    return this.#matches(scalar);
  }

  #member(): boolean {
    this.#skip();
    const isName = this.#text[this.farthest] === '"' && this.#matches(scalar);
    this.#skip();
    return isName && this.#takes(':') && this.#value();
  }

  #list(end: string, item: () => boolean): boolean {
    this.#skip();
    if (this.#takes(end)) return true;
    if (this.#depth === deepest) return false;
    this.#depth++;
    for (;;) {
      if (!item()) return false;
      this.#skip();
      if (this.#takes(end)) {
        this.#depth--;
        return true;
      }
      if (!this.#takes(',')) return false;
    }
  }

  #skip(): void {
    this.#matches(space);
  }

  #takes(sign: string): boolean {
    if (this.#text[this.farthest] !== sign) return false;
    this.farthest++;
    return true;
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.farthest;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    this.farthest = pattern.lastIndex;
    return true;
  }
}
