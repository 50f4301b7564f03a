import { HandsetError } from '../../core/errors.ts';
import { whoCalls } from './caller-names.ts';
import type { ToolCall } from './tool-call.ts';

/** Calls that one agent name, or one MessagePort, may have running or waiting: as many as the bridge lets an agent have requests open. */
export const maxCalls = 64;
/** The same of all ports of one name: one that calls too much leaves room for the others. */
export const maxCallsOfPorts = 256;

type CountedCall = Pick<ToolCall, 'agent' | 'from' | 'port'>;

/** Counts the calls of each caller between their beginning and their end. */
export class CallLimit {
  readonly #counts = new Map<string, number>();

  /** Does the work of a call. Rejects with `too-many-calls`, the work not begun, where the caller has its most already. */
  async run<Result>(call: CountedCall, work: () => Promise<Result>): Promise<Result> {
    const limits = limitsOf(call);
    for (const { key, most, whose } of limits) {
      if (this.#count(key) >= most) throw tooMany(most, whose);
    }
    for (const { key } of limits) this.#counts.set(key, this.#count(key) + 1);
    try {
      return await work();
    } finally {
      for (const { key } of limits) this.#leave(key);
    }
  }

  #count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  #leave(key: string): void {
    const left = this.#count(key) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}

interface Limit {
  readonly key: string;
  readonly most: number;
  readonly whose: string;
}

function limitsOf(call: CountedCall): readonly Limit[] {
  const { port } = call;
  const name = whoCalls(call);
  if (port === undefined) return [{ key: name, most: maxCalls, whose: 'This agent has' }];
  return [
    { key: `port ${port}`, most: maxCalls, whose: 'This agent has' },
    { key: name, most: maxCallsOfPorts, whose: 'The ports of this agent have' },
  ];
}

function tooMany(most: number, whose: string): HandsetError {
  const message = `${whose} ${most} calls running or waiting already, the most that are allowed at once. Nothing was done.`;
  return new HandsetError('too-many-calls', message, {
    hint: 'Wait for their answers before you call again.',
  });
}
