import type { CallRecord, PictureData } from '../../core/link/messages.ts';
import { tools } from '../../core/tools/registry.ts';
import { pause } from '../waits/deadline.ts';
import type { ActiveCall } from './call.ts';
import type { ToolOutcome } from './collect-reply.ts';

/** A picture that takes longer is not waited for: the page is to hear of the call. */
const pictureMs = 1_000;

/** What the page is given of a call that has come to this. Never rejects. */
export async function recordOf(
  call: ActiveCall,
  { isError, refused = false, texts, pictures }: ToolOutcome,
  durationMs: number,
): Promise<CallRecord> {
  const { id, shownAgent: agent, from, name: tool, argumentsJson, startedAtEpochMs } = call;
  const effect = tools.find(({ name }) => name === tool)?.effect ?? 'read';
  const about = { id, agent, from, tool, effect, argumentsJson, startedAtEpochMs, durationMs };
  const secrets = [...call.secrets, ...(call.began ? [] : untoldSecret(call))];
  return {
    ...about,
    ...{ isError, pictures },
    ...(refused ? { refused } : {}),
    text: texts.join('\n'),
    secrets: secrets.filter((secret) => secret !== ''),
    before: await soon(call.before),
  };
}

/** What may be a secret of a call that was refused before the tool could tell. */
function untoldSecret({ name, arguments: given }: ActiveCall): readonly string[] {
  const tool = tools.find((each) => each.name === name);
  if (tool?.at === 'desk' || tool?.maybeSecret === undefined) return [];
  if (typeof given !== 'object' || given === null) return [];
  const value: unknown = Object.getOwnPropertyDescriptor(given, tool.maybeSecret)?.value;
  // Agents send PINs as numbers, too, and are refused.
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

async function soon(picture: Promise<PictureData | null>): Promise<PictureData | null> {
  const taken = new AbortController();
  const late = pause(pictureMs, taken.signal).then(() => null);
  try {
    return await Promise.race([picture, late]);
  } finally {
    taken.abort();
  }
}
