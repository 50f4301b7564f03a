import { ShellSyntaxError } from './syntax.ts';

/** Characters that end an unquoted word. */
const wordEnds = ' \t\r\n;&|()<>';

/** A place in a script, moved forward by the parser. */
export class Cursor {
  at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  /** The next character; empty at the end. */
  peek(): string {
    return this.text.charAt(this.at);
  }

  take(): string {
    return this.text.charAt(this.at++);
  }

  /** Moves past `expected` if it comes next. */
  accept(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  /** Moves past what a sticky pattern matches here. */
  match(pattern: RegExp): RegExpExecArray | null {
    // The parser's own patterns, each tried at one place.
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found) this.at = sticky.lastIndex;
    return found;
  }

  /** What follows, without moving. */
  looksAt(pattern: RegExp): boolean {
    const before = this.at;
    const found = this.match(pattern) !== null;
    this.at = before;
    return found;
  }

  /** The text up to `end`, which is skipped. */
  takeUntil(end: string): string {
    const stop = this.text.indexOf(end, this.at);
    if (stop < 0) throw new ShellSyntaxError(null);
    const taken = this.text.slice(this.at, stop);
    this.at = stop + end.length;
    return taken;
  }

  /** Whether an unquoted word ends here. */
  get atWordEnd(): boolean {
    return this.ended || wordEnds.includes(this.peek());
  }

  /** Moves past blanks, joined lines and, before a word, a comment. */
  skipBlanks(): void {
    this.match(/(?:[ \t\r]|\\\n)*(?:#[^\n]*)?/);
  }

  /** Throws for whatever comes next, as mksh names it. */
  fail(): never {
    if (this.ended) throw new ShellSyntaxError('EOF');
    const token = this.match(/\n|&&|\|\||;;|>>|[;&|()<>]|[^\s;&|()<>]+/)?.[0] ?? this.peek();
    throw new ShellSyntaxError(token === '\n' ? 'newline' : token);
  }
}
