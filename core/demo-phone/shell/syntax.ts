/** The syntax tree of a shell script. */

/** A word before expansion: the concatenation of its parts. */
export type Word = readonly WordPart[];

export type WordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** The name of a variable, or one of `? $ 0`. */
  | { readonly kind: 'variable'; readonly name: string; readonly quoted: boolean }
  /** `$(…)` */
  | { readonly kind: 'output'; readonly script: Script; readonly quoted: boolean };

export interface Redirect {
  readonly from: 0 | 1 | 2;
  /** `copy` is `2>&1`. */
  readonly kind: 'read' | 'write' | 'append' | 'copy';
  readonly target: Word;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

export interface SimpleCommand {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
}

/** `{ …; }`; the redirects apply to everything inside. */
export interface Group {
  readonly kind: 'group';
  readonly body: Script;
  readonly redirects: readonly Redirect[];
}

export type Command = SimpleCommand | Group;

/** Commands joined by `|`. */
export type Pipeline = readonly Command[];

/** Pipelines joined by `&&` and `||`, which are left-associative. */
export interface ListItem {
  readonly first: Pipeline;
  readonly rest: readonly { readonly operator: '&&' | '||'; readonly pipeline: Pipeline }[];
  /** Whether it ends with `&`. */
  readonly background: boolean;
}

export type Script = readonly ListItem[];

/** The script is invalid; `message` follows `syntax error: `, or replaces it if `token` is null. */
export class ShellSyntaxError extends Error {
  /** The unexpected token; null if the script ends inside quotes. */
  readonly token: string | null;
  constructor(token: string | null) {
    super(token === null ? 'no closing quote' : `unexpected '${token}'`);
    this.token = token;
  }
}

/** The script uses a part of mksh's language that the demo phone lacks. */
export class UnsupportedSyntaxError extends Error {
  constructor(token: string) {
    super(`the demo phone's shell does not support ${token}`);
  }
}
