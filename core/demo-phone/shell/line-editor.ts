import { encodeUtf8 } from '../bytes.ts';
import type { Terminal } from '../terminal.ts';

/** What a line may be completed to at Tab: the words that continue the last one. */
export type Completer = (line: string) => readonly string[];

/** A line that was typed; null at Ctrl+D or the end of the terminal. */
export type TypedLine = { readonly text: string; readonly isInterrupted: boolean } | null;

/** A key: an escape sequence of a cursor or editing key, or one character. */
// eslint-disable-next-line no-control-regex -- keys are control characters
const keyPattern = /^(?:\x1b[[O][\d;]*[A-Za-z~]|[^])/u;
// eslint-disable-next-line no-control-regex -- as above
const unfinishedKey = /^\x1b(?:[[O][\d;]*)?$/;

/** The editing keys, as the emacs mode of mksh knows them. */
const keys: Readonly<Record<string, (editor: LineEditor) => void>> = {
  '\x01': (editor) => editor.moveTo(0),
  '\x02': (editor) => editor.moveTo(editor.cursor - 1),
  '\x05': (editor) => editor.moveTo(Infinity),
  '\x06': (editor) => editor.moveTo(editor.cursor + 1),
  '\b': (editor) => editor.delete(editor.cursor - 1, editor.cursor),
  '\x7f': (editor) => editor.delete(editor.cursor - 1, editor.cursor),
  '\x0b': (editor) => editor.delete(editor.cursor, Infinity),
  '\x0e': (editor) => editor.recall(1),
  '\x10': (editor) => editor.recall(-1),
  '\x15': (editor) => editor.delete(0, Infinity),
  '\x17': (editor) => editor.delete(editor.lastWordStart(), editor.cursor),
  '\x1b[3~': (editor) => editor.delete(editor.cursor, editor.cursor + 1),
  '\x1b[A': (editor) => editor.recall(-1),
  '\x1b[B': (editor) => editor.recall(1),
  '\x1b[C': (editor) => editor.moveTo(editor.cursor + 1),
  '\x1b[D': (editor) => editor.moveTo(editor.cursor - 1),
  '\x1b[F': (editor) => editor.moveTo(Infinity),
  '\x1b[H': (editor) => editor.moveTo(0),
};

/** Reads lines from a terminal as mksh does: it echoes, edits, completes and remembers them. */
export class LineEditor {
  readonly #terminal: Terminal;
  readonly #complete: Completer;
  readonly #history: string[] = [];
  /** The line that is shown, in the history or after it. */
  #recalled = 0;
  #prompt = '';
  #characters: string[] = [];
  cursor = 0;
  /** Columns that the last drawing filled, and the one where the cursor stands. */
  #drawn = { text: '', column: 0 };

  constructor(terminal: Terminal, complete: Completer) {
    this.#terminal = terminal;
    this.#complete = complete;
  }

  /** Prints the prompt and resolves with the line; null at Ctrl+D on an empty one, or when the terminal ends. */
  async readLine(prompt: string, signal: AbortSignal): Promise<TypedLine> {
    this.#prompt = prompt;
    this.#characters = [];
    this.cursor = 0;
    this.#recalled = this.#history.length;
    this.#drawn = { text: prompt, column: prompt.length };
    this.#terminal.isRaw = true;
    await this.#print(prompt);
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of this.#terminal.input(signal)) {
      rest += decoder.decode(chunk, { stream: true });
      while (rest !== '' && !unfinishedKey.test(rest)) {
        const key = keyPattern.exec(rest)?.[0] ?? rest;
        rest = rest.slice(key.length);
        const ended = await this.#press(key);
        if (ended === undefined) continue;
        this.#terminal.isRaw = false;
        this.#terminal.unread(encodeUtf8(rest));
        return ended;
      }
    }
    return null;
  }

  /** Moves the cursor, at most to either end of the line. */
  moveTo(position: number): void {
    this.cursor = Math.max(0, Math.min(position, this.#characters.length));
  }

  delete(from: number, to: number): void {
    const start = Math.max(0, from);
    this.#characters.splice(start, to - start);
    this.moveTo(start);
  }

  /** Where the word before the cursor begins. */
  lastWordStart(): number {
    return this.#characters
      .slice(0, this.cursor)
      .join('')
      .replace(/\S+\s*$/u, '').length;
  }

  /** Shows an earlier or later line of the history. */
  recall(step: -1 | 1): void {
    const at = this.#recalled + step;
    if (at < 0 || at > this.#history.length) return;
    this.#recalled = at;
    this.#characters = [...(this.#history[at] ?? '')];
    this.moveTo(Infinity);
  }

  /** Applies one key. Resolves with the line when the key ends it. */
  async #press(key: string): Promise<TypedLine | undefined> {
    if (key === '\r' || key === '\n') return this.#end('\r\n', false);
    if (key === '\x03') return this.#end('^C\n', true);
    if (key === '\x04' && this.#characters.length === 0) {
      await this.#print('^D\r\n');
      return null;
    }
    if (key === '\x0c') {
      await this.#print('\n');
      this.#drawn = { text: '', column: 0 };
    } else if (key === '\t') await this.#completeWord();
    else if (Object.hasOwn(keys, key.replace('\x1bO', '\x1b[')))
      keys[key.replace('\x1bO', '\x1b[')]?.(this);
    else if (key >= ' ') this.#characters.splice(this.cursor++, 0, key);
    await this.#draw();
    return undefined;
  }

  async #end(printed: string, isInterrupted: boolean): Promise<TypedLine> {
    const text = this.#characters.join('');
    if (text.trim() !== '' && this.#history.at(-1) !== text) this.#history.push(text);
    this.moveTo(Infinity);
    await this.#draw();
    await this.#print(printed);
    return { text, isInterrupted };
  }

  async #completeWord(): Promise<void> {
    const before = this.#characters.slice(0, this.cursor).join('');
    const found = this.#complete(before);
    const word = /\S*$/.exec(before)?.[0] ?? '';
    let common = found[0] ?? word;
    for (const each of found) while (!each.startsWith(common)) common = common.slice(0, -1);
    const isWhole = found.length === 1 && !common.endsWith('/');
    const added = [...common.slice(word.length), ...(isWhole ? [' '] : [])];
    this.#characters.splice(this.cursor, 0, ...added);
    this.cursor += added.length;
    if (added.length > 0 || found.length < 2) return;
    await this.#print(`\n${found.join('\n')}\n`);
    this.#drawn = { text: '', column: 0 };
  }

  /** Draws what has changed; a line that is too long scrolls sideways and has a mark at its end, as in mksh. */
  async #draw(): Promise<void> {
    const width = (this.#terminal.columns || 80) - 2;
    const characters = [...this.#prompt, ...this.#characters];
    const position = this.#prompt.length + this.cursor;
    const start = position < width ? 0 : position - Math.floor(width / 2);
    const visible = characters.slice(start, start + width).join('');
    const hasMore = characters.length > start + width;
    const mark = start > 0 ? (hasMore ? '*' : '<') : '>';
    const text = start > 0 || hasMore ? visible.padEnd(width) + mark : visible;
    const before = this.#drawn;
    this.#drawn = { text, column: position - start };
    // What is typed at the end is only added.
    if (text.startsWith(before.text) && before.column === before.text.length) {
      await this.#print(text.slice(before.column));
    } else await this.#print(`\r${text.padEnd(before.text.length)}`);
    const end = Math.max(text.length, text.startsWith(before.text) ? 0 : before.text.length);
    await this.#print('\b'.repeat(end - this.#drawn.column));
  }

  async #print(text: string): Promise<void> {
    if (text !== '') await this.#terminal.write(encodeUtf8(text));
  }
}
