/** Kinds of readers, as targets. */
import type { Bytes } from './mutate.ts';
import type { Target } from './runner.ts';
import { decode, encode } from './seeds.ts';

type Seeds = Target['seeds'] | readonly string[];
const seedsOf = (given: Seeds): Target['seeds'] =>
  typeof given === 'function' ? given : () => given.map(encode);

/** A reader of a whole input, or of its text. */
export const ofBytes = (
  name: string,
  given: Seeds,
  read: (bytes: Bytes) => unknown,
  more: Partial<Target> = {},
): Target => ({
  name,
  seeds: seedsOf(given),
  read: ([bytes = new Uint8Array()]) => read(bytes),
  ...more,
});
export const ofText = (
  name: string,
  given: Seeds,
  read: (text: string) => unknown,
  more: Partial<Target> = {},
): Target => ofBytes(name, given, (bytes) => read(decode(bytes)), more);
/** A reader of a stream. */
export const ofStream = (
  name: string,
  given: Seeds,
  read: Target['read'],
  more: Partial<Target> = {},
): Target => ({
  name,
  seeds: seedsOf(given),
  read,
  isStream: true,
  ...more,
});
/** A reader of what a phone sends over ADB, which has deadlines. */
export const ofPhone = (
  name: string,
  given: Seeds,
  read: Target['read'],
  more: Partial<Target> = {},
): Target => ofStream(name, given, read, { waits: true, ...more });
