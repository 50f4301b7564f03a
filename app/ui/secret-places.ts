/** A part of a text, from `start` to before `end`. */
interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** Texts for agents are cut in places; so much of a long secret is told by its beginning. */
const telling = 24;
/** Letters that secrets are looked up by; one with fewer is looked for as it was given. */
const headLength = 3;

/** A way in which a secret may be written: what its parts stand for. */
interface Reading {
  /** Texts without such a part need not be read so. */
  readonly applies: RegExp;
  readonly parts: RegExp;
  readonly meaning: (part: string) => string;
}

/**
 * Backslashes count for nothing anywhere: JSON, and JSON within JSON, put any number of them. With
 * a number in braces selectors and answers write what can't be seen.
 */
const readings: readonly Reading[] = [
  {
    applies: /(?:)/,
    parts: /(?<!\\)\\+(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|[nrtbf])/gi,
    meaning: (part) => letterOf(/u\{?([\da-f]+)\}?$/i.exec(part)?.[1]),
  },
  // What looks like a sign of JSON may be none.
  { applies: /\\/, parts: /[^\s\S]/g, meaning: () => '' },
  // Addresses.
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
  // Numbers of cards and phones are shown in groups.
  { applies: /\d[ .\u00a0\u202f-]\d/, parts: /(?<=\d)[ .\u00a0\u202f-](?=\d)/g, meaning: () => '' },
];

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** What every reading leaves out or makes the same: letters with marks may be one sign or several. */
const common = /\\+|[\s\p{Cc}]+|[^\p{M}\\\s\p{Cc}]\p{M}+/gu;

/** Finds where secrets stand in a text, however they are written. No pattern is made of them: some would take for ever. */
export class SecretPlaces {
  /** The longest first. */
  readonly #byHead: ReadonlyMap<string, readonly string[]>;
  readonly #heads: RegExp | null;
  /** Those of which hardly a letter is left when they are read. */
  readonly #asGiven: readonly string[];

  constructor(secrets: readonly string[]) {
    const read = secrets.map((secret) => ({ secret, ways: waysOf(secret) }));
    this.#byHead = byHead(new Set(read.flatMap(({ ways }) => ways)));
    this.#asGiven = read.flatMap(({ secret, ways }) =>
      ways.length === 0 ? writtenOf(secret) : [],
    );
    const heads = [...this.#byHead.keys()].map(literal);
    // A look ahead: one may begin within another.
    this.#heads = heads.length === 0 ? null : new RegExp(`(?=(${heads.join('|')}))`, 'g');
  }

  /** The parts of the text that hold secrets, in order; none overlaps another. */
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

/** What is left of a text when it is read, with the place in the text that each unit comes from. */
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

/** Gathers what is read. */
class Letters {
  readonly all: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Where the backslashes begin that stand right before. */
  #slashes: number | null = null;

  /** Adds a stretch of text in which nothing stands for anything else. */
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

  /** Adds what a part of the text stands for; white space in a row is one blank. */
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

/** The ways by their first letters, the longest first. */
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

/** How the secret reads, in each way that is not another's; none when too little of it is left. */
function waysOf(secret: string): readonly string[] {
  const ways = readings
    .filter(({ applies }) => applies.test(secret))
    .map((reading) => read(secret, reading).letters.trim());
  return [...new Set(ways)].filter((way) => way.length >= headLength);
}

/** The secret as it stands in a text, and in JSON. */
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

/** Where a text ends that was cut after here; 0 when it was not. */
function cutAt(text: string, from: number): number {
  const rest = /[^\n\t"…]{0,2000}…/y;
  rest.lastIndex = from;
  return rest.test(text) ? rest.lastIndex : 0;
}

/** The parts in order, those that overlap as one. */
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
  // A sign of JSON without a number is white space.
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
