/** The syntax tree of a shell script. */

/** A word before expansion: the concatenation of its parts. */
export type Word = readonly WordPart[];

export type WordPart =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | VariablePart
  /** `$(…)` or backquotes. */
  | { readonly kind: 'output'; readonly script: Script; readonly quoted: boolean };

export interface VariablePart {
  readonly kind: 'variable';
  /** A name, a digit, or one of `? $ ! # @ *`. */
  readonly name: string;
  readonly quoted: boolean;
  /** `${#name}` */
  readonly isLength: boolean;
  /** `${name-word}`: used when the variable is unset, or with `:-` (`orEmpty`) also when it is empty. */
  readonly fallback?: { readonly word: Word; readonly orEmpty: boolean };
}

export interface Redirect {
  /** `both` is `&>`. */
  readonly from: number | 'both';
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

/** Commands that contain others; their redirects apply to everything inside. */
export type CompoundCommand =
  | { readonly kind: 'group'; readonly body: Script }
  | { readonly kind: 'subshell'; readonly body: Script }
  | {
      readonly kind: 'if';
      readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
      readonly otherwise: Script | undefined;
    }
  | {
      readonly kind: 'while';
      /** An `until` loop, which runs as long as the condition fails. */
      readonly until: boolean;
      readonly condition: Script;
      readonly body: Script;
    }
  | {
      readonly kind: 'for';
      readonly name: string;
      readonly words: readonly Word[];
      readonly body: Script;
    };

export type Command =
  SimpleCommand | (CompoundCommand & { readonly redirects: readonly Redirect[] });

export interface Pipeline {
  readonly negated: boolean;
  readonly commands: readonly Command[];
}

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
