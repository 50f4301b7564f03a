import type { CallRecord } from '../../core/link/messages.ts';
import { type Json, isObject, parseJson } from './json.ts';
import { SecretPlaces } from './secret-places.ts';

/** What stands in the place of a secret. */
export const hidden = '•••';

/** A shorter secret would hide half of every text; it is hidden where it was given, and only there. */
const shortest = 3;

/** Hides secrets in texts and values. Calls are masked by `MaskedCall`. */
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
  value(value: Json, own: ReadonlySet<string>): Json {
    if (typeof value === 'string') return own.has(value) ? hidden : this.text(value);
    if (typeof value === 'number') return own.has(String(value)) ? hidden : value;
    if (typeof value === 'boolean' || value === null) return value;
    if (!isObject(value)) return value.map((each) => this.value(each, own));
    const members = Object.entries(value).map(([name, each]): [string, Json] => [
      this.#kept.has(name) ? name : this.text(name),
      this.value(each, own),
    ]);
    // Not by assignment: a member may be called __proto__.
    return Object.fromEntries(members);
  }

  /** The same for a text that holds JSON; one that does not is a text. */
  json(text: string, own: ReadonlySet<string>): string {
    const value = parseJson(text);
    return value === undefined ? this.text(text) : JSON.stringify(this.value(value, own));
  }
}

/**
 * What of a call is shown and exported: its arguments and its text, without its secrets. These are
 * hidden also where a whole value is one of them, however short.
 */
export class MaskedCall {
  readonly #call: Pick<CallRecord, 'argumentsJson' | 'text'>;
  readonly #own: ReadonlySet<string>;
  readonly #mask: Mask;

  /** `mask` is for those who hide the secrets of other calls, too. */
  constructor(
    { secrets, ...call }: Pick<CallRecord, 'argumentsJson' | 'text' | 'secrets'>,
    mask = new Mask(secrets),
  ) {
    this.#call = call;
    this.#own = new Set(secrets);
    this.#mask = mask;
  }

  get arguments(): Json {
    return this.#mask.value(parseJson(this.#call.argumentsJson) ?? {}, this.#own);
  }

  get text(): string {
    const { text } = this.#call;
    // Only a short secret needs the text taken apart: others are found in it as it is.
    return this.#own.size === 0 ? this.#mask.text(text) : this.#mask.json(text, this.#own);
  }
}

/** What the call was given, secrets and all, for doing it again; arguments that are no object can't be sent. */
export function argumentsOf({ argumentsJson }: Pick<CallRecord, 'argumentsJson'>): {
  readonly [key: string]: Json;
} {
  const value = parseJson(argumentsJson) ?? null;
  return isObject(value) ? value : {};
}

/** Bullets are what passwords are shown as already, and what secrets become here. */
function isTelling(secret: string): boolean {
  return secret.trim().length >= shortest && /[^\s•]/.test(secret);
}
