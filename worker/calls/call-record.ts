import type { Motion } from '../../core/link/live.ts';
import type { CallRecord, Events, PictureData } from '../../core/link/messages.ts';
import { tools } from '../../core/tools/registry.ts';
import { pause } from '../waits/deadline.ts';
import type { ToolOutcome } from './collect-reply.ts';
import type { ActiveCall } from './running-calls.ts';

/** A picture that takes longer is not waited for: the page is to hear of the call. */
const pictureMs = 1_000;

/** What the page is given of a call that has come to this. Never rejects. */
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

/** What a call does shows in the live picture only after this: the phone draws, encodes and sends first. */
const graceMs = 350;
/** A screen that moves for longer is taken as it is: videos never rest. */
const mostMs = 1_500;

/** Where pictures come from, and who gets them. */
interface BeforeAndAfterParts {
  /** The live picture as it is now, small; null without one. */
  thumbnail(): Promise<PictureData | null>;
  /** Hears the screen after a call that acts. */
  onAfter(after: Events['callAfter']): void;
}

/** A call that has ended and whose screen may still move. */
interface Waiting {
  readonly abort: AbortController;
  readonly told: Promise<unknown>;
}

/** Takes the screen when a call begins, and once more when it came to rest after it. Holds no call up. */
export class BeforeAndAfter {
  readonly #parts: BeforeAndAfterParts;
  readonly #waiting = new Map<number, Waiting>();
  /** Aborted while nothing moves. */
  #rest = new AbortController();

  constructor(parts: BeforeAndAfterParts) {
    this.#parts = parts;
    this.#rest.abort();
  }

  /** To be told whenever the live picture begins to move or comes to rest. */
  moved({ moving }: Pick<Motion, 'moving'>): void {
    if (!moving) this.#rest.abort();
    else if (this.#rest.signal.aborted) this.#rest = new AbortController();
  }

  /** A call begins to act or to look. Resolves with the screen before it, null without a live picture; never rejects. */
  begin(effect: 'read' | 'act'): Promise<PictureData | null> {
    const picture = this.#take();
    if (effect === 'read') return picture;
    // What this call does must not show in the picture after an earlier one.
    for (const [id, { abort, told }] of this.#waiting) {
      abort.abort();
      void this.#tell(id, picture, told);
    }
    this.#waiting.clear();
    return picture;
  }

  /** A call that acts has ended. `told` settles once the page knows of the call; the picture comes after that. */
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

  /** A phone that goes meanwhile costs the picture, and no more. */
  async #take(): Promise<PictureData | null> {
    try {
      return await this.#parts.thumbnail();
    } catch {
      return null;
    }
  }
}
