import type { z } from 'zod';
import type { Mark } from '../../annotate/marks.ts';
import { cell } from '../../format/cell.ts';
import type { Point, Size } from '../../geometry.ts';
import type { Gesture } from '../../gestures/gesture.ts';
import type { Phone, ScreenPicture } from '../../phone.ts';
import type { ScreenLuma } from '../../screen/luma.ts';
import type { Element, Screen } from '../../screen/screen.ts';
import type { Snapshots } from '../../screen/snapshots.ts';
import { choice } from './parameters.ts';
import type { CallSecrets } from './secrets.ts';

/** What is known while a call waits to be run. */
export interface Sight {
  readonly phone: Pick<Phone, 'shown'>;
  /** Logical size of the screen in its rotation, device pixels. */
  readonly size: Size;
  /** The elements as they were read last, in this rotation; empty where none were. */
  readonly roots: readonly Element[];
}

/** What a call is going to touch: by the fingers' ways, or an element. */
export type ToolAim =
  | { readonly gesture: Gesture }
  /** `at` is where the finger goes; null where none does, and where that can't be told. */
  | { readonly element: Element; readonly at: Point | null };

/** What the picture of a reply shows. */
export interface Picture {
  /** A frame of the video is closed by whoever takes the reply. */
  readonly picture: ScreenPicture;
  /** Logical size of the screen, the space of the marks' bounds. */
  readonly screenSize: Size;
  /** Boxes and labels to draw; empty for the clean picture. */
  readonly marks: readonly Mark[];
}

/** How far a call that takes long has come. */
export interface Progress {
  /** Grows from report to report; milliseconds for tools that wait. */
  readonly done: number;
  readonly total?: number;
  readonly message: string;
}

/** A value that JSON can carry. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * Where a tool puts its answer. Tools never build MCP content: the runner renders what is
 * collected here, texts first, pictures after them.
 */
export interface Reply {
  text(text: string): void;
  /**
   * A text that shows this screen. It becomes one of the agent's snapshots, whose id ends the text
   * in a line of its own: `snapshot:<id>`. `luma` is of its picture, for later diffs.
   */
  screen(screen: Screen, text: string, luma?: ScreenLuma | null): void;
  /** The screens that the agent was shown on this phone. */
  readonly snapshots: Snapshots;
  /**
   * The answer as data, for a tool with an `output` schema; once a call. Its text is the value's
   * JSON unless `text` says it otherwise.
   */
  data(value: { readonly [key: string]: Json }, text?: string): void;
  picture(picture: Picture): void;
  /** Tells the agent that the call goes on. */
  progress(progress: Progress): void;
  /** Which texts of the arguments and the answer are not for everybody. */
  readonly secrets: CallSecrets;
}

/** What a call does to the phone; decides the MCP annotations, and that acting calls take turns. */
type ToolEffect = 'read' | 'act';

/** One MCP tool. `run` rejects with a HandsetError, which becomes `isError` with its full text. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly at?: 'phone';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The shape of what `reply.data` gets, where the answer is data. */
  readonly output?: z.ZodObject;
  readonly effect: ToolEffect;
  /**
   * Where a tool that only reads waits for a turn: among the calls that act, since they use for a
   * moment what it reads, or among readings that can't be shared. Without it the tool runs at once,
   * as those do that read the screen: at the same time they share one reading of it.
   */
  readonly turnAmong?: 'acting' | 'reading';
  /** The argument that may be a secret: it is one unless `run` sees that it goes to a field whose content all may read. */
  readonly maybeSecret?: 'text';
  /**
   * Where `run` is going to touch, by what is known already: null where nobody can tell, absent
   * where it touches nothing. Asks the phone nothing; may throw what `run` would reject with.
   */
  aim?(input: z.infer<Input>, sight: Sight): ToolAim | null;
  run(phone: Phone, input: z.infer<Input>, reply: Reply, signal: AbortSignal): Promise<void>;
}

/** Declares a tool; exists so that `run` gets its input's type from the schema. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool<Input> {
  return tool;
}

/** A phone of an open console, as agents are told of it. */
export interface ListedPhone {
  /** Tells phones apart, though nothing keeps two from having the same. */
  readonly serial: string;
  readonly model: string;
  readonly androidVersion: string;
  readonly kind: 'usb' | 'demo';
  readonly state: 'connected' | 'lost';
  /** `console 2`; empty where no bridge names consoles. */
  readonly console: string;
  /** Whether this agent's calls reach it. */
  readonly current: boolean;
  /** Whether the calls of an agent that follows the person's choice reach it. */
  readonly leads: boolean;
}

/** The port of tools that choose among phones, for one agent. */
export interface Desk {
  /** The phones of all open consoles, in the order in which the consoles came. */
  readonly phones: readonly ListedPhone[];
  /** The serial number that the agent chose; null when it follows the person's choice. */
  readonly chosen: string | null;
  /** Holds from the next call on; with null the agent follows the person's choice again. Throws `unsupported` for an agent that reaches one console only. */
  choose(phone: ListedPhone | null): void;
}

/** One MCP tool that is about phones and reaches none; works while no phone is connected. */
export interface DeskTool<Input extends z.ZodObject = z.ZodObject> {
  readonly at: 'desk';
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output?: z.ZodObject;
  readonly effect: 'read';
  run(desk: Desk, input: z.infer<Input>, reply: Pick<Reply, 'text' | 'data'>): Promise<void>;
}

/** A tool of the registry. */
export type AnyTool = Tool | DeskTool;

/** Declares a tool of the desk. */
export function defineDeskTool<Input extends z.ZodObject>(tool: DeskTool<Input>): DeskTool<Input> {
  return tool;
}

/** What every acting tool takes besides its own parameters; the runner does what it asks for. */
export const observe = {
  observe: choice('observe', ['none', 'state', 'tree', 'diff'])
    .default('none')
    .describe('Also return the settled screen: its state, compact tree or diff.'),
};

/** A phone within a sentence: `Pixel 8 (serial A1, console 2)`. */
export function namePhone({ model, serial, console }: ListedPhone): string {
  const at = console === '' ? '' : `, ${console}`;
  return `${cell(model)} (serial ${cell(serial)}${at})`;
}
