import type { z } from 'zod';
import type { WaitResult } from '../../call.ts';
import type { Caller, Client } from '../../caller.ts';
import type { Mark } from '../../annotate/marks.ts';
import type { OriginalSettings } from '../../phone/device-state.ts';
import { tsvCell } from '../../format/quote.ts';
import type { Point, Rect, Size } from '../../geometry.ts';
import type { Gesture } from '../../gestures/gesture.ts';
import type { Phone, ScreenPicture } from '../../phone/phone.ts';
import type { ScreenLuma } from '../../screen/luma.ts';
import type { Element, Screen } from '../../screen/screen.ts';
import type { Snapshots } from '../../screen/snapshots.ts';
import type { ToolWords } from '../../tool-words.ts';
import { similarTo } from '../../selector/resolve.ts';
import { choice } from './parameters.ts';
import { HandsetError, toHandsetError } from '../../errors.ts';

/** The screen as it was last read, while a call waits to run. */
export interface LastScreen {
  readonly phone: Pick<Phone, 'shown'>;
  /** Logical size of the screen in its rotation, device pixels. */
  readonly size: Size;
  /** The elements of the last reading, in this rotation; empty before the first reading. */
  readonly roots: readonly Element[];
  /** As of a hierarchy. */
  readonly keyboard?: Rect | null;
}

/** What a call will touch: a gesture or an element. */
export type TouchPreview =
  /**
   * `on` is the element that receives a touch which is given by its point; null if none is known there,
   * absent if the gesture does not stay at a point.
   */
  | { readonly gesture: Gesture; readonly on?: Element | null }
  /** `at` is the touch point; null if the call does not touch or the point is unknown. */
  | { readonly element: Element; readonly at: Point | null };

/** The picture of a reply. */
export interface ReplyPicture {
  /** The consumer of the reply closes it if it is a video frame. */
  readonly picture: ScreenPicture;
  /** Logical size of the screen, the space of the marks' bounds. */
  readonly screenSize: Size;
  /** The part to show, in device pixels of the screen and inside it; the whole screen without it. */
  readonly crop?: Rect | undefined;
  /** Pixels of the longer side at most; the usual size without it. */
  readonly maxSize?: number | undefined;
  /** Boxes and labels to draw; empty for a picture without annotation. */
  readonly marks: readonly Mark[];
  /** Further areas that labels should not cover, in device pixels of the screen. */
  readonly texts?: readonly Rect[] | undefined;
}

/** A file of the phone in a reply. */
export interface ReplyFile {
  readonly uri: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
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
  /**
   * `ownLength` is the length of its beginning that is a message of Handset's own, in which tool names get
   * the prefix that agents see; without it, the whole of an error is.
   */
  text(text: string, ownLength?: number): void;
  /** Remarks on how it went, each a text that begins with `note:`. */
  note(...notes: readonly string[]): void;
  /**
   * A text that shows this screen, which becomes a snapshot of the agent. The text ends with the
   * snapshot's id in a line of its own: `snapshot:<id>`. `luma` is the picture's brightness, for later
   * diffs.
   */
  screen(screen: Screen, text: string, luma?: ScreenLuma | null): void;
  /** Who made the call. */
  readonly client: Client;
  /** The screens of this phone that the agent was shown. */
  readonly snapshots: Snapshots;
  /**
   * The answer as structured content, for a tool with an `output` schema; at most once per call. The
   * text is the value's JSON unless `text` is given.
   */
  data(value: { readonly [key: string]: JsonValue }, text?: string): void;
  /**
   * Records for the user how the wait for an element ended; the agent reads it in the answer. `unmet` says what it
   * waited for in vain, and why, without advice.
   */
  wait(result: WaitResult, unmet?: string): void;
  /** A file as part of the reply, which only clients of MCP get. */
  file(file: ReplyFile): void;
  /** Begins to paint the picture of the reply; a second one replaces the first, null takes it back. */
  picture(picture: ReplyPicture | null): void;
  /**
   * A note, without `note:`, that is still being found out; null for none. The reply does not wait for it: what comes
   * later is part of the agent's next reply. Must not reject.
   */
  later(note: Promise<string | null>): void;
  /** Sends a progress notification. */
  progress(progress: CallProgress): void;
  /** The secret texts of the arguments and the answer. */
  readonly secrets: CallSecrets;
}

/** Whether a call changes the phone; decides `readOnlyHint` and whether the call needs a turn. */
type ToolEffect = 'read' | 'act';

/**
 * MCP's other annotations of a tool that acts. The cautious values are the default: a tap may hit Delete or
 * Send, and a second one something else. Clients decide by them whether to ask the user.
 */
export interface ToolHints {
  /** False if no call can lose anything. */
  readonly destructive?: false;
  /** False if nothing leaves the phone. */
  readonly openWorld?: false;
  /** True if a second call with the same arguments changes nothing more. */
  readonly idempotent?: true;
}

/** The hints of tools that only show another part of the phone. */
export const onlyMoves: ToolHints = { destructive: false, openWorld: false };

/** One MCP tool. `execute` rejects with a HandsetError, which becomes `isError` with its full text. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly at?: 'phone';
  readonly name: string;
  readonly title: string;
  readonly words: ToolWords;
  readonly description: string;
  readonly input: Input;
  /** The schema of `reply.data`, if the answer is structured. */
  readonly output?: z.ZodObject;
  /** All values of a parameter for the console's form, where the schema, which every agent reads, leaves them out. */
  readonly values?: { readonly [parameter: string]: readonly string[] };
  readonly effect: ToolEffect;
  readonly hints?: ToolHints;
  /**
   * What this call may lose or send out of the phone, in one sentence that follows what it does in the user's
   * question; null if nothing. `originals` are the values that settings had before they were changed.
   */
  risk?(input: z.infer<Input>, originals: OriginalSettings): string | null;
  /** Listed only where all tools are switched on. */
  readonly onlyWithAllTools?: true;
  /** Neither listed nor callable until the user gives it a rule of its own, and then asked about each time. */
  readonly mustBeSwitchedOn?: true;
  /**
   * The queue in which a reading tool waits for its turn: with the acting calls, because they
   * temporarily change what it reads, or with the readings that can't be shared. Without it the tool
   * runs at once; concurrent calls that read the screen share one reading.
   */
  readonly queue?: 'acting' | 'reading';
  /** The argument that is secret unless `execute` finds that it goes to a field that is no password field. */
  readonly secretArgument?: 'text';
  /**
   * Predicts where `execute` will touch, without asking the phone. Null if that is unknown; absent for
   * tools that touch nothing. May throw what `execute` would reject with.
   */
  previewTouch?(input: z.infer<Input>, lastScreen: LastScreen): TouchPreview | null;
  /** Without a target in its arguments, it acts on the field that has the focus. */
  readonly actsOnFocus?: true;
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
  /** Its name in adb, if that is not its serial number. */
  readonly address?: string | undefined;
  readonly model: string;
  readonly androidVersion: string;
  /** How it is connected: over USB, through the adb server, or as the demo phone. */
  readonly kind: 'usb' | 'adb' | 'demo';
  readonly state: 'connected' | 'lost';
  /** How the elements of its screen are read, and why not faster; absent while that is not known. */
  readonly elementsBy?: string | undefined;
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
  /** The serial number that the agent chose; null when it uses the user's choice. */
  readonly chosen: string | null;
  /** The only phone that the agent's token allows, then the only one in `phones`; null or absent for any. */
  readonly only?: NonNullable<Caller['limits']>['phone'];
  /** Takes effect with the next call; null returns to the user's choice. Throws `unsupported` for an agent that reaches one console only. */
  choose(phone: ListedPhone | null): void;
}

/** One MCP tool that lists or chooses phones; works while no phone is connected. */
export interface DirectoryTool<Input extends z.ZodObject = z.ZodObject> {
  readonly at: 'directory';
  readonly onlyWithAllTools?: undefined;
  readonly mustBeSwitchedOn?: undefined;
  readonly hints?: undefined;
  readonly name: string;
  readonly title: string;
  readonly words: ToolWords;
  readonly description: string;
  readonly input: Input;
  readonly output?: z.ZodObject;
  readonly effect: 'read';
  execute(
    directory: PhoneDirectory,
    input: z.infer<Input>,
    reply: Pick<ToolReply, 'text' | 'note' | 'data'>,
  ): Promise<void>;
}

/** The outcome of one call of a sequence. */
export interface StepOutcome {
  readonly isError: boolean;
  /** The answer or the error, then screens and notes. */
  readonly texts: readonly string[];
  /** The notes among the texts, without `note:`. */
  readonly notes: readonly string[];
  readonly pictureCount: number;
  /** The answer as data, from a tool with an output schema. */
  readonly data: { readonly [key: string]: JsonValue } | undefined;
  /** What a wait for an element waited for in vain, and why. */
  readonly unmetWait?: string | undefined;
}

interface StepOptions {
  /** The index of the step that this call is; absent for a call that only checks a step. */
  readonly step?: number;
  /** The call's own progress, which counts from zero. */
  onProgress(progress: CallProgress): void;
}

/** Runs calls for a tool that is made of calls: each is a call of its own for policy, turns and timeline. */
export interface StepCalls {
  /** Throws what would refuse the call before it starts: an unknown tool, the policy, invalid arguments. */
  check(name: string, args: unknown): void;
  /**
   * Asks the user about all steps at once if they made a rule for the tool that runs them; each step still
   * has its own rule. Rejects if the whole is refused.
   */
  requestPermission(): Promise<void>;
  /** Runs the call; its failure is part of the outcome. Never rejects. */
  run(name: string, args: unknown, options: StepOptions): Promise<StepOutcome>;
}

/** An MCP tool that calls other tools. */
export interface StepsTool<Input extends z.ZodObject = z.ZodObject> {
  readonly at: 'calls';
  readonly onlyWithAllTools?: undefined;
  readonly mustBeSwitchedOn?: undefined;
  readonly hints?: undefined;
  readonly name: string;
  readonly title: string;
  readonly words: ToolWords;
  readonly description: string;
  readonly input: Input;
  readonly output?: undefined;
  readonly effect: 'act';
  /** Resolves to whether all calls succeeded. Rejects, with nothing done, when one can't be accepted. */
  execute(
    calls: StepCalls,
    input: z.infer<Input>,
    reply: Pick<ToolReply, 'text' | 'note' | 'progress'>,
  ): Promise<boolean>;
}

/** A tool of the registry. */
export type AnyTool = Tool | DirectoryTool | StepsTool;

/** The tool as the policy sees it: `PolicyTool` in core/link/policy.ts. */
export function toPolicyTool({ name, effect, at, onlyWithAllTools, mustBeSwitchedOn }: AnyTool) {
  return { name, effect, needsPhone: at !== 'directory', onlyWithAllTools, mustBeSwitchedOn };
}

/** Declares a tool that calls other tools. */
export function defineStepsTool<Input extends z.ZodObject>(
  tool: StepsTool<Input>,
): StepsTool<Input> {
  return tool;
}

/** Declares a directory tool. */
export function defineDirectoryTool<Input extends z.ZodObject>(
  tool: DirectoryTool<Input>,
): DirectoryTool<Input> {
  return tool;
}

/** How many characters of an unknown tool's name a message repeats. */
const maxUnknownName = 100;

/** The error for a name that no tool of the listing has: `unknown-tool`, with the nearest name, or else all of them. */
export function unknownTool(wanted: string, known: readonly string[]): HandsetError {
  const name = wanted.slice(0, maxUnknownName);
  const [nearest] = similarTo(name, known, (each) => [each]);
  const advice =
    nearest === undefined
      ? `Known tools: ${known.join(', ') || 'none'}.`
      : `Did you mean ${nearest}?`;
  return new HandsetError('unknown-tool', `Tool ${name} not found. ${advice}`);
}

/** The parameter that every acting tool has; the runner implements it. */
export const observe = {
  // The server's instructions explain it once for all tools.
  observe: choice('observe', ['none', 'state', 'compact', 'diff']).default('none'),
};

/** A phone's name for a sentence: `Pixel 8 (serial A1, console 2)`. */
export function phoneLabel({ model, serial, console }: ListedPhone): string {
  const at = console === '' ? '' : `, ${console}`;
  return `${tsvCell(model)} (serial ${tsvCell(serial)}${at})`;
}

/** Why an agent does not reach other phones, or no phone at all, by a token that is for one phone. */
export function onlyPhoneError({
  model,
  serial,
}: NonNullable<PhoneDirectory['only']>): HandsetError {
  const which = `${tsvCell(model)} (serial ${tsvCell(serial)})`;
  const message = `This agent's token is only for the phone ${which}. Nothing was done.`;
  return new HandsetError('phone-elsewhere', message, {
    hint: 'list_phones shows whether it is connected; if not, ask the user to connect it. Only the user can make a token for another phone.',
  });
}

/** The result of `action`; an error gets the prefix before its message and keeps its code and hint. */
export async function withErrorPrefix<Value>(
  prefix: string,
  action: Promise<Value>,
): Promise<Value> {
  try {
    return await action;
  } catch (thrown) {
    const { code, message, hint } = toHandsetError(thrown);
    const options = hint === undefined ? { cause: thrown } : { hint, cause: thrown };
    throw new HandsetError(code, `${prefix}: ${message}`, options);
  }
}

/** The part of a tool that says which argument may be secret. */
interface CalledTool {
  readonly at?: 'phone' | 'directory' | 'calls';
  /** The argument that may be a secret. */
  readonly secretArgument?: 'text';
}

/**
 * The texts of one call that must be masked where the call is shown to others: typed passwords and
 * clipboard content. The agent's own answer stays as it is.
 *
 * An argument declared as `secretArgument` is secret until the tool has seen that the field it goes to
 * is no password field. So it stays masked if the call is refused or fails before that.
 */
export class CallSecrets {
  #argument: string | null;
  #isFieldSeen = false;
  readonly #steps: CallSecrets[];
  readonly #replySecrets = new Set<string>();

  /**
   * `tool` is undefined when no tool has the called name; `args` are the arguments as sent. `steps` are
   * the secrets of the calls that this one is made of.
   */
  constructor(tool: CalledTool | undefined, args: unknown, steps: readonly CallSecrets[] = []) {
    const name = tool?.secretArgument;
    this.#argument = name === undefined ? null : textAt(name, args);
    this.#steps = [...steps];
  }

  /** Sets the secrets of a step once it has run, by its index. */
  setStep(index: number, secrets: CallSecrets): void {
    this.#steps[index] = secrets;
  }

  /** Marks a text of the answer as secret. */
  add(text: string): void {
    this.#replySecrets.add(text);
  }

  /** Says which field the argument goes into: it stays secret only for a password field. */
  setTargetField({ password }: { readonly password: boolean }): void {
    this.#isFieldSeen = true;
    if (!password) this.#argument = null;
  }

  /** Whether they are secret only because the call ended before it saw the field that the argument goes to. */
  get arePresumed(): boolean {
    const isOnlyArgument = this.#steps.length === 0 && this.#replySecrets.size === 0;
    return this.#argument !== null && !this.#isFieldSeen && isOnlyArgument;
  }

  /** All secret texts, the argument first, without duplicates and empty ones. */
  get texts(): readonly string[] {
    const texts = new Set([
      ...(this.#argument === null ? [] : [this.#argument]),
      ...this.#steps.flatMap((step) => step.texts),
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
