import { type ArgumentPath, toHandsetError } from '../../core/errors.ts';
import { tsvCell } from '../../core/format/cell.ts';
import type { PictureData } from '../../core/link/messages.ts';
import type { Phone } from '../../core/phone.ts';
import type { ScreenLuma } from '../../core/screen/luma.ts';
import type { Screen } from '../../core/screen/screen.ts';
import type { Snapshots } from '../../core/screen/snapshots.ts';
import type { CallSecrets } from '../../core/tools/shared/secrets.ts';
import type {
  JsonValue,
  ReplyPicture,
  CallProgress,
  ToolReply,
} from '../../core/tools/shared/tool.ts';
import { escapeInvisible } from '../../core/unseen.ts';
import { type PaintedPicture, paintPicture, explainBlackPicture } from '../paint/picture.ts';

/** The result of a call; the failure of a tool is an outcome too. */
export interface ToolOutcome {
  readonly isError: boolean;
  /** Whether the person, or a rule of theirs, refused the call. */
  readonly refused?: boolean;
  /** The argument that the tool rejected while it ran. */
  readonly refusedArgument?: ArgumentPath | undefined;
  /** In order; the first is the tool's answer, the others are notes. */
  readonly texts: readonly string[];
  readonly pictures: readonly PictureData[];
  /** The answer as data, from a tool that has an output schema. */
  readonly data?: { readonly [key: string]: JsonValue };
}

/** What a reply needs of its call. */
interface ReplyCollectorOptions {
  readonly phone: Phone;
  /** The agent's snapshots of this phone. */
  readonly snapshots: Snapshots;
  readonly onProgress: (progress: CallProgress) => void;
  readonly secrets: CallSecrets;
}

/** Collects the texts and the data of a tool's reply; their invisible characters are escaped for the agent. */
export class TextCollector implements Pick<ToolReply, 'text' | 'data'> {
  protected readonly texts: string[] = [];
  #data: { readonly [key: string]: JsonValue } | undefined;

  text(text: string): void {
    this.texts.push(text);
  }

  data(value: { readonly [key: string]: JsonValue }, text?: string): void {
    this.#data = escapeAll(value);
    this.texts.push(text ?? JSON.stringify(this.#data));
  }

  /** The outcome of the tool once it has ended, with these pictures. */
  outcome(pictures: readonly PictureData[] = []): ToolOutcome {
    const texts = this.texts.map((text) => escapeInvisible(text));
    const outcome = { isError: false, texts, pictures };
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
  readonly snapshots: Snapshots;
  readonly secrets: CallSecrets;
  readonly #phone: Phone;
  readonly #onProgress: (progress: CallProgress) => void;
  readonly #pictures: ReplyPicture[] = [];

  constructor({ phone, snapshots, onProgress, secrets }: ReplyCollectorOptions) {
    super();
    this.#phone = phone;
    this.snapshots = snapshots;
    this.#onProgress = onProgress;
    this.secrets = secrets;
  }

  screen(screen: Screen, text: string, luma: ScreenLuma | null = null): void {
    this.#phone.shown.remember(screen);
    this.text(`${text}\nsnapshot:${this.snapshots.add(screen, luma)}`);
  }

  picture(picture: ReplyPicture): void {
    this.#pictures.push(picture);
  }

  progress(progress: CallProgress): void {
    this.#onProgress(progress);
  }

  /** Paints the pictures. Rejects with `screenshot-failed` when the reply is a damaged picture alone. */
  async render(signal: AbortSignal): Promise<ToolOutcome> {
    const painted = await paintAll(this.#pictures, this.texts);
    for (const { note } of painted) if (note !== null) this.text(`note:${note}`);
    if (painted.some(({ isBlack }) => isBlack)) {
      this.text(`note:${await explainBlackPicture(this.#phone, signal)}`);
    }
    return this.outcome(
      painted.map(({ jpeg }) => ({ bytes: jpeg, mimeType: 'image/jpeg' as const })),
    );
  }
}

/** Paints the pictures; when one is damaged, the texts stay and a note says so. */
async function paintAll(
  pictures: readonly ReplyPicture[],
  texts: string[],
): Promise<PaintedPicture[]> {
  try {
    return await Promise.all(pictures.map(paintPicture));
  } catch (thrown) {
    const error = toHandsetError(thrown);
    if (error.code !== 'screenshot-failed' || texts.length === 0) throw error;
    texts.push(`note:no picture: ${tsvCell(error.fullText)}`);
    return [];
  }
}
