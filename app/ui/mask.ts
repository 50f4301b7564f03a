import type { CallRecord } from '../../core/link/messages.ts';
import { type Json, isObject, parseJson } from './json.ts';
import { SecretPlaces } from './secret-places.ts';

/** The text that replaces a secret. */
export const hidden = '•••';

/** Shorter secrets are masked only as whole values: they occur in too many texts. */
const shortest = 3;

/** Masks secrets in texts and JSON values. `MaskedCall` masks a whole call. */
export class Mask {
  readonly #everywhere: SecretPlaces | null;
  readonly #kept: ReadonlySet<string>;

  /** `secrets` are masked in every text. Argument names in `keptNames` stay as they are. */
  constructor(secrets: Iterable<string>, kept: ReadonlySet<string> = new Set()) {
    const long = [...new Set(secrets)].filter(isTelling);
    this.#everywhere = long.length === 0 ? null : new SecretPlaces(long);
    this.#kept = kept;
  }

  /** The text with its secrets masked. */
  text(text: string): string {
    let masked = '';
    let at = 0;
    for (const { start, end } of this.#everywhere?.find(text) ?? []) {
      masked += text.slice(at, start) + hidden;
      at = end;
    }
    return masked + text.slice(at);
  }

  /**
   * The value with its secrets masked, in names and texts at any depth. `ownSecrets` are also
   * masked where one is a whole value, however short.
   */
  value(value: Json, own: ReadonlySet<string>): Json {
    if (typeof value === 'string') return own.has(value) ? hidden : this.text(value);
    if (typeof value === 'number') return own.has(String(value)) ? hidden : value;
    if (typeof value === 'boolean' || value === null) return value;
    if (!isObject(value)) return value.map((each) => this.value(each, own));
    const members = Object.entries(value).map(([name, each]): [string, Json] => [
      this.#kept.has(name) ? name : this.text(name),
      this.value(each, own),
    ]);
    // Assignment would fail for a member called __proto__.
    return Object.fromEntries(members);
  }

  /** The same for a JSON text; a text that is no JSON is masked as plain text. */
  json(text: string, own: ReadonlySet<string>): string {
    const value = parseJson(text);
    return value === undefined ? this.text(text) : JSON.stringify(this.value(value, own));
  }
}

/**
 * The arguments and the text of a call as they are shown and exported. The call's own secrets are
 * also masked where one is a whole value, however short.
 */
export class MaskedCall {
  readonly #call: Pick<CallRecord, 'argumentsJson' | 'text'>;
  readonly #own: ReadonlySet<string>;
  readonly #mask: Mask;

  /** Pass `mask` to also mask the secrets of other calls. */
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
    // Parsed only where the call has secrets of its own: a short one is found only as a whole
    // value.
    return this.#own.size === 0 ? this.#mask.text(text) : this.#mask.json(text, this.#own);
  }
}

/** The call's arguments, unmasked, for repeating it; empty where they are no object. */
export function argumentsOf({ argumentsJson }: Pick<CallRecord, 'argumentsJson'>): {
  readonly [key: string]: Json;
} {
  const value = parseJson(argumentsJson) ?? null;
  return isObject(value) ? value : {};
}

/**
 * Whether a secret is long enough to be masked anywhere. Bullets alone are a masked password
 * already.
 */
function isTelling(secret: string): boolean {
  return secret.trim().length >= shortest && /[^\s•]/.test(secret);
}
