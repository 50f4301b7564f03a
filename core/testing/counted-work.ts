/**
 * Counts work, the same on every machine: of JavaScript by V8's precise coverage, of the native methods of texts and
 * arrays by the items that they read or copy. A part of a text counts as copied, though V8 may share it.
 */

import { Session } from 'node:inspector';

/** How often each block of JavaScript ran, in our files and in packages, and the items of each native method. */
export type Work = ReadonlyMap<string, number>;

// V8 counts blocks only in functions that it compiles from here on: a test that counts needs a process of its own.
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const native = new Map<string, number>();

/** Counts the work of a synchronous function. */
export function countWork(run: () => void): Work {
  takeCoverage();
  native.clear();
  run();
  return new Map([...native, ...takeCoverage()]);
}

/** What ran since the last time. */
function takeCoverage(): Work {
  const counts = new Map<string, number>();
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    for (const { url, functions } of coverage.result) {
      if (!url.startsWith('file:')) continue;
      for (const { functionName, ranges } of functions) {
        for (const { startOffset, count } of ranges) {
          const where = `${functionName} in ${url}, character ${startOffset}`;
          counts.set(where, (counts.get(where) ?? 0) + count);
        }
      }
    }
  });
  return counts;
}

type Items = string | readonly unknown[];
/** The items that a method reads or copies. */
type Cost = (items: Items, args: readonly unknown[], result: unknown) => number;

const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : 1;
const copied: Cost = (_items, _args, result) => lengthOf(result);
/** The steps of a regular expression are not counted. */
const whole: Cost = (items, [pattern], result) =>
  (pattern instanceof RegExp ? 0 : items.length) + lengthOf(result);
const upTo: Cost = ({ length }, [, from = 0], at) =>
  Math.max(0, (at === -1 ? length : Number(at) + 1) - Number(from));
const downTo: Cost = ({ length }, [, from = length], at) =>
  Math.max(0, Math.min(length, Number(from)) - Number(at));
const textIndex = String.prototype.indexOf;
const listIndex = Array.prototype.indexOf;
/** As far as `indexOf` reads. */
const included: Cost = (items, args) =>
  upTo(items, args, Reflect.apply(typeof items === 'string' ? textIndex : listIndex, items, args));

const both = { indexOf: upTo, lastIndexOf: downTo, includes: included, slice: copied };
const methods: readonly [object, Readonly<Record<string, Cost>>][] = [
  [String.prototype, both],
  [String.prototype, { substring: copied, split: whole, replace: whole, replaceAll: whole }],
  [String.prototype, { trim: whole, trimStart: whole, trimEnd: whole }],
  [Array.prototype, both],
  [Array.prototype, { concat: whole, join: whole, splice: whole, shift: whole, unshift: whole }],
];

for (const [prototype, costs] of methods) {
  for (const [name, cost] of Object.entries(costs)) {
    const original: unknown = Reflect.get(prototype, name);
    if (typeof original !== 'function') throw new Error(`There is no method ${name}.`);
    Object.defineProperty(prototype, name, {
      ...Object.getOwnPropertyDescriptor(prototype, name),
      value(this: Items, ...args: unknown[]) {
        const result: unknown = Reflect.apply(original, this, args);
        native.set(name, (native.get(name) ?? 0) + cost(this, args, result));
        return result;
      },
    });
  }
}
