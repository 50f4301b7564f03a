/** A word is missing, or it is not what its place asks for. The message is the Java exception's. */
export class BadArgument extends Error {}

/** The words of a command of `input`, taken one by one as android.os.ShellCommand gives them. */
export class ArgumentReader {
  private at = 0;
  private readonly command: string;
  private readonly words: readonly string[];

  constructor(command: string, words: readonly string[]) {
    this.command = command;
    this.words = words;
  }

  /** The next word; undefined at the end. */
  next(): string | undefined {
    return this.words[this.at++];
  }

  /** The next word; throws `BadArgument` at the end (BasicShellCommandHandler.getNextArgRequired). */
  required(): string {
    const word = this.next();
    if (word !== undefined) return word;
    throw new BadArgument(`Argument expected after "${this.words.at(-1) ?? this.command}"`);
  }

  /** Float.parseFloat of the next word. */
  float(): number {
    const word = this.required().trim();
    if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[fd]?$/i.test(word)) this.fail();
    return parseFloat(word);
  }

  /** Integer.parseInt of the next word, which knows no fractions. */
  integer(): number {
    const word = this.required();
    if (!/^[-+]?\d+$/.test(word)) this.fail();
    return Number(word);
  }

  /** Whether words are left. */
  get hasMore(): boolean {
    return this.at < this.words.length;
  }

  /** Throws what a NumberFormatException becomes. */
  fail(): never {
    throw new BadArgument(`Error: Invalid arguments for command: ${this.command}`);
  }
}
