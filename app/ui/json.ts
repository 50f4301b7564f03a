/** A value that JSON can carry. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // It gives nothing else.
  } catch {
    return undefined;
  }
}

/** Whether it is a JSON object, and no list. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of what came as JSON; none of what is no object. */
export function membersOf(value: unknown): { readonly [name: string]: unknown } {
  return isObject(value) ? value : {};
}

/** The object's own member of this name; undefined where there is none, or no object. */
export function member(value: Json | undefined, name: string): Json | undefined;
export function member(value: unknown, name: string): unknown;
export function member(value: unknown, name: string): unknown {
  return Object.hasOwn(membersOf(value), name) ? membersOf(value)[name] : undefined;
}

/** Whether it is a list; Array.isArray takes no read-only one for an array. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
