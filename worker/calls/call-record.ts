import type { LiveMotion } from '../../core/link/live.ts';
import type { CallRecord, Events, PictureData } from '../../core/link/messages.ts';
import { tools } from '../../core/tools/registry.ts';
import { pause } from '../waits/deadline.ts';
import type { ToolOutcome } from './collect-reply.ts';
import type { ActiveCall } from './running-calls.ts';

/** How long a record waits for its picture; the page should learn of the call soon. */
const pictureTimeoutMs = 1_000;

/** The page's record of a call with this outcome. Never rejects. */
export async function createCallRecord(
  call: ActiveCall,
  { isError, refused = false, refusedArgument, texts, pictures }: ToolOutcome,
  durationMs: number,
): Promise<CallRecord> {
  const { id, shownAgent: agent, from, name: tool, argumentsJson, startedAtEpochMs } = call;
  const effect = tools.find(({ name }) => name === tool)?.effect ?? 'read';
  const header = { id, agent, from, tool, effect, argumentsJson, startedAtEpochMs, durationMs };
  return {
    ...header,
    ...{ isError, pictures },
    ...(refused ? { refused } : {}),
    ...(refusedArgument && { refusedArgument }),
    text: texts.join('\n'),
    secrets: call.secrets.texts,
    before: await withinTime(call.before),
  };
}

async function withinTime(picture: Promise<PictureData | null>): Promise<PictureData | null> {
  const settled = new AbortController();
  const timedOut = pause(pictureTimeoutMs, settled.signal).then(() => null);
  try {
    return await Promise.race([picture, timedOut]);
  } finally {
    settled.abort();
  }
}

/** The effect of a call appears in the live picture only after this: the phone draws, encodes and sends it first. */
const minDelayMs = 350;
/** The longest wait for a moving screen: videos never stop. */
const maxDelayMs = 1_500;

/** The source and the receiver of the pictures. */
interface CallPicturesOptions {
  /** The live picture as it is now, small; null without one. */
  thumbnail(): Promise<PictureData | null>;
  /** Receives the screen after a call that acts. */
  onAfter(after: Events['screenAfterCall']): void;
}

/** A call that has ended and waits for its picture. */
interface PendingPicture {
  readonly abort: AbortController;
  readonly recorded: Promise<unknown>;
}

/** Takes the screen when a call begins, and again when the screen has come to rest after it. Delays no call. */
export class CallPictures {
  readonly #options: CallPicturesOptions;
  readonly #pending = new Map<number, PendingPicture>();
  /** Aborted while the screen does not move. */
  #atRest = new AbortController();

  constructor(options: CallPicturesOptions) {
    this.#options = options;
    this.#atRest.abort();
  }

  /** To be called whenever the live picture starts or stops moving. */
  onMotion({ moving }: Pick<LiveMotion, 'moving'>): void {
    if (!moving) this.#atRest.abort();
    else if (this.#atRest.signal.aborted) this.#atRest = new AbortController();
  }

  /** A call begins. Resolves to the screen before it, null without a live picture; never rejects. */
  begin(effect: 'read' | 'act'): Promise<PictureData | null> {
    const picture = this.#capture();
    if (effect === 'read') return picture;
    // The effect of this call must not show in the picture after an earlier one.
    for (const [id, { abort, recorded }] of this.#pending) {
      abort.abort();
      void this.#sendAfter(id, picture, recorded);
    }
    this.#pending.clear();
    return picture;
  }

  /** A call that acts has ended. `recorded` settles once the page has its record; the picture is sent after that. */
  ended(id: number, recorded: Promise<unknown>): void {
    const abort = new AbortController();
    this.#pending.set(id, { abort, recorded });
    void this.#captureAtRest(id, recorded, abort.signal);
  }

  async #captureAtRest(id: number, recorded: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await pause(minDelayMs, signal);
    await pause(maxDelayMs - minDelayMs, AbortSignal.any([signal, this.#atRest.signal]));
    if (signal.aborted) return;
    this.#pending.delete(id);
    await this.#sendAfter(id, this.#capture(), recorded);
  }

  async #sendAfter(
    id: number,
    capturing: Promise<PictureData | null>,
    recorded: Promise<unknown>,
  ): Promise<void> {
    const [picture] = await Promise.all([capturing, recorded]);
    if (picture !== null) this.#options.onAfter({ id, picture });
  }

  /** Null when the phone is lost meanwhile. */
  async #capture(): Promise<PictureData | null> {
    try {
      return await this.#options.thumbnail();
    } catch {
      return null;
    }
  }
}
