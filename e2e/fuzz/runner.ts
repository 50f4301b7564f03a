/** Feeds a reader with inputs, and checks what must hold for each; names the shortest input that it finds to fail. */
import { isDeepStrictEqual, inspect } from 'node:util';
import { HandsetError, toHandsetError } from '#core/errors.ts';
import { usedMB } from '#core/testing/used-memory.ts';
import { type Bytes, type Input, divide, inputsOf } from './mutate.ts';
import { beginWatch } from './watch.ts';

/** A reader of bytes from outside. */
export interface Target {
  readonly name: string;
  /** Real inputs, small ones. */
  readonly seeds: () => readonly Bytes[] | Promise<readonly Bytes[]>;
  /** What the product makes of these pieces. Throws the product's error, and another one if what it made is wrong. */
  readonly read: (pieces: readonly Bytes[]) => unknown;
  /** Whether the input is a stream: the same bytes in any pieces must give the same. */
  readonly isStream?: boolean;
  /** Whether the reader waits, with deadlines; it is then read on a driven clock. */
  readonly waits?: boolean;
  /** Whether it is an error that the reader may throw besides HandsetError. */
  readonly isError?: (error: unknown) => boolean;
  /** Inputs that failed once, a character for each byte. */
  readonly regressions?: readonly string[];
}

/** What an input may cost and give: so much, and so much more for each of its bytes. */
const limits = {
  /** Milliseconds of processor time; of a reader that waits, with the clock's. */
  ms: { base: 60, waiting: 300, ofByte: 0.006 },
  /** Bytes of memory, with those no longer used. */
  memory: { base: 48 * 2 ** 20, ofByte: 1_000 },
  /** Values and characters of the result. */
  size: { base: 20_000, ofByte: 60 },
};
/** Processor time of an input that costs little, with both its readings. */
const usualMs = 4;
/** After so many inputs code is compiled; what they leave in memory is measured from then on. */
const warmUpInputs = 2_000;
/** What an input may leave in memory: a connection that is kept takes 40 KB and more. */
const maxKeptKB = 2;
/** Inputs that are read at the same time, since some readers wait. */
const atOnce = 128;
/** Longer than any deadline that a reader here has. */
const endlessMs = 90_000;
/** In UTF-16 units: an error may quote a part of its input. */
const maxErrorLength = 2_000;
/** Pieces of one byte each, as far as that suffices. */
const maxPieces = 2_000;
/** How long a failing input is shortened. */
const shorteningMs = 30_000;

/**
 * Reads the target's seeds, what failed once, and so many other inputs. Throws an error that names the first one that
 * fails, or one that says what each leaves in memory; that is measured if they are 10,000 or more.
 */
export async function fuzz(
  target: Target,
  { cases, seed }: { readonly cases: number; readonly seed: number },
): Promise<void> {
  const again = `--only '${target.name}' --seed ${seed}`;
  const watch = beginWatch(again);
  try {
    const seeds = await target.seeds();
    const failed = (target.regressions ?? []).map(
      (text) => new Uint8Array(Buffer.from(text, 'latin1')),
    );
    const session = new Session(target, watch.see);
    const measuresMemory = cases >= 5 * warmUpInputs;
    let read = 0;
    let warmMB = NaN;
    for (const inputs of [
      wholeAndInBytes([...seeds, ...failed]),
      inputsOf(seeds, { cases, seed }),
    ]) {
      for (let some = take(inputs); some.length > 0; some = take(inputs)) {
        const failure = await session.firstFailure(some);
        read += some.length;
        if (measuresMemory && Number.isNaN(warmMB) && read >= warmUpInputs)
          warmMB = await session.usedAtRestMB();
        if (failure === null) continue;
        const { input, problem } = await session.shorten(failure);
        const text = JSON.stringify(Buffer.from(input.bytes).toString('latin1'));
        throw new Error(
          `${target.name} ${problem}\nInput: ${text}\nAgain: npm run fuzz -- ${again}`,
        );
      }
    }
    if (!measuresMemory) return;
    const keptKB = (((await session.usedAtRestMB()) - warmMB) * 1_000) / (read - warmUpInputs);
    if (keptKB > maxKeptKB)
      throw new Error(`${target.name} keeps ${keptKB.toFixed(1)} KB of each input.`);
  } finally {
    watch.end();
  }
}

function* wholeAndInBytes(all: readonly Bytes[]): Generator<Input> {
  for (const bytes of all) {
    const size = Math.ceil(bytes.length / maxPieces) || 1;
    yield { bytes, cuts: Array.from({ length: bytes.length / size }, (_, i) => i * size) };
  }
}

const take = (inputs: Generator<Input>): readonly Input[] =>
  Array.from({ length: atOnce }, () => inputs.next()).flatMap(({ done, value }) =>
    done === true ? [] : [value],
  );

/** An input that fails, and what is wrong. */
interface Failure {
  readonly input: Input;
  readonly problem: string;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

class Session {
  readonly #target: Target;
  readonly #onRead: (bytes: Bytes) => void;

  /** Calls back before an input is read. */
  constructor(target: Target, onRead: (bytes: Bytes) => void) {
    this.#target = target;
    this.#onRead = onRead;
  }

  /** The first of these inputs that fails, all read at the same time; null if none does. */
  async firstFailure(inputs: readonly Input[]): Promise<Failure | null> {
    const spent = beginSpending();
    const slow = new Set<Input>();
    const problems = await Promise.all(
      inputs.map((input) => this.#problemOf(input, () => slow.add(input))),
    );
    const bytes = inputs.reduce((sum, input) => sum + input.bytes.length, 0);
    const { ms, memory } = spent();
    const isCostly = this.#excess({ ms: ms - usualMs * inputs.length, memory }, bytes) !== null;
    for (const [i, input] of inputs.entries()) {
      // If all together cost too much, one of them may be to blame.
      const mayCost = isCostly || slow.has(input);
      const problem = problems[i] ?? (mayCost ? await this.#costProblemOf(input) : null);
      if (problem !== null) return { input, problem };
    }
    return null;
  }

  /** The failure without all of its input that can be left out. */
  async shorten(failure: Failure): Promise<Failure> {
    const endMs = nowMs() + shorteningMs;
    let shortest = failure;
    for (
      let size = Math.ceil(failure.input.bytes.length / 2);
      size >= 1;
      size = Math.floor(size / 2)
    ) {
      for (let at = 0; at < shortest.input.bytes.length && nowMs() < endMs;) {
        const { bytes, cuts } = shortest.input;
        const rest = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]);
        const moved = cuts.map((cut) => (cut <= at ? cut : Math.max(at, cut - size)));
        const found = await this.firstFailure([{ bytes: new Uint8Array(rest), cuts: moved }]);
        if (found === null) at += size;
        else shortest = found;
      }
    }
    return shortest;
  }

  /** What is wrong with the reading of this input; null for nothing. Calls back if it blocked for too long. */
  async #problemOf(input: Input, onSlow: () => void): Promise<string | null> {
    const { isStream = false, waits = false } = this.#target;
    const { bytes } = input;
    const startMs = nowMs();
    const reading = this.#outcomeOf([bytes]);
    if (this.#excess({ ms: nowMs() - startMs, memory: 0 }, bytes.length) !== null) onSlow();
    const outcome = await reading;
    const problem =
      'error' in outcome ? this.#errorProblem(outcome.error) : sizeProblem(outcome.value, bytes);
    if (problem !== null || !isStream || input.cuts.length === 0) return problem;
    const other = await this.#outcomeOf(divide(input));
    const code = 'error' in outcome ? toHandsetError(outcome.error).code : null;
    // Of several faults in a stream, another one may be found first. One that a phone sends after its answer
    // ends the connection only if it comes in the same piece.
    const mayDiffer = code !== null && ('error' in other || (waits && code === 'phone-lost'));
    const areAlike = mayDiffer || isDeepStrictEqual(other, outcome);
    return areAlike
      ? null
      : `gives in pieces, cut at ${input.cuts.join(', ')}: ${show(other)}, but as a whole: ${show(outcome)}`;
  }

  /** What is wrong with the cost of this input while nothing else is read; null for nothing. */
  async #costProblemOf({ bytes }: Input): Promise<string | null> {
    let problem: string | null = null;
    // Not the first compilation, nor the garbage of others.
    for (let time = 0; time < 3; time++) {
      // Nor the deadlines that others left: the driven clock stops at each of them.
      await this.#deadlinesPassed();
      const spent = beginSpending();
      await this.#outcomeOf([bytes]);
      problem = this.#excess(spent(), bytes.length);
      if (problem === null) return null;
    }
    return problem;
  }

  /** This process's memory in use when nothing is read. */
  async usedAtRestMB(): Promise<number> {
    await this.#deadlinesPassed();
    return await usedMB();
  }

  async #deadlinesPassed(): Promise<void> {
    if (this.#target.waits === true) await new Promise((resolve) => setTimeout(resolve, endlessMs));
  }

  async #outcomeOf(pieces: readonly Bytes[]): Promise<Outcome> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.#onRead(new Uint8Array(Buffer.concat(pieces)));
    try {
      const reading = this.#target.read(pieces);
      if (!(reading instanceof Promise)) return { value: reading };
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('It never ends.')), endlessMs);
      });
      return { value: await Promise.race([reading, late]) };
    } catch (error) {
      return { error };
    } finally {
      clearTimeout(timer);
    }
  }

  #errorProblem(error: unknown): string | null {
    if (this.#target.isError?.(error) === true) return null;
    if (!(error instanceof HandsetError) || error.code === 'internal')
      return `throws ${inspect(error)}`;
    const { fullText } = error;
    if (fullText.length > maxErrorLength) return `throws an error of ${fullText.length} characters`;
    return /(?!\t)\p{Cc}/u.test(fullText)
      ? `throws with control characters: ${JSON.stringify(fullText)}`
      : null;
  }

  /** How far that is too much for so many bytes; null if it is not. */
  #excess({ ms, memory }: Spending, bytes: number): string | null {
    const base = this.#target.waits === true ? limits.ms.waiting : limits.ms.base;
    if (ms > base + limits.ms.ofByte * bytes) return `takes ${ms.toFixed()} ms for ${bytes} bytes`;
    return memory > limits.memory.base + limits.memory.ofByte * bytes
      ? `takes ${(memory / 2 ** 20).toFixed()} MB of memory for ${bytes} bytes`
      : null;
  }
}

interface Spending {
  readonly ms: number;
  readonly memory: number;
}

/** Real time, which a driven clock does not change. */
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Measures what this process spends from now on. */
function beginSpending(): () => Spending {
  const time = process.cpuUsage();
  const used = (): number => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  return () => {
    const { user, system } = process.cpuUsage(time);
    return { ms: (user + system) / 1_000, memory: used() - before };
  };
}

function sizeProblem(result: unknown, bytes: Bytes): string | null {
  const max = limits.size.base + limits.size.ofByte * bytes.length;
  const open = [result];
  let size = 0;
  for (let value = open.pop(); size <= max; value = open.pop()) {
    size += 1;
    if (typeof value === 'string' || value instanceof Uint8Array) size += value.length;
    else if (value instanceof Map || value instanceof Set)
      for (const each of value) open.push(each);
    else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) open.push(each);
    if (open.length === 0) return null;
  }
  return `gives a result of more than ${max} values and characters for ${bytes.length} bytes`;
}

const show = (outcome: Outcome): string =>
  inspect(outcome, { depth: 9, compact: 9 }).slice(0, 1_500);
