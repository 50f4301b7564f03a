/** The values that a field offers, and detection of texts that are not among them. */
import type { ToolInfo } from '#core/link/messages.ts';
import { onceFor } from '../../ui/once-for.ts';
import { plainText } from '../../ui/plain-text.ts';
import { WordSearch } from '../../ui/word-search.ts';
import { namesApp, namesChangedSetting, namesPermission, type FormField } from './form-fields.ts';
import type { OpenableApp, ToolsConsole } from './tools-console.ts';

/** A value to choose, and what it stands for. */
export interface KnownValue {
  readonly value: string;
  readonly label?: string;
}

/** A text that is not among the known values of its field. */
export interface UnknownText {
  readonly field: string;
  readonly text: string;
  /** Whether a value or its label begins with the text, so that the user may still be typing. */
  readonly isBeginning: boolean;
  /** Whether the tool may accept it anyway: the phone does not list everything. */
  readonly isPossible: boolean;
  /** Similar values, the likeliest first. */
  readonly similar: readonly string[];
}

/** Enough for a slow phone to read the names of all apps. */
const readDeadlineMs = 60_000;

type CallArguments = { readonly [name: string]: unknown };

/** The parts of the console that provide values. */
interface ValuesConsole {
  readonly tools: Pick<
    ToolsConsole['tools'],
    'appsOf' | 'readApps' | 'permissionsOf' | 'readPermissions'
  >;
  readonly phone: Pick<ToolsConsole['phone'], 'info' | 'status'>;
  readonly changedSettings?: ToolsConsole['changedSettings'];
}

/** The values that the fields of one tool's form offer. */
export class KnownValues {
  readonly #tool: Pick<ToolInfo, 'values'>;
  readonly #console: ValuesConsole;

  constructor(tool: Pick<ToolInfo, 'values'>, console: ValuesConsole) {
    this.#tool = tool;
    this.#console = console;
  }

  /** The values that the field offers, given these arguments. */
  of(field: string, args: CallArguments): readonly KnownValue[] {
    const { tools, phone, changedSettings } = this.#console;
    if (namesApp(field)) return appValues(tools.appsOf(phone.info));
    if (namesPermission(field)) return plainValues(tools.permissionsOf(phone.info, appIn(args)));
    if (namesChangedSetting(field)) return plainValues(changedSettings?.names ?? []);
    return plainValues(this.#tool.values?.[field] ?? []);
  }

  /** The arguments with the package of each app that is given by its name. */
  withPackages(args: CallArguments): CallArguments {
    const { tools, phone } = this.#console;
    const packageOf = (text: unknown): unknown => {
      const name = String(text).trim().toLowerCase();
      const named = tools.appsOf(phone.info).filter((app) => app.name.toLowerCase() === name);
      return named.length === 1 ? named[0]?.packageName : text;
    };
    const apps = Object.entries(args).filter(([field]) => namesApp(field));
    return {
      ...args,
      ...Object.fromEntries(apps.map(([field, text]) => [field, packageOf(text)])),
    };
  }

  /** Reads the field's values from the phone if only the phone knows them. Never rejects. */
  async read(field: string, args: CallArguments): Promise<void> {
    const { tools, phone } = this.#console;
    if (phone.status.state !== 'connected') return;
    const signal = AbortSignal.timeout(readDeadlineMs);
    // Without known values the field takes any text.
    const ignore = (): undefined => undefined;
    if (namesApp(field) && tools.appsOf(phone.info).length === 0)
      await tools.readApps(phone.info, signal).catch(ignore);
    const app = namesPermission(field) ? appIn(args) : '';
    if (app !== '' && tools.permissionsOf(phone.info, app).length === 0)
      await tools.readPermissions(phone.info, app, signal).catch(ignore);
  }

  /** The texts in the arguments that are not among the values of their fields. */
  unknownTexts(fields: readonly FormField[], args: CallArguments): readonly UnknownText[] {
    return fields.flatMap(({ name, shape }) => {
      const value = args[name];
      if (shape.kind !== 'text' || typeof value !== 'string' || value === '') return [];
      return unknownText(name, value, this.of(name, args));
    });
  }
}

/** A name in the arguments that is not a parameter. */
interface UnknownName {
  readonly name: string;
  /** Similar parameters, the likeliest first; all parameters if none is similar. */
  readonly similar: readonly string[];
  readonly isAny: boolean;
}

/** The names in the arguments that are not parameters. */
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

/** Empty if the text is known, or if any text is valid. */
function unknownText(
  field: string,
  text: string,
  known: readonly KnownValue[],
): readonly UnknownText[] {
  const typed = text.toLowerCase();
  // Tools accept key names in any case.
  if (known.length === 0 || known.some(({ value }) => value.toLowerCase() === typed)) return [];
  const isPossible = namesApp(field) || namesPermission(field);
  const similar = similarValues(text, known);
  return [{ field, text, isBeginning: isBeginningOf(known, typed), isPossible, similar }];
}

/** Whether the lower-case text begins a value, a part of a value after a dot, or a label. */
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

/** Most suggestions, few enough to read at a glance. */
const maxSimilar = 3;

/** Names that share this many first letters count as similar. */
const minAlikeLength = 3;

/** The values that a search for the text finds; if none, the values whose name after the last dot begins alike. */
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
