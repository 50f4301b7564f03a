import type { WaitResult } from '#core/call.ts';
import type { Client } from '#core/caller.ts';
import { HandsetError, toHandsetError } from '#core/errors.ts';
import { tsvCell } from '#core/format/quote.ts';
import { escapeInvisible } from '#core/text/invisible-characters.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { Phone } from '#core/phone/phone.ts';
import type { ScreenLuma } from '#core/screen/luma.ts';
import type { Screen } from '#core/screen/screen.ts';
import type { Snapshots } from '#core/screen/snapshots.ts';
import { crashNote } from '#core/tools/clipboard-and-logs.ts';
import type {
  CallProgress,
  CallSecrets,
  JsonValue,
  ReplyFile,
  ReplyPicture,
  ToolReply,
} from '#core/tools/shared/tool.ts';
import { explainBlackPicture, paintPicture, type PaintedPicture } from '../paint/picture.ts';
import type { ToolOutcome } from './outcome.ts';

/** The parts of a call that its reply needs. */
interface ReplyCollectorOptions {
  readonly client: Client;
  readonly phone: Phone;
  /** The agent's snapshots of this phone. */
  readonly snapshots: Snapshots;
  /** Notes on earlier calls of the agent that arrived after their replies. */
  readonly lateNotes: string[];
  readonly onProgress: (progress: CallProgress) => void;
  readonly secrets: CallSecrets;
}

/** Collects the texts and the data of a tool's reply, and escapes invisible characters for the agent. */
export class TextCollector implements Pick<ToolReply, 'text' | 'note' | 'data' | 'wait'> {
  protected readonly texts: string[] = [];
  /** Lengths by the index of the text. */
  readonly #ownLengths = new Map<number, number>();
  readonly #notes: string[] = [];
  #data: { readonly [key: string]: JsonValue } | undefined;
  #wait: WaitResult | undefined;
  #unmetWait: string | undefined;

  text(text: string, ownLength?: number): void {
    if (ownLength !== undefined) this.#ownLengths.set(this.texts.length, ownLength);
    this.texts.push(text);
  }

  note(...notes: readonly string[]): void {
    this.#notes.push(...notes.map((note) => escapeInvisible(note)));
    this.texts.push(...notes.map((note) => `note:${note}`));
  }

  data(value: { readonly [key: string]: JsonValue }, text?: string): void {
    this.#data = escapeAll(value);
    this.texts.push(text ?? JSON.stringify(this.#data));
  }

  wait(result: WaitResult, unmet?: string): void {
    this.#wait = { ...result, reason: escapeInvisible(result.reason) };
    this.#unmetWait = unmet === undefined ? undefined : escapeInvisible(unmet);
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
      notes: this.#notes,
      pictures,
      wait: this.#wait,
      unmetWait: this.#unmetWait,
      ...(this.#ownLengths.size > 0 && { ownLengths }),
    };
    return this.#data === undefined ? outcome : { ...outcome, data: this.#data };
  }
}

/** Escapes invisible characters in every text; property names are our own and need no escaping. */
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
  /** The app in which the agent acted, if it is no longer in front; else null. */
  #leftApp: string | null = null;
  /** The picture, or why it could not be painted; null if there is none. */
  #painting: Promise<PaintedPicture | HandsetError> | null = null;
  readonly #files: ReplyFile[] = [];

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

  file(file: ReplyFile): void {
    this.#files.push(file);
  }

  later(note: Promise<string | null>): void {
    void note.then((text) => text !== null && this.#lateNotes.push(text));
  }

  progress(progress: CallProgress): void {
    this.#onProgress(progress);
  }

  /**
   * The outcome with the painted picture and the late notes. If the picture is damaged, the texts
   * stay and a note says so; rejects with `screenshot-failed` if there are no texts.
   */
  async render(signal: AbortSignal): Promise<ToolOutcome> {
    const painted = await this.#painting;
    if (painted instanceof HandsetError) {
      if (painted.code !== 'screenshot-failed' || this.texts.length === 0) throw painted;
      this.note(`no screenshot: ${tsvCell(painted.fullText)}`);
    } else if (painted) {
      if (painted.note !== null) this.note(painted.note);
      if (painted.isBlack) {
        this.note((await explainBlackPicture(this.#phone, signal)).message);
      }
    }
    const left = this.#leftApp;
    if (left !== null && (await this.#phone.apps.hasCrashed(left, signal).catch(() => false)))
      this.note(crashNote(left));
    this.note(...this.#lateNotes.splice(0));
    const isWhole = painted !== null && !(painted instanceof HandsetError);
    const outcome = this.outcome(isWhole ? [{ bytes: painted.jpeg, mimeType: 'image/jpeg' }] : []);
    return { ...outcome, files: this.#files };
  }
}
