import type { Motion } from '../../core/link/live.ts';
import type { CallRecord, Events, PictureData } from '../../core/link/messages.ts';
import { tools } from '../../core/tools/registry.ts';
import { pause } from '../waits/deadline.ts';
import type { ToolOutcome } from './collect-reply.ts';
import type { ActiveCall } from './running-calls.ts';

/** How long a record waits for its picture; the page should learn of the call soon. */
const pictureMs = 1_000;

/** The page's record of a call with this outcome. Never rejects. */
export async function recordOf(
  call: ActiveCall,
  { isError, refused = false, refusedArgument, texts, pictures }: ToolOutcome,
  durationMs: number,
): Promise<CallRecord> {
  const { id, shownAgent: agent, from, name: tool, argumentsJson, startedAtEpochMs } = call;
  const effect = tools.find(({ name }) => name === tool)?.effect ?? 'read';
  const about = { id, agent, from, tool, effect, argumentsJson, startedAtEpochMs, durationMs };
  return {
    ...about,
    ...{ isError, pictures },
    ...(refused ? { refused } : {}),
    ...(refusedArgument && { refusedArgument }),
    text: texts.join('\n'),
    secrets: call.secrets.texts,
    before: await soon(call.before),
  };
}

async function soon(picture: Promise<PictureData | null>): Promise<PictureData | null> {
  const taken = new AbortController();
  const late = pause(pictureMs, taken.signal).then(() => null);
  try {
    return await Promise.race([picture, late]);
  } finally {
    taken.abort();
  }
}

/** The effect of a call appears in the live picture only after this: the phone draws, encodes and sends it first. */
const graceMs = 350;
/** The longest wait for a moving screen: videos never stop. */
const mostMs = 1_500;

/** The source and the receiver of the pictures. */
interface BeforeAndAfterParts {
  /** The live picture as it is now, small; null without one. */
  thumbnail(): Promise<PictureData | null>;
  /** Receives the screen after a call that acts. */
  onAfter(after: Events['callAfter']): void;
}

/** A call that has ended and waits for its picture. */
interface Waiting {
  readonly abort: AbortController;
  readonly told: Promise<unknown>;
}

/** Takes the screen when a call begins, and again when the screen has come to rest after it. Delays no call. */
export class BeforeAndAfter {
  readonly #parts: BeforeAndAfterParts;
  readonly #waiting = new Map<number, Waiting>();
  /** Aborted while the screen does not move. */
  #rest = new AbortController();

  constructor(parts: BeforeAndAfterParts) {
    this.#parts = parts;
    this.#rest.abort();
  }

  /** To be called whenever the live picture starts or stops moving. */
  moved({ moving }: Pick<Motion, 'moving'>): void {
    if (!moving) this.#rest.abort();
    else if (this.#rest.signal.aborted) this.#rest = new AbortController();
  }

  /** A call begins. Resolves to the screen before it, null without a live picture; never rejects. */
  begin(effect: 'read' | 'act'): Promise<PictureData | null> {
    const picture = this.#take();
    if (effect === 'read') return picture;
    // The effect of this call must not show in the picture after an earlier one.
    for (const [id, { abort, told }] of this.#waiting) {
      abort.abort();
      void this.#tell(id, picture, told);
    }
    this.#waiting.clear();
    return picture;
  }

  /** A call that acts has ended. `recorded` settles once the page has its record; the picture is sent after that. */
  ended(id: number, told: Promise<unknown>): void {
    const abort = new AbortController();
    this.#waiting.set(id, { abort, told });
    void this.#takeAtRest(id, told, abort.signal);
  }

  async #takeAtRest(id: number, told: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await pause(graceMs, signal);
    await pause(mostMs - graceMs, AbortSignal.any([signal, this.#rest.signal]));
    if (signal.aborted) return;
    this.#waiting.delete(id);
    await this.#tell(id, this.#take(), told);
  }

  async #tell(
    id: number,
    taken: Promise<PictureData | null>,
    told: Promise<unknown>,
  ): Promise<void> {
    const [picture] = await Promise.all([taken, told]);
    if (picture !== null) this.#parts.onAfter({ id, picture });
  }

  /** Null when the phone is lost meanwhile. */
  async #take(): Promise<PictureData | null> {
    try {
      return await this.#parts.thumbnail();
    } catch {
      return null;
    }
  }
}
