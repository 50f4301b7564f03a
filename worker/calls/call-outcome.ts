import type { Client } from '#core/caller.ts';
import { HandsetError, toHandsetError, type ArgumentPath, type ErrorCode } from '#core/errors.ts';
import { tsvCell } from '#core/format/quote.ts';
import type { CallTouch, Refusal, TouchPreviewInfo } from '#core/link/call.ts';
import type { CallRecord, Events, PictureData } from '#core/link/messages.ts';
import type { Phone } from '#core/phone.ts';
import type { ScreenLuma } from '#core/screen/luma.ts';
import type { Screen } from '#core/screen/screen.ts';
import type { Snapshots } from '#core/screen/snapshots.ts';
import type {
  CallProgress,
  JsonValue,
  ReplyPicture,
  ToolReply,
  CallSecrets,
} from '#core/tools/shared/tool.ts';
import { escapeInvisible } from '#core/invisible-characters.ts';
import { explainBlackPicture, paintPicture, type PaintedPicture } from '../paint/picture.ts';
import type { LiveMotion } from '#core/link/live.ts';
import { crashNote } from '#core/tools/clipboard-and-logs.ts';
import { tools } from '#core/tools/registry.ts';
import { pause } from '../waits/deadline.ts';
import type { ActiveCall } from './active-calls.ts';

/** The result of a call; the failure of a tool is an outcome too. */
export interface ToolOutcome {
  readonly isError: boolean;
  /** Whether the user, or a rule of theirs, refused the call, or nobody answered. */
  readonly refused?: Refusal;
  /** Whether the user stopped the call. */
  readonly stopped?: boolean;
  /** Why the call failed, was refused or stopped. */
  readonly errorCode?: ErrorCode;
  /** The argument that the tool rejected while it ran. */
  readonly refusedArgument?: ArgumentPath | undefined;
  /** Selectors of the elements that may have been meant. */
  readonly selectors?: readonly string[] | undefined;
  /** In order; the first is the tool's answer, the others are notes. */
  readonly texts: readonly string[];
  /** For each text, the length of its beginning that is a message of Handset's own; absent where no tool said so. */
  readonly ownLengths?: readonly number[];
  readonly pictures: readonly PictureData[];
  /** The answer as data, from a tool that has an output schema. */
  readonly data?: { readonly [key: string]: JsonValue };
}

/** What a reply needs of its call. */
interface ReplyCollectorOptions {
  readonly client: Client;
  readonly phone: Phone;
  /** The agent's snapshots of this phone. */
  readonly snapshots: Snapshots;
  /** Notes on earlier calls of the agent that came after their replies. */
  readonly lateNotes: string[];
  readonly onProgress: (progress: CallProgress) => void;
  readonly secrets: CallSecrets;
}

/** Collects the texts and the data of a tool's reply; their invisible characters are escaped for the agent. */
export class TextCollector implements Pick<ToolReply, 'text' | 'data'> {
  protected readonly texts: string[] = [];
  /** By the index of the text. */
  readonly #ownLengths = new Map<number, number>();
  #data: { readonly [key: string]: JsonValue } | undefined;

  text(text: string, ownLength?: number): void {
    if (ownLength !== undefined) this.#ownLengths.set(this.texts.length, ownLength);
    this.texts.push(text);
  }

  data(value: { readonly [key: string]: JsonValue }, text?: string): void {
    this.#data = escapeAll(value);
    this.texts.push(text ?? JSON.stringify(this.#data));
  }

  /** The outcome of the tool once it has ended, with these pictures. */
  outcome(pictures: readonly PictureData[] = []): ToolOutcome {
    const texts = this.texts.map((text) => escapeInvisible(text));
    const ownLengths = this.texts.map(
      (text, index) => escapeInvisible(text.slice(0, this.#ownLengths.get(index) ?? 0)).length,
    );
    const outcome = {
      isError: false,
      texts,
      pictures,
      ...(this.#ownLengths.size > 0 && { ownLengths }),
    };
    return this.#data === undefined ? outcome : { ...outcome, data: this.#data };
  }
}

/** The data with invisible characters escaped in every text; the property names are ours. */
function escapeAll(value: { readonly [key: string]: JsonValue }): {
  readonly [key: string]: JsonValue;
} {
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, escapeInvisibleIn(each)]),
  );
}

function escapeInvisibleIn(value: JsonValue): JsonValue {
  if (typeof value === 'string') return escapeInvisible(value);
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map(escapeInvisibleIn) : escapeAll(value);
}

/** Array.isArray does not narrow to a read-only array. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Collects what a tool replies, and renders it once the tool has ended. */
export class ReplyCollector extends TextCollector implements ToolReply {
  readonly client: Client;
  readonly snapshots: Snapshots;
  readonly secrets: CallSecrets;
  readonly #phone: Phone;
  readonly #onProgress: (progress: CallProgress) => void;
  readonly #lateNotes: string[];
  /** The app that the agent acted in and that is no longer in front; null if there is none. */
  #leftApp: string | null = null;
  /** The picture, or why it could not be painted; null without one. */
  #painting: Promise<PaintedPicture | HandsetError> | null = null;

  constructor({ client, phone, snapshots, lateNotes, onProgress, secrets }: ReplyCollectorOptions) {
    super();
    this.client = client;
    this.#phone = phone;
    this.snapshots = snapshots;
    this.#lateNotes = lateNotes;
    this.#onProgress = onProgress;
    this.secrets = secrets;
  }

  screen(screen: Screen, text: string, luma: ScreenLuma | null = null): void {
    this.#phone.shown.remember(screen);
    const actedOn = this.snapshots.actedOn?.packageName ?? null;
    if (actedOn !== screen.focus.packageName) this.#leftApp = actedOn;
    this.text(`${text}\nsnapshot:${this.snapshots.add(screen, luma)}`);
  }

  picture(picture: ReplyPicture | null): void {
    this.#painting = picture && paintPicture(picture).catch(toHandsetError);
  }

  later(note: Promise<string | null>): void {
    void note.then((text) => text !== null && this.#lateNotes.push(text));
  }

  progress(progress: CallProgress): void {
    this.#onProgress(progress);
  }

  /**
   * The outcome with the painted picture and the late notes. When the picture is damaged, the texts
   * stay and a note says so; rejects with `screenshot-failed` when there are none.
   */
  async render(signal: AbortSignal): Promise<ToolOutcome> {
    const painted = await this.#painting;
    if (painted instanceof HandsetError) {
      if (painted.code !== 'screenshot-failed' || this.texts.length === 0) throw painted;
      this.text(`note:no screenshot: ${tsvCell(painted.fullText)}`);
    } else if (painted) {
      if (painted.note !== null) this.text(`note:${painted.note}`);
      if (painted.isBlack) {
        const { message } = await explainBlackPicture(this.#phone, signal);
        this.text(`note:${message.replace(/^T/, 't').replace(/\.$/, '')}`);
      }
    }
    const left = this.#leftApp;
    if (left !== null && (await this.#phone.apps.hasCrashed(left, signal).catch(() => false)))
      this.text(crashNote(left));
    for (const note of this.#lateNotes.splice(0)) this.text(note);
    const isWhole = painted !== null && !(painted instanceof HandsetError);
    return this.outcome(isWhole ? [{ bytes: painted.jpeg, mimeType: 'image/jpeg' }] : []);
  }
}

/** How long a record waits for its picture; the page should learn of the call soon. */
const pictureTimeoutMs = 1_000;

/** The page's record of a call with this outcome. Never rejects. */
export async function createCallRecord(
  call: ActiveCall,
  outcome: ToolOutcome,
  durationMs: number,
): Promise<CallRecord> {
  const {
    isError,
    refused = false,
    stopped,
    errorCode,
    refusedArgument,
    selectors,
    texts,
    pictures,
  } = outcome;
  const { id, shownAgent: agent, from, name: tool, argumentsJson, startedAtEpochMs } = call;
  const effect = tools.find(({ name }) => name === tool)?.effect ?? 'read';
  const header = { id, agent, from, tool, effect, argumentsJson, startedAtEpochMs, durationMs };
  return {
    ...header,
    ...(call.stepOf && { stepOf: call.stepOf.callId }),
    ...(call.askedMs > 0 && { askedMs: Math.round(call.askedMs) }),
    isError,
    pictures,
    ...(refused ? { refused } : {}),
    ...(call.refusalNote !== null && { refusalNote: call.refusalNote }),
    ...(stopped && { stopped }),
    ...(errorCode && { errorCode }),
    ...(refusedArgument && { refusedArgument }),
    ...(selectors && { selectors }),
    text: texts.join('\n'),
    secrets: call.secrets.texts,
    ...(isError && call.secrets.arePresumed && { areSecretsPresumed: true }),
    before: await withinTime(call.before),
    ...(call.touch && { touch: call.touch }),
  };
}

/** Where a question shows that its call will touch, for the record of one that is refused; null where nowhere. */
export function touchOf(preview: TouchPreviewInfo | null): CallTouch | null {
  if (preview === null) return null;
  const { size } = preview;
  if (preview.kind === 'fingers') return { size, bounds: null, paths: preview.paths };
  const { bounds, at } = preview;
  return bounds && { size, bounds, paths: at === null ? [] : [[at]] };
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

/** A phone has hardly begun to show the effect of a call before this. */
const minDelayMs = 350;
/** How often to look whether the picture is current. */
const pollMs = 50;
/** For how long after a call a change of the screen counts as its effect: apps start slowly. */
const effectMs = 5_000;

/** The source and the receiver of the pictures. */
interface CallPicturesOptions {
  /** Whether the live picture shows the screen as it is now, when somebody last acted at this time of `performance.now`. */
  isCurrent(actedAtMs: number): boolean;
  /** Whether the live picture is at most a moment older than the screen. */
  isRecent(): boolean;
  /** The live picture; null without one. Must not take time of the call. */
  jpeg(): Promise<PictureData | null>;
  /** Receives the screen after a call that acts; again when it has changed since. */
  onAfter(after: Events['screenAfterCall']): void;
}

/** A call that has ended and whose effects may still show. */
interface EndedCall {
  readonly abort: AbortController;
  /** Settles once the page has the record of the call. */
  readonly recorded: Promise<unknown>;
}

/**
 * Takes the screen when a call begins, and when the screen has come to rest after it, or the next call
 * begins. A picture that may be a moment older than the moment it stands for is marked, one that may be
 * older than that is left out. Delays no call.
 */
export class CallPictures {
  readonly #options: CallPicturesOptions;
  readonly #ended = new Map<number, EndedCall>();
  #actedAtMs = -Infinity;
  #largeChangeAtMs = -Infinity;
  /** Aborted at the next large change. */
  #changed = new AbortController();

  constructor(options: CallPicturesOptions) {
    this.#options = options;
  }

  /** To be called whenever the live picture starts, goes on or stops moving. */
  onMotion({ largeChangeAtEpochMs }: Pick<LiveMotion, 'largeChangeAtEpochMs'>): void {
    if (largeChangeAtEpochMs <= this.#largeChangeAtMs) return;
    this.#largeChangeAtMs = largeChangeAtEpochMs;
    this.#changed.abort();
    this.#changed = new AbortController();
  }

  /**
   * A call begins; of one that acts, also right before its first input, which may come much later.
   * Resolves to the screen before it, null where no picture shows that; never rejects.
   */
  begin(effect: 'read' | 'act'): Promise<PictureData | null> {
    const picture = this.#capture();
    if (effect === 'read') return picture;
    // The effect of this call must not show in the pictures after earlier ones.
    for (const [id, { abort, recorded }] of this.#ended) {
      abort.abort();
      void this.#sendAfter(id, picture, recorded);
    }
    return picture;
  }

  /** The screen as soon as the picture shows it as it is; null where that is not before the signal aborts. Never rejects. */
  async whenCurrent(signal: AbortSignal): Promise<PictureData | null> {
    while (!signal.aborted && !this.#options.isCurrent(this.#actedAtMs))
      await pause(pollMs, signal);
    return signal.aborted ? null : await this.#capture();
  }

  /** Somebody has acted on the phone. */
  acted(): void {
    this.#actedAtMs = performance.now();
  }

  /** Runs input of the user; what follows it is no effect of earlier calls. What is recorded as a call begins and ends like one. */
  async around(input: () => Promise<void>, isRecorded: boolean): Promise<void> {
    if (!isRecorded && this.#ended.size > 0) {
      void this.begin('act');
      this.#ended.clear();
    }
    await input().finally(() => this.acted());
  }

  /** A call that acts has ended. `recorded` settles once the page has its record; the pictures are sent after that. */
  ended(id: number, recorded: Promise<unknown>): void {
    for (const { abort } of this.#ended.values()) abort.abort();
    this.#ended.clear();
    const abort = new AbortController();
    this.#ended.set(id, { abort, recorded });
    void this.#followScreen(id, recorded, abort.signal);
  }

  async #followScreen(id: number, recorded: Promise<unknown>, ended: AbortSignal): Promise<void> {
    const endMs = performance.now() + effectMs;
    await pause(minDelayMs, ended);
    while (!ended.aborted && performance.now() < endMs) {
      if (this.#options.isCurrent(this.#actedAtMs)) {
        const changed = this.#changed.signal;
        await this.#sendAfter(id, this.#capture(), recorded);
        await pause(endMs - performance.now(), AbortSignal.any([ended, changed]));
      } else await pause(pollMs, ended);
    }
    if (!ended.aborted) this.#ended.delete(id);
  }

  async #sendAfter(
    id: number,
    capturing: Promise<PictureData | null>,
    recorded: Promise<unknown>,
  ): Promise<void> {
    const [picture] = await Promise.all([capturing, recorded]);
    this.#options.onAfter({ id, picture });
  }

  /** Null where the picture may be much older, and when the phone is lost meanwhile. */
  async #capture(): Promise<PictureData | null> {
    try {
      const isCurrent = this.#options.isCurrent(this.#actedAtMs);
      if (!isCurrent && !this.#options.isRecent()) return null;
      const picture = await this.#options.jpeg();
      return isCurrent ? picture : picture && { ...picture, isChanging: true };
    } catch {
      return null;
    }
  }
}
