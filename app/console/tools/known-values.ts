/** The values that a field offers, and texts that are none of them. */
import type { ArgumentPath } from '#core/errors.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import { isObject, ownMember } from '../../ui/json.ts';
import { plainText } from '../../ui/plain-text.ts';
import { WordSearch } from '../../ui/word-search.ts';
import {
  fieldsOf,
  namesApp,
  namesPermission,
  namesTool,
  shapeBeside,
  valueAt,
  type FieldShape,
  type FormField,
} from './form-fields.ts';
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
  /** Whether a value or its label begins like this, so that the text may only be unfinished. */
  readonly isBeginning: boolean;
  /** Whether the tool may take it all the same: the phone does not name all that it has. */
  readonly isPossible: boolean;
  /** The values that it may have meant, the likeliest first. */
  readonly similar: readonly string[];
}

/** As long as reading the names of all apps may take a slow phone. */
const readDeadlineMs = 60_000;

/** The parts of a tool that say what its fields take. */
type KnownTool = Pick<ToolInfo, 'name' | 'title' | 'inputSchema' | 'values' | 'needsPhone'>;

type CallArguments = { readonly [name: string]: unknown };

/** The parts of the console that know values. */
interface ValuesConsole {
  readonly tools: Pick<
    ToolsConsole['tools'],
    'appsOf' | 'readApps' | 'permissionsOf' | 'readPermissions'
  >;
  readonly policy: { readonly tools: readonly KnownTool[] };
  readonly phone: Pick<ToolsConsole['phone'], 'info' | 'status'>;
}

/** The values that the fields of one tool's form offer. */
export class KnownValues {
  readonly #tool: KnownTool;
  readonly #console: ValuesConsole;
  readonly #stepFields = new Map<string, readonly FormField[]>();

  constructor(tool: KnownTool, console: ValuesConsole) {
    this.#tool = tool;
    this.#console = console;
  }

  /** The fields of the tool that a step calls; the same at each call, null where no step can call it. */
  fieldsOfStep(name: string): readonly FormField[] | null {
    const known = this.#stepFields.get(name);
    const tool = this.#stepTool(name);
    if (known !== undefined || tool === undefined) return known ?? null;
    const fields = fieldsOf(tool.inputSchema);
    this.#stepFields.set(name, fields);
    return fields;
  }

  /** The values that the field at this path offers, beside these arguments. */
  of(path: ArgumentPath, args: CallArguments): readonly KnownValue[] {
    const field = String(path.at(-1));
    const { tools, phone } = this.#console;
    if (namesApp(field))
      return tools
        .appsOf(phone.info)
        .map(({ packageName, name }) => ({ value: packageName, label: plainText(name) }));
    if (namesPermission(field)) {
      const app = appBeside(path, args);
      return tools.permissionsOf(phone.info, app).map((value) => ({ value }));
    }
    if (namesTool(field))
      return this.#stepTools().map(({ name, title }) => ({ value: name, label: title }));
    const step = path.lastIndexOf('arguments');
    const stepTool = step < 0 ? '' : ownMember(valueAt(args, path.slice(0, step)), 'tool');
    const { values } = this.#stepTool(stepTool) ?? this.#tool;
    return values?.[field]?.map((value) => ({ value })) ?? [];
  }

  /** Reads what the field at this path offers, where only the phone knows it. Never rejects. */
  async read(path: ArgumentPath, args: CallArguments): Promise<void> {
    const field = String(path.at(-1));
    const { tools, phone } = this.#console;
    if (phone.status.state !== 'connected') return;
    const signal = AbortSignal.timeout(readDeadlineMs);
    // Without them the field is filled in as any other.
    const ignore = (): undefined => undefined;
    if (namesApp(field) && tools.appsOf(phone.info).length === 0)
      await tools.readApps(phone.info, signal).catch(ignore);
    const app = namesPermission(field) ? appBeside(path, args) : '';
    if (app !== '' && tools.permissionsOf(phone.info, app).length === 0)
      await tools.readPermissions(phone.info, app, signal).catch(ignore);
  }

  /** The texts in the arguments that are none of the values that their fields offer. */
  unknownTexts(fields: readonly FormField[], args: CallArguments): readonly UnknownText[] {
    const inMembers = (
      members: readonly FormField[],
      values: CallArguments,
      path: ArgumentPath,
    ): readonly UnknownText[] =>
      members.flatMap(({ name, shape }) =>
        inValue(shapeBeside(shape, values['tool']), values[name], [...path, name]),
      );
    const inValue = (
      shape: FieldShape,
      value: unknown,
      path: ArgumentPath,
    ): readonly UnknownText[] => {
      if (shape.kind === 'list' && Array.isArray(value))
        return value.flatMap((each, index) => inValue(shape.item, each, [...path, index]));
      if (shape.kind === 'group' && isObject(value)) return inMembers(shape.fields, value, path);
      if (shape.kind !== 'text' || typeof value !== 'string' || value === '') return [];
      return unknownText(path, value, this.of(path, args));
    };
    return inMembers(fields, args, []);
  }

  /** The tool that a step calls; undefined where no step can call it. */
  #stepTool(name: unknown): KnownTool | undefined {
    return this.#stepTools().find((tool) => tool.name === name);
  }

  #stepTools(): readonly KnownTool[] {
    return this.#console.policy.tools.filter(
      ({ name, needsPhone }) => needsPhone && name !== this.#tool.name,
    );
  }
}

/** A name in the arguments that no parameter has. */
interface UnknownName {
  /** The path of the arguments in which it stands. */
  readonly path: ArgumentPath;
  readonly name: string;
  /** The parameters that may have been meant, the likeliest first; all of them where none is like it. */
  readonly similar: readonly string[];
  readonly isAny: boolean;
}

/** The names in the arguments that no parameter has, also in those of steps. */
export function unknownNames(
  fields: readonly FormField[],
  args: CallArguments,
  path: ArgumentPath = [],
): readonly UnknownName[] {
  const inValue = (shape: FieldShape, value: unknown, at: ArgumentPath): readonly UnknownName[] => {
    if (shape.kind === 'list' && Array.isArray(value))
      return value.flatMap((each, index) => inValue(shape.item, each, [...at, index]));
    return shape.kind === 'group' && isObject(value) ? unknownNames(shape.fields, value, at) : [];
  };
  return Object.entries(args).flatMap(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    if (field !== undefined)
      return inValue(shapeBeside(field.shape, args['tool']), value, [...path, name]);
    const known = fields.map((each) => ({ value: each.name }));
    const similar = similarValues(name, known);
    const isAny = similar.length === 0;
    return [{ path, name, similar: isAny ? known.map((each) => each.value) : similar, isAny }];
  });
}

/** The package of the app that the arguments around this path name; empty where they name none. */
function appBeside(path: ArgumentPath, args: CallArguments): string {
  const app = ownMember(valueAt(args, path.slice(0, -1)), 'package_id');
  return typeof app === 'string' ? app : '';
}

/** Empty where nothing is offered, and any text will do. */
function unknownText(
  path: ArgumentPath,
  text: string,
  known: readonly KnownValue[],
): readonly UnknownText[] {
  const field = String(path.at(-1));
  const typed = text.toLowerCase();
  // Keys are named in any case.
  if (known.length === 0 || known.some(({ value }) => value.toLowerCase() === typed)) return [];
  const isPossible = namesApp(field) || namesPermission(field);
  const similar = similarValues(text, known);
  return [{ path, field, text, isBeginning: isBeginningOf(known, typed), isPossible, similar }];
}

/** Whether this text in lower case is the beginning of a value, of a part of it after a dot, or of its label. */
function isBeginningOf(known: readonly KnownValue[], typed: string): boolean {
  return known.some(({ value, label = '' }) =>
    [value, ...value.split('.'), label].some(
      (part) => part.length > typed.length && part.toLowerCase().startsWith(typed),
    ),
  );
}

/** As many as one reads at a glance. */
const maxSimilar = 3;

/** Names that share this many first letters are probably meant alike. */
const minAlikeLength = 3;

/** The values that match like in a search, else those whose name, which follows a package's last dot, begins alike. */
function similarValues(text: string, known: readonly KnownValue[]): readonly string[] {
  const texts = known.map(({ value, label }) => ({ id: value, label: value, synonyms: label }));
  const found = new WordSearch(texts).find(text).map(({ id }) => id);
  const nameOf = (value: string): string => value.toLowerCase().split('.').at(-1) ?? '';
  const start = nameOf(text).slice(0, minAlikeLength);
  const isAlike = (value: string): boolean =>
    start.length === minAlikeLength && nameOf(value).startsWith(start);
  const alike = found.length > 0 ? found : known.map(({ value }) => value).filter(isAlike);
  return alike.slice(0, maxSimilar);
}
