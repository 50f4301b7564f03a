import { HandsetError, type WireError, fromWire, toWire } from '../errors.ts';
import type { Calls, Events } from './messages.ts';

/** The half of a Worker, MessagePort or worker global that a link needs. */
export interface Port {
  postMessage(message: unknown, options?: { transfer?: (MessagePort | OffscreenCanvas)[] }): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

type Frame =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly name: string;
      readonly argument: unknown;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError }
  | { readonly kind: 'event'; readonly name: string; readonly data: unknown };

/** Calls that leave something on the phone: cancelled, they settle when the worker has removed it. */
const endedByWorker: ReadonlySet<keyof Calls> = new Set(['installApk', 'pushFile']);

type Listener<Name extends keyof Events> = (data: Events[Name]) => void;

/** The page's end: calls the worker, hears its events. */
export interface WorkerLink {
  /**
   * Rejects with the worker's HandsetError. Aborting cancels the work there and rejects with
   * `cancelled` at once; calls of `endedByWorker` settle when that work has ended.
   */
  call<Name extends keyof Calls>(
    name: Name,
    argument: Calls[Name][0],
    signal?: AbortSignal,
  ): Promise<Calls[Name][1]>;
  on<Name extends keyof Events>(name: Name, listener: Listener<Name>): void;
}

/** The worker's handlers; the signal aborts when the page cancels. */
export type CallHandlers = {
  readonly [Name in keyof Calls]: (
    argument: Calls[Name][0],
    signal: AbortSignal,
  ) => Promise<Calls[Name][1]>;
};

/** The worker's end: answers calls, tells events. */
export interface PageLink {
  tell<Name extends keyof Events>(name: Name, data: Events[Name]): void;
}

/** Opens the page's end over a Worker. */
export function linkToWorker(port: Port): WorkerLink {
  const waiting = new Map<number, (frame: Frame) => void>();
  const listeners = new Map<string, ((data: never) => void)[]>();
  let lastId = 0;
  port.addEventListener('message', ({ data }) => {
    const frame = data as Frame; // The only sender is our own worker, built from this file.
    if (frame.kind !== 'event') return waiting.get(frame.id)?.(frame);
    // The worker's `tell` types data by name.
    for (const listener of listeners.get(frame.name) ?? []) listener(frame.data as never);
  });
  return {
    call: (name, argument, signal) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => reject(new HandsetError('cancelled', `${name} was cancelled.`));
        if (signal?.aborted) return giveUp();
        const id = ++lastId;
        const settle = (): void => {
          waiting.delete(id);
          signal?.removeEventListener('abort', cancel);
        };
        const cancel = (): void => {
          port.postMessage({ kind: 'cancel', id } satisfies Frame);
          if (endedByWorker.has(name)) return;
          settle();
          giveUp();
        };
        waiting.set(id, (frame) => {
          settle();
          if (frame.kind === 'error') reject(fromWire(frame.error));
          // The handler's type on the far side guarantees the result's.
          else if (frame.kind === 'result') resolve(frame.value as Calls[typeof name][1]);
        });
        signal?.addEventListener('abort', cancel);
        const unsent = send(port, { kind: 'call', id, name, argument });
        if (unsent !== null) waiting.get(id)?.({ kind: 'error', id, error: unsent });
      }),
    on: (name, listener) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
  };
}

/** Why the call could not be sent: something in it can't be copied, or was moved before; else null. */
function send(port: Port, call: Extract<Frame, { kind: 'call' }>): WireError | null {
  try {
    port.postMessage(call, { transfer: movedOf(call.argument) });
    return null;
  } catch (error) {
    return toWire(error);
  }
}

/** Opens the worker's end over its global scope. */
export function linkToPage(port: Port, handlers: CallHandlers): PageLink {
  const running = new Map<number, AbortController>();
  port.addEventListener('message', ({ data }) => {
    const frame = data as Frame; // The only sender is our own page, built from this file.
    if (frame.kind === 'cancel') running.get(frame.id)?.abort();
    if (frame.kind === 'call') void answer(frame);
  });

  async function answer(frame: Frame & { readonly kind: 'call' }): Promise<void> {
    const abort = new AbortController();
    running.set(frame.id, abort);
    try {
      // Frame and handler are paired by name; `call` above typed the argument.
      const handler = handlers[frame.name as keyof Calls] as (
        argument: unknown,
        signal: AbortSignal,
      ) => Promise<unknown>;
      const value = await handler(frame.argument, abort.signal);
      port.postMessage({ kind: 'result', id: frame.id, value } satisfies Frame);
    } catch (error) {
      const wire = toWire(error);
      port.postMessage({ kind: 'error', id: frame.id, error: wire } satisfies Frame);
    } finally {
      running.delete(frame.id);
    }
  }

  return {
    tell: (name, data) => port.postMessage({ kind: 'event', name, data } satisfies Frame),
  };
}

/** A port or a canvas among the members of an argument moves to the far side; it can't be copied. */
function movedOf(argument: unknown): (MessagePort | OffscreenCanvas)[] {
  const moves = (value: unknown): value is MessagePort | OffscreenCanvas =>
    value instanceof MessagePort ||
    // Node, where the link is tested, has none.
    (typeof OffscreenCanvas !== 'undefined' && value instanceof OffscreenCanvas);
  return Object.values(argument ?? {}).filter(moves);
}
