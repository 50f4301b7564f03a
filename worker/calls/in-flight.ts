import { HandsetError } from '../../core/errors.ts';
import type { CallProgress, CallerWay } from '../../core/link/call.ts';
import type { RunningCall } from '../../core/link/messages.ts';
import { pause } from '../waits/deadline.ts';

/**
 * How long it is waited for calls to end: a phone may be silent, or go on with a swipe of its own
 * `input`. The page then ends this worker, within the 3 s that Stop may take.
 */
const stopDeadlineMs = 2_000;

/** One call between its beginning and its end. */
export interface Flight extends RunningCall {
  /** Aborts when the caller gives up, and when the person stops everything. */
  readonly signal: AbortSignal;
  /** Aborts only when the person stops everything. */
  readonly stopped: AbortSignal;
}

interface BeginningCall {
  readonly agent: string;
  readonly from: CallerWay;
  readonly tool: string;
  /** Aborts when the caller gives up. */
  readonly signal: AbortSignal;
}

/** The calls that run or wait, of everybody. */
export class InFlight {
  readonly #onChange: (calls: readonly RunningCall[]) => void;
  readonly #calls = new Map<number, { shown: RunningCall; readonly ended: Promise<void> }>();
  #stop = new AbortController();
  /** Above the ids of a worker whose place this one took: the page keeps the calls of both. */
  #lastId = Math.floor(performance.timeOrigin);

  /** `onChange` hears all of them, the last begun last. */
  constructor(onChange: (calls: readonly RunningCall[]) => void) {
    this.#onChange = onChange;
  }

  /** Does a call's work, which is listed until it settles. */
  async run<Result>(
    { agent, from, tool, signal }: BeginningCall,
    work: (flight: Flight) => Promise<Result>,
  ): Promise<Result> {
    const shown = { id: ++this.#lastId, agent, from, tool, startedAtEpochMs: Date.now() };
    const stopped = this.#stop.signal;
    const working = work({ ...shown, stopped, signal: AbortSignal.any([signal, stopped]) });
    const ended = working.then(
      () => this.#end(shown.id),
      () => this.#end(shown.id),
    );
    this.#calls.set(shown.id, { shown, ended });
    this.#tell();
    await ended;
    return await working;
  }

  /** Lists how far a call has come; one that has ended is not listed any more. */
  report(id: number, progress: CallProgress): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    call.shown = { ...call.shown, progress };
    this.#tell();
  }

  /** Aborts all of them and waits until they have ended; rejects with `timeout` when some have not after 2 s. */
  async stop(): Promise<void> {
    const stopping = [...this.#calls.values()];
    const stop = this.#stop;
    // Calls that come from now on are none of those.
    this.#stop = new AbortController();
    stop.abort();
    const settled = new AbortController();
    const ended = Promise.all(stopping.map((call) => call.ended));
    await Promise.race([ended, pause(stopDeadlineMs, settled.signal)]);
    settled.abort();
    const left = stopping.filter(({ shown }) => this.#calls.has(shown.id));
    if (left.length > 0) throw notEnded(left.map(({ shown }) => shown));
  }

  #end(id: number): void {
    this.#calls.delete(id);
    this.#tell();
  }

  #tell(): void {
    this.#onChange([...this.#calls.values()].map(({ shown }) => shown));
  }
}

function notEnded(calls: readonly RunningCall[]): HandsetError {
  const which = calls.map(({ agent, tool }) => `${tool} of ${agent}`).join(', ');
  const message = `Not everything ended within ${stopDeadlineMs / 1000} s: ${which}.`;
  return new HandsetError('timeout', message);
}
