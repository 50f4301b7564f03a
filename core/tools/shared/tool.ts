import type { z } from 'zod';
import type { Mark } from '../../annotate/marks.ts';
import { tsvCell } from '../../format/quote.ts';
import type { Point, Size } from '../../geometry.ts';
import type { Gesture } from '../../gestures/gesture.ts';
import type { Phone, ScreenPicture } from '../../phone.ts';
import type { ScreenLuma } from '../../screen/luma.ts';
import type { Element, Screen } from '../../screen/screen.ts';
import type { Snapshots } from '../../screen/snapshots.ts';
import { choice } from './parameters.ts';

/** The screen as it was last read, while a call waits to run. */
export interface LastScreen {
  readonly phone: Pick<Phone, 'shown'>;
  /** Logical size of the screen in its rotation, device pixels. */
  readonly size: Size;
  /** The elements of the last reading, in this rotation; empty before the first reading. */
  readonly roots: readonly Element[];
}

/** What a call will touch: a gesture or an element. */
export type TouchPreview =
  | { readonly gesture: Gesture }
  /** `at` is the touch point; null if the call does not touch or the point is unknown. */
  | { readonly element: Element; readonly at: Point | null };

/** The picture of a reply. */
export interface ReplyPicture {
  /** Whoever consumes the reply closes a video frame. */
  readonly picture: ScreenPicture;
  /** Logical size of the screen, the space of the marks' bounds. */
  readonly screenSize: Size;
  /** Boxes and labels to draw; empty for a picture without annotation. */
  readonly marks: readonly Mark[];
}

/** Progress of a long call. */
export interface CallProgress {
  /** Grows with every report; milliseconds for tools that wait. */
  readonly done: number;
  readonly total?: number;
  readonly message: string;
}

/** A value that JSON can carry. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * Collects a tool's answer. Tools never build MCP content: the runner renders what is collected here,
 * texts first, then pictures.
 */
export interface ToolReply {
  text(text: string): void;
  /**
   * A text that shows this screen, which becomes a snapshot of the agent. The text ends with the
   * snapshot's id in a line of its own: `snapshot:<id>`. `luma` is the picture's brightness, for later
   * diffs.
   */
  screen(screen: Screen, text: string, luma?: ScreenLuma | null): void;
  /** The screens of this phone that the agent was shown. */
  readonly snapshots: Snapshots;
  /**
   * The answer as structured content, for a tool with an `output` schema; at most once per call. The
   * text is the value's JSON unless `text` is given.
   */
  data(value: { readonly [key: string]: JsonValue }, text?: string): void;
  picture(picture: ReplyPicture): void;
  /** Sends a progress notification. */
  progress(progress: CallProgress): void;
  /** The secret texts of the arguments and the answer. */
  readonly secrets: CallSecrets;
}

/** Whether a call changes the phone; decides the MCP annotations and whether the call needs a turn. */
type ToolEffect = 'read' | 'act';

/** One MCP tool. `execute` rejects with a HandsetError, which becomes `isError` with its full text. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly at?: 'phone';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The schema of `reply.data`, if the answer is structured. */
  readonly output?: z.ZodObject;
  readonly effect: ToolEffect;
  /**
   * The queue in which a reading tool waits for its turn: with the acting calls, because they
   * temporarily change what it reads, or with the readings that can't be shared. Without it the tool
   * runs at once; concurrent calls that read the screen share one reading.
   */
  readonly queue?: 'acting' | 'reading';
  /** The argument that is secret unless `execute` finds that it goes to a field that is no password field. */
  readonly maybeSecret?: 'text';
  /**
   * Predicts where `execute` will touch, without asking the phone. Null if that is unknown; absent for
   * tools that touch nothing. May throw what `execute` would reject with.
   */
  previewTouch?(input: z.infer<Input>, lastScreen: LastScreen): TouchPreview | null;
  execute(
    phone: Phone,
    input: z.infer<Input>,
    reply: ToolReply,
    signal: AbortSignal,
  ): Promise<void>;
}

/** Declares a tool; infers the input type of `execute` from the schema. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool<Input> {
  return tool;
}

/** A phone of an open console, as agents see it. */
export interface ListedPhone {
  /** Identifies a phone, although two phones may have the same. */
  readonly serial: string;
  readonly model: string;
  readonly androidVersion: string;
  readonly kind: 'usb' | 'demo';
  readonly state: 'connected' | 'lost';
  /** Like `console 2`; empty without a bridge, which names the consoles. */
  readonly console: string;
  /** Whether this agent's calls go to it. */
  readonly current: boolean;
  /** Whether calls of agents that chose no phone go to it. */
  readonly isDefault: boolean;
}

/** The phones of all consoles, as one agent can choose among them. */
export interface PhoneDirectory {
  /** In the order in which the consoles connected. */
  readonly phones: readonly ListedPhone[];
  /** The serial number that the agent chose; null when it uses the person's choice. */
  readonly chosen: string | null;
  /** Takes effect with the next call; null returns to the person's choice. Throws `unsupported` for an agent that reaches one console only. */
  choose(phone: ListedPhone | null): void;
}

/** One MCP tool that lists or chooses phones; works while no phone is connected. */
export interface DirectoryTool<Input extends z.ZodObject = z.ZodObject> {
  readonly at: 'directory';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output?: z.ZodObject;
  readonly effect: 'read';
  execute(
    directory: PhoneDirectory,
    input: z.infer<Input>,
    reply: Pick<ToolReply, 'text' | 'data'>,
  ): Promise<void>;
}

/** A tool of the registry. */
export type AnyTool = Tool | DirectoryTool;

/** Declares a directory tool. */
export function defineDirectoryTool<Input extends z.ZodObject>(
  tool: DirectoryTool<Input>,
): DirectoryTool<Input> {
  return tool;
}

/** The parameter that every acting tool has; the runner implements it. */
export const observe = {
  observe: choice('observe', ['none', 'state', 'tree', 'diff'])
    .default('none')
    .describe('Also return the settled screen: its state, compact tree or diff.'),
};

/** A phone's name for a sentence: `Pixel 8 (serial A1, console 2)`. */
export function phoneLabel({ model, serial, console }: ListedPhone): string {
  const at = console === '' ? '' : `, ${console}`;
  return `${tsvCell(model)} (serial ${tsvCell(serial)}${at})`;
}

/** The part of a tool that says which argument may be secret. */
interface CalledTool {
  readonly at?: 'phone' | 'directory';
  /** The argument that may be a secret. */
  readonly maybeSecret?: 'text';
}

/**
 * The texts of one call that must be masked where the call is shown to others: typed passwords and
 * clipboard content. The agent's own answer stays as it is.
 *
 * An argument declared as `maybeSecret` is secret until the tool has seen that the field it goes to
 * is no password field. So it stays masked if the call is refused or fails before that.
 */
export class CallSecrets {
  #argument: string | null;
  readonly #replySecrets = new Set<string>();

  /** `tool` is undefined when no tool has the called name; `args` are the arguments as sent. */
  constructor(tool: CalledTool | undefined, args: unknown) {
    const name = tool?.maybeSecret;
    this.#argument = name === undefined ? null : textAt(name, args);
  }

  /** Marks a text of the answer as secret. */
  add(text: string): void {
    this.#replySecrets.add(text);
  }

  /** Says which field the argument goes into: it stays secret only for a password field. */
  setTargetField({ password }: { readonly password: boolean }): void {
    if (!password) this.#argument = null;
  }

  /** All secret texts, the argument first, without duplicates and empty ones. */
  get texts(): readonly string[] {
    const texts = new Set([
      ...(this.#argument === null ? [] : [this.#argument]),
      ...this.#replySecrets,
    ]);
    texts.delete('');
    return [...texts];
  }
}

function textAt(name: string, args: unknown): string | null {
  if (typeof args !== 'object' || args === null) return null;
  const value: unknown = Object.getOwnPropertyDescriptor(args, name)?.value;
  // An agent may send a PIN as a number; that call is refused, but the number is still secret.
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
