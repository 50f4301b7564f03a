import { HandsetError } from '../../core/errors.ts';
import type { ToolCall } from './tool-call.ts';
import { callerKey } from './caller-names.ts';

/** Calls that one caller may have running or waiting: as many as the bridge lets one agent have requests open. */
export const maxCalls = 64;

/** Counts the calls of each caller between their beginning and their end. */
export class CallLimit {
  readonly #counts = new Map<string, number>();

  /** Does the work of a call. Rejects with `too-many-calls`, the work not begun, where the caller has its most already. */
  async run<Result>(call: ToolCall, work: () => Promise<Result>): Promise<Result> {
    const key = callerKey(call);
    const count = this.#counts.get(key) ?? 0;
    if (count >= maxCalls) throw tooMany();
    this.#counts.set(key, count + 1);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #leave(key: string): void {
    const left = (this.#counts.get(key) ?? 0) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}

function tooMany(): HandsetError {
  const message = `This agent has ${maxCalls} calls running or waiting already, the most it may have at once. Nothing was done.`;
  return new HandsetError('too-many-calls', message, {
    hint: 'Wait for their answers before you call again.',
  });
}
