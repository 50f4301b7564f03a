import { isObject, ownMember, parseJson } from '#app/ui/json.ts';

/** A call that an earlier version stored or exported, with the members that it has today. Any other value comes back as it is. */
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

/** How a wait for an element ended, which only its text told. */
function waitOf({ tool, isError, text }: { readonly [name: string]: unknown }): unknown {
  if (tool !== 'wait_for_element' || isError === true || typeof text !== 'string') return undefined;
  // After its answer the text may show the screen.
  const answer = parseJson(text.split('\n', 1)[0] ?? '');
  const elapsedMs = ownMember(answer, 'elapsedMs');
  if (typeof elapsedMs !== 'number') return undefined;
  const isMet = ownMember(answer, 'message') === undefined;
  return { isMet, elapsedMs, reason: '' };
}
