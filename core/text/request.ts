/** What became of a text that was sent to a field. */
export type Verdict =
  /** The field holds what was asked. */
  | { readonly kind: 'exact' }
  /** It may hold it; the reason says why nobody can tell. */
  | { readonly kind: 'unverified'; readonly reason: string }
  /** Characters of what was asked are missing. `intended`: what the field should hold in all, where that is certain. */
  | { readonly kind: 'dropped'; readonly intended?: string }
  /** It holds something else. */
  | { readonly kind: 'different' };

/** A field as a dump tells it. */
export interface FieldReading {
  /** What it shows: its content, bullets, or its hint. */
  readonly shown: string;
  /** Its hint; empty where there is none or the dump does not print it. */
  readonly hint: string;
  readonly password: boolean;
}

/** What was asked of a field, and what it showed before. */
export interface Request {
  /** `replace`: the field is to hold the text alone. `insert`: the text is typed at a cursor that can't be seen. */
  readonly how: 'replace' | 'insert';
  readonly text: string;
  readonly before: FieldReading;
  /** What the field shows when it is empty, where that was seen: its hint or nothing. */
  readonly shownEmpty?: string | undefined;
}
