import { z } from 'zod';
import {
  type ArgumentFault,
  type ArgumentPath,
  HandsetError,
  describeThrown,
} from '../../errors.ts';
import {
  faultParam,
  typeIssueParam,
  hintParam,
  nonEmptyMessage,
  valueForMessage,
} from './parameters.ts';
import type { Tool } from './tool.ts';

/** The part of a phone tool or directory tool that validation needs. */
type ToolSchema<Input extends z.ZodObject = z.ZodObject> = Pick<Tool<Input>, 'name' | 'input'>;

/**
 * A call's arguments as the tool's input, coerced where that is safe, with defaults filled in. Unknown
 * parameters are reported before types, and types before ranges. Rejects with `invalid-argument`, naming the parameter, what it must be and what it was.
 */
export function parseArguments<Input extends z.ZodObject>(
  tool: ToolSchema<Input>,
  args: unknown,
): z.infer<Input> {
  const result = validate(tool, args);
  if (result.success) return result.data;
  const [issue] = inOrder(result.error.issues);
  const options = issue === undefined ? {} : hintOf(issue);
  throw new HandsetError('invalid-argument', issue?.message ?? 'Invalid arguments', options);
}

/** A call's arguments, parsed from JSON. Throws `invalid-argument` if the text is not JSON. */
export function argumentsFromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `The arguments are not JSON: ${describeThrown(error)}.`;
    throw new HandsetError('invalid-argument', message, { cause: error });
  }
}

function validate<Input extends z.ZodObject>(tool: ToolSchema<Input>, args: unknown) {
  // Zod calls this for each issue whose schema has no message of its own.
  const error = (issue: z.core.$ZodRawIssue): string | undefined => issueMessage(issue, tool, args);
  return tool.input.safeParse(coerceArguments(tool.input, args ?? {}), { error });
}

/** One problem with the arguments. */
interface ArgumentProblem {
  /** The first of two parameters that exclude each other; empty if the arguments as a whole are wrong. */
  readonly path: ArgumentPath;
  readonly message: string;
  readonly hint?: string;
  readonly fault?: ArgumentFault;
  readonly isMissing: boolean;
}

/**
 * All problems with these arguments; the first is the one that `parseArguments` throws. Checks across
 * parameters run only once each parameter is valid by itself.
 */
export function checkArguments(tool: ToolSchema, args: unknown): readonly ArgumentProblem[] {
  const result = validate(tool, args);
  if (result.success) return [];
  return inOrder(result.error.issues).map((issue) => {
    const isMissing = valueAt(args, issue.path) === undefined;
    return {
      path: issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
      message: issue.message,
      ...hintOf(issue),
      ...(!isMissing && faultOf(issue)),
      isMissing,
    };
  });
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  // Own members only.
  const step = (value: unknown, key: PropertyKey): unknown =>
    typeof value === 'object' && value !== null
      ? Object.getOwnPropertyDescriptor(value, key)?.value
      : undefined;
  return path.reduce(step, args);
}

/** Unknown parameters first: beside one that is missing, it is likely the same one misspelt. */
function inOrder(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const rank = (issue: z.core.$ZodIssue): number =>
    issue.code === 'unrecognized_keys' ? 0 : isTypeIssue(issue) ? 1 : 2;
  return issues.toSorted((a, b) => rank(a) - rank(b));
}

function isTypeIssue(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'custom') return issue.params?.[typeIssueParam] === true;
  return issue.code === 'invalid_type';
}

function hintOf(issue: z.core.$ZodIssue): { readonly hint?: string } {
  const hint: unknown = issue.code === 'custom' ? issue.params?.[hintParam] : undefined;
  return typeof hint === 'string' ? { hint } : {};
}

/** What is wrong with a number, as data; nothing for other problems. */
function faultOf(issue: z.core.$ZodIssue): { readonly fault?: ArgumentFault } {
  if (issue.code === 'invalid_type' && issue.expected === 'number')
    return { fault: { kind: 'number' } };
  if (issue.code === 'too_small' && issue.origin === 'number' && issue.inclusive !== false)
    return { fault: { kind: 'range', min: Number(issue.minimum), max: null } };
  const fault: unknown = issue.code === 'custom' ? issue.params?.[faultParam] : undefined;
  // Only parameters.ts sets it.
  return fault === undefined ? {} : { fault: fault as ArgumentFault };
}

function issueMessage(
  issue: z.core.$ZodRawIssue,
  tool: ToolSchema,
  args: unknown,
): string | undefined {
  const name = issue.path?.join('.') ?? '';
  if (issue.code === 'unrecognized_keys')
    return unknownParameter(issue.keys[0] ?? '', tool, issue.path ?? []);
  if (issue.code !== 'invalid_type') return undefined;
  if (name === '') return `Arguments must be an object, got: ${messageValue(issue.input)}`;
  // An empty text counts as absent where the parameter may be left out.
  if (issue.input === undefined && valueAt(args, issue.path ?? []) === '')
    return nonEmptyMessage(name);
  if (issue.input === undefined) return `Missing required parameter: '${name}'`;
  return `Parameter '${name}' must be ${typeName(issue)}${gotClause(issue)}`;
}

/** Names what the object at the path takes; an entry of a list by its number from 1: `step 1`. */
function unknownParameter(name: string, tool: ToolSchema, path: readonly PropertyKey[]): string {
  const schema = path.reduce(schemaIn, tool.input);
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const takes = `takes: ${known.join(', ') || 'no parameters'}`;
  const unknown = `Unknown parameter: '${messageValue(name)}'`;
  const last = path.at(-1);
  if (last === undefined) return `${unknown}. ${tool.name} ${takes}`;
  if (typeof last !== 'number') return `${unknown} in '${path.join('.')}'. It ${takes}`;
  const list = path.findLast((step) => typeof step !== 'number');
  const entry = String(list).replace(/s$/, '');
  return `${unknown} in ${entry} ${last + 1}. A ${entry} ${takes}`;
}

/** The schema of a member or an entry; undefined if there is none. */
function schemaIn(
  schema: z.core.$ZodType | undefined,
  step: PropertyKey,
): z.core.$ZodType | undefined {
  const inner = schema && unwrapped(schema);
  if (inner instanceof z.ZodArray) return unwrapped(inner.element);
  const member = inner instanceof z.ZodObject ? parameterOf(inner, String(step)) : undefined;
  return member && unwrapped(member);
}

interface TypeIssue {
  readonly expected: string;
  readonly input?: unknown;
}

function typeName({ expected, input }: TypeIssue): string {
  if (expected === 'boolean') return 'a boolean (true/false)';
  // JSON's 1e999 is parsed as Infinity.
  if (expected === 'number' && typeof input === 'number') return 'a finite number';
  return expected === 'array' ? 'an array' : `a ${expected}`;
}

/** The reference's wording: strings are labelled, since "true" and true look alike. */
function gotClause({ expected, input }: TypeIssue): string {
  if (typeof input === 'string') return `, got string: '${messageValue(input)}'`;
  // Objects and arrays would be too long.
  if (typeof input === 'object' && input !== null) return '';
  // In quotes it would look like the expected string.
  return expected === 'string'
    ? `, got: ${messageValue(input)}`
    : `, got: '${messageValue(input)}'`;
}

/** A string without the quotes that JSON gives it. */
function messageValue(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : valueForMessage(value);
}

/**
 * Arguments prepared for validation. Drops `null` and `""` for optional parameters, because clients
 * with strict schemas fill in every parameter. Converts a string that is exactly a JSON boolean or
 * number where the schema wants one. Leaves everything else alone.
 */
function coerceArguments(input: z.ZodObject, args: unknown): unknown {
  if (!isRecord(args)) return args;
  const present = Object.entries(args).filter(([name, value]) => {
    const schema = parameterOf(input, name);
    return !(schema && (value === null || value === '') && schema.safeParse(undefined).success);
  });
  return coerceMembers(input, present);
}

/** The schema of a value that is there. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

function coerce(wrapped: z.core.$ZodType, value: unknown): unknown {
  const schema = unwrapped(wrapped);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((one: unknown) => coerce(schema.element, one));
  }
  if (schema instanceof z.ZodObject && isRecord(value)) {
    return coerceMembers(schema, Object.entries(value));
  }
  if (typeof value !== 'string') return value;
  if (schema instanceof z.ZodBoolean && /^(true|false)$/.test(value)) return value === 'true';
  const isNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(value);
  return schema instanceof z.ZodNumber && isNumber ? Number(value) : value;
}

function coerceMembers(schema: z.ZodObject, members: readonly [string, unknown][]): unknown {
  return Object.fromEntries(
    members.map(([name, value]) => {
      const member = parameterOf(schema, name);
      return [name, member ? coerce(member, value) : value];
    }),
  );
}

/** Own members only, so that `toString` is no parameter. */
function parameterOf({ shape }: z.ZodObject, name: string): z.ZodType | undefined {
  const schema: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return schema instanceof z.ZodType ? schema : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
