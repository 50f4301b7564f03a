import type { Json } from '#core/call.ts';

export type { Json };

/** Parses JSON; undefined where the text is invalid. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // JSON.parse returns only JSON values.
  } catch {
    return undefined;
  }
}

/** Whether it is an object and no array. */
export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object; none for any other value. */
export function membersOf(value: unknown): { readonly [name: string]: unknown } {
  return isObject(value) ? value : {};
}

/** The object's own member of this name; undefined where there is none, or no object. */
export function ownMember(value: Json | undefined, name: string): Json | undefined;
export function ownMember(value: unknown, name: string): unknown;
export function ownMember(value: unknown, name: string): unknown {
  return Object.hasOwn(membersOf(value), name) ? membersOf(value)[name] : undefined;
}

/** Whether it is an array; Array.isArray does not narrow to read-only arrays. */
export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The texts in an array; none for any other value. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
