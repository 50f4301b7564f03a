/** A call of a tool: as it came, under way, and with its arguments checked. */
import type { PictureData } from '../../core/link/messages.ts';
import type { Caller } from '../../core/caller.ts';
import type { parseArguments } from '../../core/tools/contract/arguments.ts';
import type { Progress, Tool } from '../../core/tools/contract/tool.ts';
import type { Flight } from './in-flight.ts';
import type { Stages } from './stages.ts';

/** One call of a tool, whoever makes it. */
export interface ToolCall extends Caller {
  /** The tool's name in the registry, without a prefix. */
  readonly name: string;
  /** As the agent sent them. */
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  /** Hears how far a call that takes long has come. */
  onProgress?(progress: Progress): void;
}

/** A call that is under way. */
export interface CallUnderWay {
  readonly call: ToolCall;
  readonly argumentsJson: string;
  readonly flight: Flight;
  readonly progress: Stages;
  /** The serial number of the phone for which the person said yes to this call. */
  yesFor: string | null;
  /** Set when the tool itself begins; until then nothing can have happened. */
  began: boolean;
  /** Texts of the arguments and the answer that are not for everybody. */
  readonly secrets: Set<string>;
  /** The screen when the tool began; null until then. */
  before: Promise<PictureData | null>;
}

/** A call whose arguments the tool takes. */
export interface CheckedCall {
  readonly tool: Tool;
  readonly input: ReturnType<typeof parseArguments>;
  readonly underWay: CallUnderWay;
}
