/** A range of a text, from `start` to before `end`. */
interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** Texts for agents are truncated in places: this many first characters identify a long secret. */
const telling = 24;
/** Secrets are indexed by this many first characters; shorter ones are searched for literally. */
const headLength = 3;

/** One encoding in which a secret may occur, and how to decode it. */
interface Reading {
  /** Texts that do not match contain nothing in this encoding. */
  readonly applies: RegExp;
  readonly parts: RegExp;
  readonly meaning: (part: string) => string;
}

/**
 * Every decoding drops backslashes: JSON, and JSON within JSON, adds any number of them. Selectors
 * and replies write invisible characters as `\u{…}`.
 */
const readings: readonly Reading[] = [
  {
    applies: /(?:)/,
    parts: /(?<!\\)\\+(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|[nrtbf])/gi,
    meaning: (part) => letterOf(/u\{?([\da-f]+)\}?$/i.exec(part)?.[1]),
  },
  // What looks like a JSON escape may be literal text.
  { applies: /\\/, parts: /[^\s\S]/g, meaning: () => '' },
  // URLs.
  {
    applies: /%[\da-f]{2}/i,
    parts: /(?:%[\da-f]{2})+|\+/gi,
    meaning: (part) => (part === '+' ? ' ' : decoded(part)),
  },
  // XML and HTML.
  {
    applies: /&(?:#|amp|lt|gt|quot|apos)/,
    parts: /&(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[\da-f]{1,5});/gi,
    meaning: (part) => entities[part] ?? letterOf(/^&#x(.*);/i.exec(part)?.[1], part),
  },
  // Card and phone numbers are shown in groups.
  { applies: /\d[ .\u00a0\u202f-]\d/, parts: /(?<=\d)[ .\u00a0\u202f-](?=\d)/g, meaning: () => '' },
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
const common = /\\+|[\s\p{Cc}]+|[^\p{M}\\\s\p{Cc}]\p{M}+/gu;

/**
 * Finds secrets in a text, in any of the encodings. No regular expression is made from whole
 * secrets: some would backtrack without end.
 */
export class SecretPlaces {
  /** Decoded forms of the secrets by their prefix, the longest first. */
  readonly #byHead: ReadonlyMap<string, readonly string[]>;
  readonly #heads: RegExp | null;
  /** Secrets that are almost empty once decoded. */
  readonly #asGiven: readonly string[];

  constructor(secrets: readonly string[]) {
    const read = secrets.map((secret) => ({ secret, ways: waysOf(secret) }));
    this.#byHead = byHead(new Set(read.flatMap(({ ways }) => ways)));
    this.#asGiven = read.flatMap(({ secret, ways }) =>
      ways.length === 0 ? writtenOf(secret) : [],
    );
    const heads = [...this.#byHead.keys()].map(literal);
    // A lookahead, since matches may overlap.
    this.#heads = heads.length === 0 ? null : new RegExp(`(?=(${heads.join('|')}))`, 'g');
  }

  /** The ranges of the text that hold secrets, in order and without overlaps. */
  find(text: string): readonly TextPart[] {
    const asGiven = this.#asGiven.flatMap((written) => partsLike(text, written));
    const read = this.#heads === null ? [] : readings.flatMap((way) => this.#findIn(text, way));
    return joined([...asGiven, ...read]);
  }

  #findIn(text: string, reading: Reading): TextPart[] {
    if (this.#heads === null || !reading.applies.test(text)) return [];
    const { letters, starts, ends } = read(text, reading);
    const endOf = (unit: number): number => ends[unit - 1] ?? text.length;
    const parts: TextPart[] = [];
    for (const { index, 1: head = '' } of letters.matchAll(this.#heads)) {
      const ways = this.#byHead.get(head) ?? [];
      const whole = ways.find((way) => letters.startsWith(way, index))?.length ?? 0;
      const isBegun = (way: string): boolean =>
        way.length > telling && letters.startsWith(way.slice(0, telling), index);
      const cut = ways.some(isBegun) ? cutAt(text, endOf(index + telling)) : 0;
      const end = Math.max(whole === 0 ? 0 : endOf(index + whole), cut);
      if (end > 0) parts.push({ start: starts[index] ?? 0, end });
    }
    return parts;
  }
}

/**
 * A decoded text, and for each of its UTF-16 units the range of the original that it comes from.
 */
interface ReadText {
  readonly letters: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function read(text: string, { parts, meaning }: Reading): ReadText {
  const letters = new Letters();
  let at = 0;
  for (const { index, 0: part } of text.matchAll(parts)) {
    letters.addText(text.slice(at, index), at);
    at = index + part.length;
    letters.add(meaning(part), index, at);
  }
  letters.addText(text.slice(at), at);
  return { letters: letters.all.join(''), starts: letters.starts, ends: letters.ends };
}

/** Builds a decoded text. */
class Letters {
  readonly all: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** The start of the backslashes directly before; null where there are none. */
  #slashes: number | null = null;

  /** Adds text without escapes. */
  addText(text: string, offset: number): void {
    let at = 0;
    for (const { index, 0: part } of text.matchAll(common)) {
      this.#addPlain(text.slice(at, index), offset + at);
      at = index + part.length;
      if (part.startsWith('\\')) this.#slashes ??= offset + index;
      else this.add(part.normalize('NFC'), offset + index, offset + at);
    }
    this.#addPlain(text.slice(at), offset + at);
  }

  /** Adds the decoded characters of a range; a run of white space becomes one blank. */
  add(meaning: string, start: number, end: number): void {
    const from = this.#slashes ?? start;
    this.#slashes = null;
    for (const unit of meaning.replaceAll('\\', '').split('')) {
      const isBlank = /[\s\p{Cc}]/u.test(unit);
      if (isBlank && this.all.at(-1) === ' ') this.ends[this.ends.length - 1] = end;
      else this.#push(isBlank ? ' ' : unit, from, end);
    }
  }

  #addPlain(text: string, offset: number): void {
    for (let at = 0; at < text.length; at += 1) {
      this.#push(
        text.charAt(at),
        at === 0 ? (this.#slashes ?? offset) : offset + at,
        offset + at + 1,
      );
    }
    if (text !== '') this.#slashes = null;
  }

  #push(unit: string, start: number, end: number): void {
    this.all.push(unit);
    this.starts.push(start);
    this.ends.push(end);
  }
}

/** The forms by prefix, the longest first. */
function byHead(ways: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const way of [...ways].sort((a, b) => b.length - a.length)) {
    const head = way.slice(0, headLength);
    const list = lists.get(head);
    if (list === undefined) lists.set(head, [way]);
    else list.push(way);
  }
  return lists;
}

/** The distinct decoded forms of the secret; none that are shorter than the prefix. */
function waysOf(secret: string): readonly string[] {
  const ways = readings
    .filter(({ applies }) => applies.test(secret))
    .map((reading) => read(secret, reading).letters.trim());
  return [...new Set(ways)].filter((way) => way.length >= headLength);
}

/** The secret literally, and escaped as in JSON. */
function writtenOf(secret: string): readonly string[] {
  const trimmed = secret.trim();
  return [...new Set([trimmed, JSON.stringify(trimmed).slice(1, -1)])];
}

function partsLike(text: string, written: string): TextPart[] {
  const parts: TextPart[] = [];
  for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + written.length)) {
    parts.push({ start: at, end: at + written.length });
  }
  return parts;
}

/** The end of a truncated text, after its ellipsis; 0 where it was not truncated. */
function cutAt(text: string, from: number): number {
  const rest = /[^\n\t"…]{0,2000}…/y;
  rest.lastIndex = from;
  return rest.test(text) ? rest.lastIndex : 0;
}

/** The ranges in order, overlapping ones merged. */
function joined(parts: TextPart[]): readonly TextPart[] {
  const apart: TextPart[] = [];
  for (const part of parts.sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || part.start >= last.end) apart.push(part);
    else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, part.end) };
  }
  return apart;
}

function letterOf(hexadecimal: string | undefined, entity = ''): string {
  const number = hexadecimal === undefined ? parseInt(entity.slice(2)) : parseInt(hexadecimal, 16);
  // A JSON escape without a number is white space.
  return Number.isNaN(number) || number > 0x10ffff ? ' ' : String.fromCodePoint(number);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function literal(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`);
}
