import type { Call, CallArguments, PictureData } from '#core/call.ts';
import { tools } from '#core/tools/registry.ts';
import { pause } from '../waits/deadline.ts';
import type { ActiveCall } from './active-calls.ts';
import type { ToolOutcome } from './outcome.ts';

/** How long a call that has ended waits for its picture before the page gets it. On a busy computer a picture takes seconds. */
const pictureTimeoutMs = 5_000;

/** The call with this outcome as its caller sees it, with unmasked secrets. Never rejects. */
export async function createCall(
  call: ActiveCall,
  outcome: ToolOutcome,
  durationMs: number,
): Promise<Call> {
  const { isError, refused, stopped, errorCode, refusedArgument, selectors, wait, notes } = outcome;
  return {
    id: call.id,
    agent: call.shownAgent,
    from: call.from,
    tool: call.name,
    effect: tools.find(({ name }) => name === call.name)?.effect ?? 'read',
    arguments: argumentsOf(call),
    startedAtEpochMs: call.startedAtEpochMs,
    durationMs,
    stepOf: call.stepOf?.callId,
    askedMs: call.askedMs > 0 ? Math.round(call.askedMs) : undefined,
    isError,
    refused: refused === false ? undefined : refused,
    refusalNote: call.refusalNote ?? undefined,
    stopped: stopped === false ? undefined : stopped,
    errorCode,
    refusedArgument,
    selectors,
    text: outcome.texts.join('\n'),
    notes: notes.length > 0 ? notes : undefined,
    wait,
    pictures: outcome.pictures,
    before: await withinTime(call.before),
    after: null,
    touch: call.touch,
    droppedPictures: 0,
  };
}

/** Empty if the arguments are not an object; the tool has refused those. */
function argumentsOf({ argumentsJson }: ActiveCall): CallArguments {
  const value = JSON.parse(argumentsJson) as CallArguments | null; // Written by JSON.stringify.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
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
