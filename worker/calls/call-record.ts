import type { CallRecord, PictureData } from '#core/link/messages.ts';
import { tools } from '#core/tools/registry.ts';
import { pause } from '../waits/deadline.ts';
import type { ActiveCall } from './active-calls.ts';
import type { ToolOutcome } from './outcome.ts';

/** How long a record waits for its picture; the page should learn of the call soon. */
const pictureTimeoutMs = 1_000;

/** The page's record of a call with this outcome. Never rejects. */
export async function createCallRecord(
  call: ActiveCall,
  outcome: ToolOutcome,
  durationMs: number,
): Promise<CallRecord> {
  const { texts, isError, refused, stopped, errorCode, refusedArgument, selectors } = outcome;
  return {
    id: call.id,
    agent: call.shownAgent,
    from: call.from,
    tool: call.name,
    effect: tools.find(({ name }) => name === call.name)?.effect ?? 'read',
    argumentsJson: call.argumentsJson,
    startedAtEpochMs: call.startedAtEpochMs,
    durationMs,
    ...(call.stepOf && { stepOf: call.stepOf.callId }),
    ...(call.askedMs > 0 && { askedMs: Math.round(call.askedMs) }),
    isError,
    pictures: outcome.pictures,
    ...(refused && { refused }),
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

async function withinTime(picture: Promise<PictureData | null>): Promise<PictureData | null> {
  const settled = new AbortController();
  const timedOut = pause(pictureTimeoutMs, settled.signal).then(() => null);
  try {
    return await Promise.race([picture, timedOut]);
  } finally {
    settled.abort();
  }
}
