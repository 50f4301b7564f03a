import { HandsetError, toHandsetError, type ArgumentPath, type ErrorCode } from '#core/errors.ts';
import { escapeInvisible } from '#core/text/invisible-characters.ts';
import type { Refusal, WaitResult } from '#core/call.ts';
import type { PictureData } from '#core/link/messages.ts';
import type { JsonValue, ReplyFile } from '#core/tools/shared/tool.ts';
import type { ActiveCall } from './active-calls.ts';
import { refusalOf, stoppedError } from './refusals.ts';

/** The result of a call, including the failure of a tool. */
export interface ToolOutcome {
  readonly isError: boolean;
  /** Whether the user or one of their rules refused the call, or nobody answered. */
  readonly refused?: Refusal;
  /** Whether the user stopped the call. */
  readonly stopped?: boolean;
  /** Why the call failed, was refused or stopped. */
  readonly errorCode?: ErrorCode;
  /** The argument that the tool rejected while it ran. */
  readonly refusedArgument?: ArgumentPath | undefined;
  /** Selectors of elements that the agent may have meant. */
  readonly selectors?: readonly string[] | undefined;
  /** In order; the first is the tool's answer, the others are notes. */
  readonly texts: readonly string[];
  /** The notes among the texts, without `note:`. */
  readonly notes: readonly string[];
  /** For each text, the length of the part at its start that Handset itself wrote; absent if the tool gave none. */
  readonly ownLengths?: readonly number[];
  readonly pictures: readonly PictureData[];
  /** Files of the phone, for clients of MCP. */
  readonly files?: readonly ReplyFile[];
  /** How a wait for an element ended. */
  readonly wait?: WaitResult | undefined;
  /** What it waited for in vain, and why, for the steps that need it. */
  readonly unmetWait?: string | undefined;
  /** The answer as data, from a tool that has an output schema. */
  readonly data?: { readonly [key: string]: JsonValue };
}

/** The outcome of a call whose tool threw this. */
export function failedOutcome(
  thrown: unknown,
  { hasStarted, stopped, from }: Pick<ActiveCall, 'hasStarted' | 'stopped' | 'from'>,
  effect: 'read' | 'act',
): ToolOutcome {
  const hasStoppedAll = stopped.aborted;
  const error = explainFailure(thrown, { effect, hasStarted, stopped: hasStoppedAll });
  return {
    isError: true,
    refused: refusalOf(error),
    stopped: error.code === 'cancelled' && (hasStoppedAll || from === 'person'),
    errorCode: error.code,
    refusedArgument: error.argument,
    selectors: error.selectors,
    texts: [escapeInvisible(error.fullText)],
    notes: [],
    pictures: [],
  };
}

/** Adds a note that the user stopped everything after this call was done. */
export function addStopNote(outcome: ToolOutcome): ToolOutcome {
  const note =
    'the user has stopped everything in the Handset console; this call had already finished';
  return {
    ...outcome,
    texts: [...outcome.texts, `note:${note}`],
    notes: [...outcome.notes, note],
  };
}

const doubt = 'The call may or may not have run; look at the screen before you repeat it.';

/** The progress of a call when it failed. */
export interface FailureContext {
  readonly effect: 'read' | 'act';
  /** Whether the tool itself had started. */
  readonly hasStarted: boolean;
  /** Whether the user had stopped everything. */
  readonly stopped: boolean;
}

/** The error for the agent, with a warning if an acting call may have taken effect. */
export function explainFailure(thrown: unknown, context: FailureContext): HandsetError {
  const mayHaveActed = context.hasStarted && context.effect === 'act';
  if (context.stopped) return stoppedError(mayHaveActed ? doubt : undefined);
  const error = toHandsetError(thrown);
  return mayHaveActed ? addDoubt(error) : error;
}

/** Adds the warning if it is unknown whether the phone has acted. */
function addDoubt(error: HandsetError): HandsetError {
  const { code, message, hint } = error;
  if (code !== 'phone-lost' && code !== 'timeout' && code !== 'protocol') return error;
  const parts = { ...(hint !== undefined && { hint }), cause: error };
  return new HandsetError(code, `${message} ${doubt}`, parts);
}
