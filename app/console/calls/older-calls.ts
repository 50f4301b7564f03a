import { isObject, ownMember, parseJson } from '#app/ui/json.ts';

/** Converts a call that an earlier version stored or exported to the current members. Returns any other value unchanged. */
export function upgradeCall(value: unknown): unknown {
  if (!isObject(value)) return value;
  const upgraded = { ...value };
  const { startedAt, argumentsJson, touch, wait } = value;
  // In files.
  if (typeof startedAt === 'string') upgraded['startedAtEpochMs'] = Date.parse(startedAt);
  // In the browser's storage.
  if (typeof argumentsJson === 'string') upgraded['arguments'] = parseJson(argumentsJson);
  if (touch === undefined) upgraded['touch'] = null;
  if (wait === undefined) upgraded['wait'] = waitOf(value);
  return upgraded;
}

/** How a wait for an element ended; earlier versions said so only in the text. */
function waitOf({ tool, isError, text }: { readonly [name: string]: unknown }): unknown {
  if (tool !== 'wait_for_element' || isError === true || typeof text !== 'string') return undefined;
  // The first line is the answer; the screen may follow.
  const answer = parseJson(text.split('\n', 1)[0] ?? '');
  const elapsedMs = ownMember(answer, 'elapsedMs');
  if (typeof elapsedMs !== 'number') return undefined;
  const isMet = ownMember(answer, 'message') === undefined;
  return { isMet, elapsedMs, reason: '' };
}
