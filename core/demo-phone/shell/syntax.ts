/** What a line of shell is made of, once parsed. */

/** A word before expansion; its parts stand side by side without blanks. */
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
  readonly asLength: boolean;
  /** `${name:-word}`: taken when the variable is unset, or (`orEmpty`) empty. */
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

/** Commands that hold others; their redirects hold for everything inside. */
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
      /** `until` loops as long as the condition fails. */
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

/** Pipelines joined by `&&` and `||`, which bind from left to right. */
export interface Item {
  readonly first: Pipeline;
  readonly rest: readonly { readonly joint: '&&' | '||'; readonly pipeline: Pipeline }[];
  /** Ended by `&`. */
  readonly background: boolean;
}

export type Script = readonly Item[];

/** The script is no shell; `message` is what stands after `syntax error: ` or instead of it. */
export class ShellSyntaxError extends Error {
  /** The token that should not be there; null where the text ended inside a quote. */
  readonly token: string | null;
  constructor(token: string | null) {
    super(token === null ? 'no closing quote' : `unexpected '${token}'`);
    this.token = token;
  }
}
