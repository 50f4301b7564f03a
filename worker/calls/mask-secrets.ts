import type { Call, CallArguments, Json } from '#core/call.ts';
import { maskedText } from '#core/link/call.ts';
import { toolInfos } from './console-mcp.ts';

/** Shorter secrets are masked only as whole values: they occur in too many texts. */
const minLength = 3;

/** Masks secrets in texts and JSON values. */
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
   * masked, however short, if they are a whole value.
   */
  maskValue(value: Json, ownSecrets: ReadonlySet<string>): Json {
    if (typeof value === 'string') return ownSecrets.has(value) ? maskedText : this.maskText(value);
    if (typeof value === 'number') return ownSecrets.has(String(value)) ? maskedText : value;
    if (typeof value === 'boolean' || value === null) return value;
    return isList(value)
      ? value.map((item) => this.maskValue(item, ownSecrets))
      : this.maskMembers(value, ownSecrets);
  }

  /** Like `maskValue`, for the members of an object. */
  maskMembers(members: CallArguments, ownSecrets: ReadonlySet<string>): CallArguments {
    const masked = Object.entries(members).map(([name, member]): [string, Json] => [
      this.#keptNames.has(name) ? name : this.maskText(name),
      this.maskValue(member, ownSecrets),
    ]);
    // Assignment would fail for a member called __proto__.
    return Object.fromEntries(masked);
  }

  /** Like `maskValue`, for an answer, which may be JSON. */
  maskAnswer(text: string, ownSecrets: ReadonlySet<string>): string {
    // A short secret is found only as a whole value.
    const value = ownSecrets.size === 0 ? undefined : parseJson(text);
    return value === undefined
      ? this.maskText(text)
      : JSON.stringify(this.maskValue(value, ownSecrets));
  }
}

/** Array.isArray does not narrow to a read-only array. */
function isList(value: readonly Json[] | CallArguments): value is readonly Json[] {
  return Array.isArray(value);
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // JSON.parse returns only JSON values.
  } catch {
    return undefined;
  }
}

/** Most secrets to search for, and their total length in UTF-16 code units. Beyond that the oldest are forgotten: each new secret costs time for all. */
const maxSecrets = 200;
const maxSecretUnits = 200_000;

/** The secrets of one call. `arePresumed`: the call ended before it read the field for its text. */
interface SecretTexts {
  readonly texts: readonly string[];
  readonly arePresumed: boolean;
}

/**
 * Masks typed passwords and clipboard texts in the calls that the page gets: secrets of the call itself and of
 * earlier calls, which a later screen or answer may show. They are kept only in this worker's memory.
 */
export class CallMasks {
  readonly #secrets = new Set<string>();
  readonly #toolNames: ReadonlySet<string>;
  readonly #parameterNames: ReadonlySet<string>;
  #mask = new Mask([]);

  constructor() {
    const tools = toolInfos();
    this.#toolNames = new Set(tools.map(({ name }) => name));
    this.#parameterNames = parameterNames(tools.map(({ inputSchema }) => inputSchema));
  }

  /** The call with its secrets masked. Its own secrets are also masked, however short, if they are a whole value. */
  mask(call: Call, { texts, arePresumed }: SecretTexts): Call {
    const ownSecrets = new Set(texts);
    // A text that no field received is not certain to be a password, and appears nowhere else.
    const isKnown = !(call.isError && arePresumed);
    if (isKnown) this.#remember(texts);
    const mask = isKnown
      ? this.#mask
      : new Mask([...this.#secrets, ...texts], this.#parameterNames);
    const { tool, notes, wait, selectors, refusalNote } = call;
    return {
      ...call,
      agent: mask.maskText(call.agent),
      tool: this.#toolNames.has(tool) ? tool : mask.maskText(tool),
      arguments: mask.maskMembers(call.arguments, ownSecrets),
      text: mask.maskAnswer(call.text, ownSecrets),
      notes: notes?.map((each) => mask.maskText(each)),
      wait: wait && { ...wait, reason: mask.maskText(wait.reason) },
      selectors: selectors?.map((each) => mask.maskText(each)),
      refusalNote: refusalNote === undefined ? undefined : mask.maskText(refusalNote),
    };
  }

  #remember(secrets: readonly string[]): void {
    const added = secrets.filter((secret) => !this.#secrets.has(secret));
    if (added.length === 0) return;
    for (const secret of added) this.#secrets.add(secret);
    let units = [...this.#secrets].reduce((sum, { length }) => sum + length, 0);
    for (const secret of this.#secrets) {
      if (this.#secrets.size <= maxSecrets && units <= maxSecretUnits) break;
      this.#secrets.delete(secret);
      units -= secret.length;
    }
    this.#mask = new Mask(this.#secrets, this.#parameterNames);
  }
}

/** The parameter names in the schemas of tools, at any depth. They are never masked, even if a secret equals one. */
function parameterNames(schemas: readonly unknown[]): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const members: readonly [string, unknown][] = Object.entries(schema);
    for (const [key, value] of members) {
      if (key === 'properties' && typeof value === 'object' && value !== null) {
        for (const name of Object.keys(value)) names.add(name);
      }
      collect(value);
    }
  };
  collect(schemas);
  return names;
}

/**
 * Whether a secret is long enough to be masked anywhere. A secret of only bullets is masked
 * already.
 */
function isMaskable(secret: string): boolean {
  return secret.trim().length >= minLength && /[^\s•]/.test(secret);
}

/** A range of a text, from `start` to before `end`. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Texts for agents are truncated in places: this many first characters identify a long secret. */
const identifyingLength = 24;
/** Secrets are indexed by this many first characters; shorter ones are searched for literally. */
const prefixLength = 3;

/** One encoding in which a secret may occur, and how to decode it. */
interface SecretEncoding {
  /** Texts that do not match contain nothing in this encoding. */
  readonly applies: RegExp;
  readonly escapes: RegExp;
  readonly decode: (part: string) => string;
}

/**
 * Every decoding drops backslashes: JSON, and JSON within JSON, adds any number of them. Selectors
 * and replies write invisible characters as `\u{…}`.
 */
const decodings: readonly SecretEncoding[] = [
  {
    applies: /(?:)/,
    escapes: /(?<!\\)\\+(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|[nrtbf])/gi,
    decode: (part) => characterOf(/u\{?([\da-f]+)\}?$/i.exec(part)?.[1]),
  },
  // Text that looks like a JSON escape may be literal.
  { applies: /\\/, escapes: /[^\s\S]/g, decode: () => '' },
  // URLs.
  {
    applies: /%[\da-f]{2}/i,
    escapes: /(?:%[\da-f]{2})+|\+/gi,
    decode: (part) => (part === '+' ? ' ' : decodePercent(part)),
  },
  // XML and HTML.
  {
    applies: /&(?:#|amp|lt|gt|quot|apos)/,
    escapes: /&(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[\da-f]{1,5});/gi,
    decode: (part) => entities[part] ?? characterOf(/^&#x(.*);/i.exec(part)?.[1], part),
  },
  // Card and phone numbers are shown in groups.
  {
    applies: /\d[ .\u00a0\u202f-]\d/,
    escapes: /(?<=\d)[ .\u00a0\u202f-](?=\d)/g,
    decode: () => '',
  },
];

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/**
 * Normalized in every decoding: backslashes, white space, and letters with combining marks, which
 * may be one character or several.
 */
const normalizedParts = /\\+|[\s\p{Cc}]+|[^\p{M}\\\s\p{Cc}]\p{M}+/gu;

/**
 * Finds secrets in a text, in any of the encodings. No regular expression is made from whole
 * secrets: some would backtrack without end.
 */
class SecretFinder {
  /** Decoded forms of the secrets by their prefix, the longest first. */
  readonly #byPrefix: ReadonlyMap<string, readonly string[]>;
  readonly #prefixPattern: RegExp | null;
  /** Secrets that are almost empty once decoded. */
  readonly #literals: readonly string[];

  constructor(secrets: readonly string[]) {
    const decodedSecrets = secrets.map((secret) => ({ secret, forms: decodedForms(secret) }));
    this.#byPrefix = byPrefix(new Set(decodedSecrets.flatMap(({ forms }) => forms)));
    this.#literals = decodedSecrets.flatMap(({ secret, forms }) =>
      forms.length === 0 ? literalForms(secret) : [],
    );
    const prefixes = [...this.#byPrefix.keys()].map(escapeRegExp);
    // A lookahead, since matches may overlap.
    this.#prefixPattern =
      prefixes.length === 0 ? null : new RegExp(`(?=(${prefixes.join('|')}))`, 'g');
  }

  /** The ranges of the text that contain secrets, in order and without overlaps. */
  find(text: string): readonly TextRange[] {
    const ranges = this.#literals.flatMap((literal) => literalRanges(text, literal));
    const decodedRanges =
      this.#prefixPattern === null
        ? []
        : decodings.flatMap((decoding) => this.#findIn(text, decoding));
    return mergeRanges([...ranges, ...decodedRanges]);
  }

  #findIn(text: string, decoding: SecretEncoding): TextRange[] {
    if (this.#prefixPattern === null || !decoding.applies.test(text)) return [];
    const { text: decoded, starts, ends } = decodeText(text, decoding);
    const endOf = (unit: number): number => ends[unit - 1] ?? text.length;
    const ranges: TextRange[] = [];
    for (const { index, 1: prefix = '' } of decoded.matchAll(this.#prefixPattern)) {
      const forms = this.#byPrefix.get(prefix) ?? [];
      const completeLength = forms.find((form) => decoded.startsWith(form, index))?.length ?? 0;
      const isTruncatedHere = (form: string): boolean =>
        form.length > identifyingLength &&
        decoded.startsWith(form.slice(0, identifyingLength), index);
      const truncatedEnd = forms.some(isTruncatedHere)
        ? truncationEnd(text, endOf(index + identifyingLength))
        : 0;
      const end = Math.max(completeLength === 0 ? 0 : endOf(index + completeLength), truncatedEnd);
      if (end > 0) ranges.push({ start: starts[index] ?? 0, end });
    }
    return ranges;
  }
}

/**
 * A decoded text, and for each of its UTF-16 units the range of the original that it comes from.
 */
interface DecodedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function decodeText(text: string, { escapes, decode }: SecretEncoding): DecodedText {
  const builder = new DecodedTextBuilder();
  let at = 0;
  for (const { index, 0: part } of text.matchAll(escapes)) {
    builder.addLiteral(text.slice(at, index), at);
    at = index + part.length;
    builder.addDecoded(decode(part), index, at);
  }
  builder.addLiteral(text.slice(at), at);
  return { text: builder.units.join(''), starts: builder.starts, ends: builder.ends };
}

/** Builds a decoded text. */
class DecodedTextBuilder {
  readonly units: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** The start of the preceding backslashes; null if there are none. */
  #backslashStart: number | null = null;

  /** Adds text without escapes. */
  addLiteral(text: string, offset: number): void {
    let at = 0;
    for (const { index, 0: part } of text.matchAll(normalizedParts)) {
      this.#addUnescaped(text.slice(at, index), offset + at);
      at = index + part.length;
      if (part.startsWith('\\')) this.#backslashStart ??= offset + index;
      else this.addDecoded(part.normalize('NFC'), offset + index, offset + at);
    }
    this.#addUnescaped(text.slice(at), offset + at);
  }

  /** Adds the decoded characters of a range; a run of white space becomes one blank. */
  addDecoded(decoded: string, start: number, end: number): void {
    const from = this.#backslashStart ?? start;
    this.#backslashStart = null;
    for (const unit of decoded.replaceAll('\\', '').split('')) {
      const isBlank = /[\s\p{Cc}]/u.test(unit);
      if (isBlank && this.units.at(-1) === ' ') this.ends[this.ends.length - 1] = end;
      else this.#push(isBlank ? ' ' : unit, from, end);
    }
  }

  #addUnescaped(text: string, offset: number): void {
    for (let at = 0; at < text.length; at += 1) {
      this.#push(
        text.charAt(at),
        at === 0 ? (this.#backslashStart ?? offset) : offset + at,
        offset + at + 1,
      );
    }
    if (text !== '') this.#backslashStart = null;
  }

  #push(unit: string, start: number, end: number): void {
    this.units.push(unit);
    this.starts.push(start);
    this.ends.push(end);
  }
}

/** The forms by prefix, the longest first. */
function byPrefix(forms: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const form of [...forms].sort((a, b) => b.length - a.length)) {
    const prefix = form.slice(0, prefixLength);
    const list = lists.get(prefix);
    if (list === undefined) lists.set(prefix, [form]);
    else list.push(form);
  }
  return lists;
}

/** The distinct decoded forms of the secret that are at least as long as the prefix. */
function decodedForms(secret: string): readonly string[] {
  const forms = decodings
    .filter(({ applies }) => applies.test(secret))
    .map((decoding) => decodeText(secret, decoding).text.trim());
  return [...new Set(forms)].filter((form) => form.length >= prefixLength);
}

/** The secret as it is, and escaped for JSON. */
function literalForms(secret: string): readonly string[] {
  const trimmed = secret.trim();
  return [...new Set([trimmed, JSON.stringify(trimmed).slice(1, -1)])];
}

function literalRanges(text: string, literal: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length)) {
    ranges.push({ start: at, end: at + literal.length });
  }
  return ranges;
}

/** The end of a truncated text, after its ellipsis; 0 if it was not truncated. */
function truncationEnd(text: string, from: number): number {
  const rest = /[^\n\t"…]{0,2000}…/y;
  rest.lastIndex = from;
  return rest.test(text) ? rest.lastIndex : 0;
}

/** The ranges in order, overlapping ones merged. */
function mergeRanges(ranges: TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || range.start >= last.end) merged.push(range);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return merged;
}

function characterOf(hexadecimal: string | undefined, entity = ''): string {
  const number = hexadecimal === undefined ? parseInt(entity.slice(2)) : parseInt(hexadecimal, 16);
  // A JSON escape without a number is white space.
  return Number.isNaN(number) || number > 0x10ffff ? ' ' : String.fromCodePoint(number);
}

function decodePercent(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`);
}
