import { z } from 'zod';

/**
 * A call's arguments as its tool's schema can judge them: `null` and `""` for an optional parameter
 * are left out, since clients with strict schemas fill in what they don't use, and a string that is
 * wholly a JSON boolean or number becomes one where the schema wants that. All else stays as it is.
 */
export function coerceArguments(input: z.ZodObject, given: unknown): unknown {
  if (!isRecord(given)) return given;
  const present = Object.entries(given).filter(([name, value]) => {
    const schema = parameterOf(input, name);
    return !(schema && (value === null || value === '') && schema.safeParse(undefined).success);
  });
  return coerceMembers(input, present);
}

function coerce(schema: z.core.$ZodType, value: unknown): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return coerce(schema.unwrap(), value);
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

/** Own members only: `toString` is no parameter. */
function parameterOf({ shape }: z.ZodObject, name: string): z.ZodType | undefined {
  const schema: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return schema instanceof z.ZodType ? schema : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
