import { HandsetError, type WireError, fromWire, toHandsetError, toWire } from '../errors.ts';
import type { Calls, Events } from './messages.ts';

/** The part of a Worker, MessagePort or worker global scope that a link uses. */
export interface LinkPort {
  postMessage(message: unknown, options?: { transfer?: (MessagePort | OffscreenCanvas)[] }): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

interface CallMessage {
  readonly kind: 'call';
  readonly id: number;
  readonly name: keyof Calls;
  readonly argument: unknown;
}

type AnswerMessage =
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError };

interface EventMessage {
  readonly kind: 'event';
  readonly name: keyof Events;
  readonly data: unknown;
}

type LinkMessage =
  CallMessage | { readonly kind: 'cancel'; readonly id: number } | AnswerMessage | EventMessage;

/** Calls that write to the phone: when cancelled, they settle only after the worker has cleaned up. */
const settledByWorker: ReadonlySet<keyof Calls> = new Set(['installApk', 'pushFile']);

/** Calls that set a lasting state: they are repeated to a worker that replaces another. */
const persistentCalls: ReadonlySet<keyof Calls> = new Set([
  'setAgentPolicy',
  'setOriginalSettings',
  'listTools',
  'setLive',
  'setPageVisible',
  'setDrawnSize',
  'joinBridge',
]);

type EventHandler<Name extends keyof Events> = (data: Events[Name]) => void;

/** The page's end: calls the worker and receives its events. */
export interface WorkerLink {
  /**
   * Rejects with the worker's HandsetError. Aborting cancels the work in the worker and rejects with
   * `cancelled` at once; calls in `settledByWorker` settle when that work has ended.
   */
  call<Name extends keyof Calls>(
    name: Name,
    argument: Calls[Name][0],
    signal?: AbortSignal,
  ): Promise<Calls[Name][1]>;
  on<Name extends keyof Events>(name: Name, listener: EventHandler<Name>): void;
}

/** A page's end whose worker can be replaced. */
export interface ReplaceableLink extends WorkerLink {
  /**
   * Switches to another worker, or to none. Pending calls reject with the error, and calls made while
   * there is no worker with `console-lost`. Listeners stay and receive nothing more from the old
   * worker. The new worker first receives the persistent calls, such as the agent policy.
   */
  switchWorker(port: LinkPort | null, error: HandsetError): void;
  /** Sends an event to the page's own listeners, for what the worker can no longer report. */
  emit<Name extends keyof Events>(name: Name, data: Events[Name]): void;
}

/** The worker's handlers, one per call; the signal aborts when the page cancels. */
export type CallHandlers = {
  readonly [Name in keyof Calls]: (
    argument: Calls[Name][0],
    signal: AbortSignal,
  ) => Promise<Calls[Name][1]>;
};

/** The worker's end: answers calls and emits events. */
export interface PageLink {
  emit<Name extends keyof Events>(name: Name, data: Events[Name]): void;
}

/** Opens the page's end over a Worker. */
export function linkToWorker(port: LinkPort): ReplaceableLink {
  return new ReplaceableWorkerLink(port);
}

class ReplaceableWorkerLink implements ReplaceableLink {
  #port: LinkPort | null = null;
  readonly #pending = new Map<number, (answer: AnswerMessage) => void>();
  /** The last persistent call of each name. */
  readonly #persistentCalls = new Map<keyof Calls, CallMessage>();
  readonly #listeners = new Map<keyof Events, ((data: never) => void)[]>();
  #lastId = 0;

  constructor(port: LinkPort) {
    this.#listen(port);
  }

  call<Name extends keyof Calls>(
    name: Name,
    argument: Calls[Name][0],
    signal?: AbortSignal,
  ): Promise<Calls[Name][1]> {
    return new Promise((resolve, reject) => {
      const rejectCancelled = (): void =>
        reject(new HandsetError('cancelled', `${name} was canceled.`));
      if (signal?.aborted) return rejectCancelled();
      const id = ++this.#lastId;
      const settle = (): void => {
        this.#pending.delete(id);
        signal?.removeEventListener('abort', cancel);
      };
      const cancel = (): void => {
        this.#port?.postMessage({ kind: 'cancel', id } satisfies LinkMessage);
        if (settledByWorker.has(name)) return;
        settle();
        rejectCancelled();
      };
      this.#pending.set(id, (answer) => {
        settle();
        if (answer.kind === 'error') reject(fromWire(answer.error));
        // The type of the worker's handler guarantees the result's.
        else resolve(answer.value as Calls[Name][1]);
      });
      signal?.addEventListener('abort', cancel);
      this.#send({ kind: 'call', id, name, argument });
    });
  }

  on<Name extends keyof Events>(name: Name, listener: EventHandler<Name>): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  emit<Name extends keyof Events>(name: Name, data: Events[Name]): void {
    // `on` stored each listener under the name of its event.
    for (const listener of this.#listeners.get(name) ?? []) listener(data as never);
  }

  switchWorker(port: LinkPort | null, error: HandsetError): void {
    this.#port = null;
    const framesToRepeat = [...this.#persistentCalls.values()];
    for (const [id, answer] of [...this.#pending]) {
      const isPersistent = framesToRepeat.some((frame) => frame.id === id);
      if (!isPersistent) answer({ kind: 'error', id, error: toWire(error) });
    }
    if (port === null) return;
    this.#listen(port);
    for (const frame of framesToRepeat) this.#send(frame);
  }

  #listen(port: LinkPort): void {
    this.#port = port;
    port.addEventListener('message', ({ data }) => {
      if (port !== this.#port) return;
      const frame = data as AnswerMessage | EventMessage; // The only sender is our own worker, built from this file.
      if (frame.kind !== 'event') this.#pending.get(frame.id)?.(frame);
      // The worker's `emit` types data by name.
      else this.emit(frame.name, frame.data as never);
    });
  }

  /** Persistent calls wait while there is no worker. */
  #send(frame: CallMessage): void {
    const { id, name } = frame;
    if (persistentCalls.has(name)) this.#persistentCalls.set(name, frame);
    if (this.#port === null && persistentCalls.has(name)) return;
    const sendError = this.#port === null ? noWorkerError() : postCall(this.#port, frame);
    if (sendError !== null)
      this.#pending.get(id)?.({ kind: 'error', id, error: toWire(sendError) });
  }
}

function noWorkerError(): HandsetError {
  return new HandsetError(
    'console-lost',
    "Handset's background worker has ended. Nothing was done.",
    {
      hint: 'Restart it in the Handset console.',
    },
  );
}

/** Sends a call. Returns the error if its argument cannot be cloned or was already transferred, else null. */
function postCall(port: LinkPort, call: CallMessage): HandsetError | null {
  try {
    port.postMessage(call, { transfer: transferablesOf(call.argument) });
    return null;
  } catch (error) {
    return toHandsetError(error);
  }
}

/** Opens the worker's end over its global scope. */
export function linkToPage(port: LinkPort, handlers: CallHandlers): PageLink {
  const activeCalls = new Map<number, AbortController>();
  port.addEventListener('message', ({ data }) => {
    const frame = data as LinkMessage; // The only sender is our own page, built from this file.
    if (frame.kind === 'cancel') activeCalls.get(frame.id)?.abort();
    if (frame.kind === 'call') void runCall(frame);
  });

  async function runCall(frame: CallMessage): Promise<void> {
    const controller = new AbortController();
    activeCalls.set(frame.id, controller);
    try {
      // Frame and handler are paired by name; `call` above typed the argument.
      const handler = handlers[frame.name] as (
        argument: unknown,
        signal: AbortSignal,
      ) => Promise<unknown>;
      const value = await handler(frame.argument, controller.signal);
      port.postMessage({ kind: 'result', id: frame.id, value } satisfies LinkMessage);
    } catch (error) {
      const wire = toWire(error);
      port.postMessage({ kind: 'error', id: frame.id, error: wire } satisfies LinkMessage);
    } finally {
      activeCalls.delete(frame.id);
    }
  }

  return {
    emit: (name, data) => port.postMessage({ kind: 'event', name, data } satisfies LinkMessage),
  };
}

/** The ports and canvases among an argument's members: they are transferred, since they cannot be cloned. */
function transferablesOf(argument: unknown): (MessagePort | OffscreenCanvas)[] {
  const isTransferable = (value: unknown): value is MessagePort | OffscreenCanvas =>
    value instanceof MessagePort ||
    // Node, where the link is tested, has no OffscreenCanvas.
    (typeof OffscreenCanvas !== 'undefined' && value instanceof OffscreenCanvas);
  return Object.values(argument ?? {}).filter(isTransferable);
}
