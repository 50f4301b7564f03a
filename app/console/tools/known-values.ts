/** The values that a field offers, and texts that are none of them. */
import type { OpenableApp, ToolInfo } from '#core/link/messages.ts';
import { onceFor } from '../../ui/once-for.ts';
import { plainText } from '../../ui/plain-text.ts';
import { WordSearch } from '../../ui/word-search.ts';
import { namesApp, namesPermission, type FormField } from './form-fields.ts';
import type { ToolsConsole } from './tools-console.ts';

/** A value to choose, and what it stands for. */
export interface KnownValue {
  readonly value: string;
  readonly label?: string;
}

/** A text that is none of the values that its field knows. */
export interface UnknownText {
  readonly field: string;
  readonly text: string;
  /** Whether a value or its label begins like this, so that the text may only be unfinished. */
  readonly isBeginning: boolean;
  /** Whether the tool may take it all the same: the phone does not name all that it has. */
  readonly isPossible: boolean;
  /** The values that it may have meant, the likeliest first. */
  readonly similar: readonly string[];
}

/** As long as reading the names of all apps may take a slow phone. */
const readDeadlineMs = 60_000;

type CallArguments = { readonly [name: string]: unknown };

/** The parts of the console that know values. */
interface ValuesConsole {
  readonly tools: Pick<
    ToolsConsole['tools'],
    'appsOf' | 'readApps' | 'permissionsOf' | 'readPermissions'
  >;
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

  /** The values that the field offers, beside these arguments. */
  of(field: string, args: CallArguments): readonly KnownValue[] {
    const { tools, phone } = this.#console;
    if (namesApp(field)) return appValues(tools.appsOf(phone.info));
    if (namesPermission(field)) return plainValues(tools.permissionsOf(phone.info, appIn(args)));
    return plainValues(this.#tool.values?.[field] ?? []);
  }

  /** Reads what the field offers, where only the phone knows it. Never rejects. */
  async read(field: string, args: CallArguments): Promise<void> {
    const { tools, phone } = this.#console;
    if (phone.status.state !== 'connected') return;
    const signal = AbortSignal.timeout(readDeadlineMs);
    // Without them the field is filled in as any other.
    const ignore = (): undefined => undefined;
    if (namesApp(field) && tools.appsOf(phone.info).length === 0)
      await tools.readApps(phone.info, signal).catch(ignore);
    const app = namesPermission(field) ? appIn(args) : '';
    if (app !== '' && tools.permissionsOf(phone.info, app).length === 0)
      await tools.readPermissions(phone.info, app, signal).catch(ignore);
  }

  /** The texts in the arguments that are none of the values that their fields offer. */
  unknownTexts(fields: readonly FormField[], args: CallArguments): readonly UnknownText[] {
    return fields.flatMap(({ name, shape }) => {
      const value = args[name];
      if (shape.kind !== 'text' || typeof value !== 'string' || value === '') return [];
      return unknownText(name, value, this.of(name, args));
    });
  }
}

/** A name in the arguments that no parameter has. */
interface UnknownName {
  readonly name: string;
  /** The parameters that may have been meant, the likeliest first; all of them if none is similar. */
  readonly similar: readonly string[];
  readonly isAny: boolean;
}

/** The names in the arguments that no parameter has. */
export function unknownNames(
  fields: readonly FormField[],
  args: CallArguments,
): readonly UnknownName[] {
  const known = fieldValues(fields);
  return Object.keys(args)
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name) => {
      const similar = similarValues(name, known);
      const isAny = similar.length === 0;
      return { name, similar: isAny ? known.map(({ value }) => value) : similar, isAny };
    });
}

/** The package of the app that the arguments name; empty if they name none. */
function appIn({ package_id: app }: CallArguments): string {
  return typeof app === 'string' ? app : '';
}

/** Empty if nothing is offered because any text will do. */
function unknownText(
  field: string,
  text: string,
  known: readonly KnownValue[],
): readonly UnknownText[] {
  const typed = text.toLowerCase();
  // Keys are named in any case.
  if (known.length === 0 || known.some(({ value }) => value.toLowerCase() === typed)) return [];
  const isPossible = namesApp(field) || namesPermission(field);
  const similar = similarValues(text, known);
  return [{ field, text, isBeginning: isBeginningOf(known, typed), isPossible, similar }];
}

/** Whether this text in lower case is the beginning of a value, of a part of it after a dot, or of its label. */
function isBeginningOf(known: readonly KnownValue[], typed: string): boolean {
  return known.some(({ value, label = '' }) =>
    [value, ...value.split('.'), label].some(
      (part) => part.length > typed.length && part.toLowerCase().startsWith(typed),
    ),
  );
}

// Asked for at each key that is pressed in a form, so made once for each list.
const appValues = onceFor((apps: readonly OpenableApp[]): readonly KnownValue[] =>
  apps.map(({ packageName, name }) => ({ value: packageName, label: plainText(name) })),
);
const plainValues = onceFor((values: readonly string[]): readonly KnownValue[] =>
  values.map((value) => ({ value })),
);
const fieldValues = onceFor((fields: readonly FormField[]): readonly KnownValue[] =>
  fields.map(({ name }) => ({ value: name })),
);
const searchOf = onceFor(
  (known: readonly KnownValue[]) =>
    new WordSearch(known.map(({ value, label }) => ({ id: value, label: value, synonyms: label }))),
);

/** As many as one reads at a glance. */
const maxSimilar = 3;

/** Names that share this many first letters are probably meant alike. */
const minAlikeLength = 3;

/** The values that match like in a search, else those whose name, which follows a package's last dot, begins alike. */
function similarValues(text: string, known: readonly KnownValue[]): readonly string[] {
  const found = searchOf(known)
    .find(text)
    .map(({ id }) => id);
  const nameOf = (value: string): string => value.toLowerCase().split('.').at(-1) ?? '';
  const start = nameOf(text).slice(0, minAlikeLength);
  const isAlike = (value: string): boolean =>
    start.length === minAlikeLength && nameOf(value).startsWith(start);
  const alike = found.length > 0 ? found : known.map(({ value }) => value).filter(isAlike);
  return alike.slice(0, maxSimilar);
}
