import { SecretPlaces } from './secret-places.ts';

/** What stands in the place of a secret. */
export const hidden = '•••';

/** A shorter secret would hide half of every text; it is hidden where it was given, and only there. */
const shortest = 3;

/** A value that JSON can carry. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Hides secrets in what was asked and what was answered. */
export class Mask {
  readonly #everywhere: SecretPlaces | null;
  readonly #kept: ReadonlySet<string>;

  /**
   * `secrets` are hidden in every text, `own` also where a whole value is one of them, however
   * short. Names of arguments that are `kept` stay as they are.
   */
  constructor(secrets: Iterable<string>, kept: ReadonlySet<string> = new Set()) {
    const long = [...new Set(secrets)].filter(isTelling);
    this.#everywhere = long.length === 0 ? null : new SecretPlaces(long);
    this.#kept = kept;
  }

  /** The text without secrets. */
  text(text: string): string {
    let masked = '';
    let at = 0;
    for (const { start, end } of this.#everywhere?.find(text) ?? []) {
      masked += text.slice(at, start) + hidden;
      at = end;
    }
    return masked + text.slice(at);
  }

  /** The value without secrets, in names and texts at any depth. */
  value(value: unknown, own: ReadonlySet<string>): Json {
    if (typeof value === 'string') return own.has(value) ? hidden : this.text(value);
    if (typeof value === 'number') return own.has(String(value)) ? hidden : value;
    if (typeof value === 'boolean' || value === null) return value;
    if (Array.isArray(value)) return value.map((each: unknown) => this.value(each, own));
    if (typeof value !== 'object') return null;
    const members = Object.entries(value).map(([name, each]: [string, unknown]) => [
      this.#kept.has(name) ? name : this.text(name),
      this.value(each, own),
    ]);
    // Not by assignment: a member may be called __proto__.
    return Object.fromEntries(members) as { readonly [key: string]: Json }; // Made of Json above.
  }

  /** The same for a text that holds JSON; one that does not is a text. */
  json(text: string, own: ReadonlySet<string>): string {
    const value = parsed(text);
    return value === undefined ? this.text(text) : JSON.stringify(this.value(value, own));
  }
}

/** The value of a JSON text; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Bullets are what passwords are shown as already, and what secrets become here. */
function isTelling(secret: string): boolean {
  return secret.trim().length >= shortest && /[^\s•]/.test(secret);
}
