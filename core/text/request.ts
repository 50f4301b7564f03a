/** Whether a field holds the text that was sent to it. */
export type Verification =
  /** The field holds what was requested. */
  | { readonly kind: 'exact' }
  /** It may hold it; the reason says why that can't be told. */
  | { readonly kind: 'unverified'; readonly reason: string }
  /** Characters of the requested text are missing. `intended`: the whole content that the field should have, if that is certain. */
  | { readonly kind: 'dropped'; readonly intended?: string }
  /** It holds something else. */
  | { readonly kind: 'different' };

/** A field as a dump shows it. */
export interface FieldReading {
  /** What it shows: its content, bullets, or its hint. */
  readonly shown: string;
  /** Its hint; empty if there is none or the dump has no hint attribute. */
  readonly hint: string;
  readonly password: boolean;
}

/** An edit of a field, and what the field showed before. */
export interface EditRequest {
  /** `replace`: the text becomes the whole content. `insert`: the text is typed at a cursor whose position is unknown. */
  readonly how: 'replace' | 'insert';
  readonly text: string;
  readonly before: FieldReading;
  /** What the field was seen to show when empty: its hint or nothing. */
  readonly shownEmpty?: string | undefined;
}
