import type { CallRecord } from '#core/link/messages.ts';
import { type Json, isObject, parseJson } from './json.ts';
import { SecretFinder } from './secret-finder.ts';

/** The text that replaces a secret. */
export const maskedText = '•••';

/** Shorter secrets are masked only as whole values: they occur in too many texts. */
const minLength = 3;

/** Masks secrets in texts and JSON values. `MaskedCall` masks a whole call. */
export class Mask {
  readonly #finder: SecretFinder | null;
  readonly #keptNames: ReadonlySet<string>;

  /** `secrets` are masked in every text. Argument names in `keptNames` stay as they are. */
  constructor(secrets: Iterable<string>, keptNames: ReadonlySet<string> = new Set()) {
    const maskable = [...new Set(secrets)].filter(isMaskable);
    this.#finder = maskable.length === 0 ? null : new SecretFinder(maskable);
    this.#keptNames = keptNames;
  }

  /** The text with its secrets masked. */
  maskText(text: string): string {
    let masked = '';
    let at = 0;
    for (const { start, end } of this.#finder?.find(text) ?? []) {
      masked += text.slice(at, start) + maskedText;
      at = end;
    }
    return masked + text.slice(at);
  }

  /**
   * The value with its secrets masked, in names and texts at any depth. `ownSecrets` are also
   * masked where one is a whole value, however short.
   */
  maskValue(value: Json, ownSecrets: ReadonlySet<string>): Json {
    if (typeof value === 'string') return ownSecrets.has(value) ? maskedText : this.maskText(value);
    if (typeof value === 'number') return ownSecrets.has(String(value)) ? maskedText : value;
    if (typeof value === 'boolean' || value === null) return value;
    if (!isObject(value)) return value.map((item) => this.maskValue(item, ownSecrets));
    const members = Object.entries(value).map(([name, member]): [string, Json] => [
      this.#keptNames.has(name) ? name : this.maskText(name),
      this.maskValue(member, ownSecrets),
    ]);
    // Assignment would fail for a member called __proto__.
    return Object.fromEntries(members);
  }

  /** The same for a JSON text; a text that is no JSON is masked as plain text. */
  maskJson(text: string, ownSecrets: ReadonlySet<string>): string {
    const value = parseJson(text);
    return value === undefined
      ? this.maskText(text)
      : JSON.stringify(this.maskValue(value, ownSecrets));
  }
}

/**
 * The arguments and the text of a call as they are shown and exported. The call's own secrets are
 * also masked where one is a whole value, however short.
 */
export class MaskedCall {
  readonly #call: Pick<CallRecord, 'argumentsJson' | 'text'>;
  readonly #ownSecrets: ReadonlySet<string>;
  readonly #mask: Mask;

  /** Pass `mask` to also mask the secrets of other calls. */
  constructor(
    { secrets, ...call }: Pick<CallRecord, 'argumentsJson' | 'text' | 'secrets'>,
    mask = new Mask(secrets),
  ) {
    this.#call = call;
    this.#ownSecrets = new Set(secrets);
    this.#mask = mask;
  }

  get arguments(): Json {
    return this.#mask.maskValue(parseJson(this.#call.argumentsJson) ?? {}, this.#ownSecrets);
  }

  get text(): string {
    const { text } = this.#call;
    // Parsed only where the call has secrets of its own: a short one is found only as a whole
    // value.
    return this.#ownSecrets.size === 0
      ? this.#mask.maskText(text)
      : this.#mask.maskJson(text, this.#ownSecrets);
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
function isMaskable(secret: string): boolean {
  return secret.trim().length >= minLength && /[^\s•]/.test(secret);
}
