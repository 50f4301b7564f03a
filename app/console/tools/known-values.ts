/** The values that a field offers, and texts that are none of them. */
import type { ArgumentPath } from '#core/errors.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import { isObject } from '../../ui/json.ts';
import { plainText } from '../../ui/plain-text.ts';
import { matchWords, searchStrictly, tokensOf } from '../../ui/word-match.ts';
import { namesApp, namesTool, type FieldShape, type FormField } from './form-fields.ts';
import type { ToolsConsole } from './tools-console.ts';

/** A value to choose, and what it stands for. */
export interface KnownValue {
  readonly value: string;
  readonly label?: string;
}

/** A text that is none of the values that its field knows. */
export interface UnknownText {
  readonly path: ArgumentPath;
  readonly field: string;
  readonly text: string;
  /** Whether a value begins like this, so that the text may only be unfinished. */
  readonly isBeginning: boolean;
  /** The values that it may have meant, the likeliest first. */
  readonly similar: readonly string[];
}

/** As long as reading the names of all apps may take a slow phone. */
const appsDeadlineMs = 60_000;

/** The parts of the console that know values. */
interface ValuesConsole {
  readonly tools: Pick<ToolsConsole['tools'], 'appsOf' | 'readApps'>;
  readonly policy: { readonly tools: readonly Pick<ToolInfo, 'name' | 'title'>[] };
  readonly phone: Pick<ToolsConsole['phone'], 'info' | 'status'>;
}

/** The values that the fields of one tool's form offer. */
export class KnownValues {
  readonly #tool: Pick<ToolInfo, 'values'>;
  readonly #console: ValuesConsole;

  constructor(tool: Pick<ToolInfo, 'values'>, console: ValuesConsole) {
    this.#tool = tool;
    this.#console = console;
  }

  /** The values that the field of this name offers. */
  of(field: string): readonly KnownValue[] {
    if (!namesApp(field)) return this.#all(field) ?? [];
    const { tools, phone } = this.#console;
    return tools
      .appsOf(phone.info)
      .map(({ packageName, name }) => ({ value: packageName, label: plainText(name) }));
  }

  /** Reads what the field of this name offers, where only the phone knows it. Never rejects. */
  async read(field: string): Promise<void> {
    const { tools, phone } = this.#console;
    if (!namesApp(field) || phone.status.state !== 'connected') return;
    if (tools.appsOf(phone.info).length > 0) return;
    // Without them the field is filled in as any other.
    await tools.readApps(phone.info, AbortSignal.timeout(appsDeadlineMs)).catch(() => undefined);
  }

  /** The texts in the arguments that are none of all the values of their fields. */
  unknownTexts(
    fields: readonly FormField[],
    args: { readonly [name: string]: unknown },
    path: ArgumentPath = [],
  ): readonly UnknownText[] {
    return fields.flatMap(({ name, shape }) => this.#inValue(shape, args[name], [...path, name]));
  }

  #inValue(shape: FieldShape, value: unknown, path: ArgumentPath): readonly UnknownText[] {
    if (shape.kind === 'list' && Array.isArray(value))
      return value.flatMap((each, index) => this.#inValue(shape.item, each, [...path, index]));
    if (shape.kind === 'group' && isObject(value))
      return this.unknownTexts(shape.fields, value, path);
    const field = String(path.at(-1));
    const known = shape.kind === 'text' ? this.#all(field) : null;
    if (known === null || typeof value !== 'string' || value === '') return [];
    return unknownText({ path, field, text: value }, known);
  }

  /** All values of the field of this name; null where any text will do. */
  #all(field: string): readonly KnownValue[] | null {
    if (namesTool(field))
      return this.#console.policy.tools.map(({ name, title }) => ({ value: name, label: title }));
    return this.#tool.values?.[field]?.map((value) => ({ value })) ?? null;
  }
}

function unknownText(
  text: Pick<UnknownText, 'path' | 'field' | 'text'>,
  known: readonly KnownValue[],
): readonly UnknownText[] {
  const values = known.map(({ value }) => value);
  const typed = text.text.toLowerCase();
  // Keys are named in any case.
  const beginnings = values.filter((value) => value.toLowerCase().startsWith(typed));
  if (beginnings.some((value) => value.length === typed.length)) return [];
  return [
    { ...text, isBeginning: beginnings.length > 0, similar: similarValues(text.text, values) },
  ];
}

/** As many as one reads at a glance. */
const maxSimilar = 3;

/** The values that match like in a search, else those that begin with the same two letters. */
function similarValues(text: string, values: readonly string[]): readonly string[] {
  const found = searchStrictly(tokensOf(text), (words, options) =>
    values.flatMap((value) => {
      const match = matchWords(words, { label: value }, options);
      return match === null ? [] : { value, score: match.score };
    }),
  ).toSorted((a, b) => b.score - a.score);
  const start = text.slice(0, 2).toLowerCase();
  const alike =
    found.length > 0
      ? found.map(({ value }) => value)
      : values.filter((value) => value.toLowerCase().startsWith(start));
  return alike.slice(0, maxSimilar);
}
