/**
 * What a client's `Accept` header allows. The MCP SDK wants both of MCP's content types named in it and
 * answers with an event stream; curl names neither, and simple clients read JSON alone.
 */

const jsonType = 'application/json';
const streamType = 'text/event-stream';

/** Whether an `Accept` header allows this content type (RFC 9110, 12.5.1); without a header, every type is allowed. */
export function accepts(
  accept: string | undefined,
  type: typeof jsonType | typeof streamType,
): boolean {
  if (accept === undefined) return true;
  const [group = ''] = type.split('/');
  const ranges = accept
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(?:\.0*)?\s*$/.test(range))
    .map((range) => range.replace(/;.*/, '').trim());
  return [type, `${group}/*`, '*/*'].some((range) => ranges.includes(range));
}

/** The header with which the SDK accepts a client that reads JSON. */
export const acceptOfSdk = `${jsonType}, ${streamType}`;

/**
 * The SDK's event stream as the JSON of the responses in it, an array for a batch. Notifications are left
 * out. Other responses stay as they are.
 */
export async function withoutEvents(response: Response, isBatch: boolean): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith(streamType)) return response;
  const messages = (await response.text())
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length))
    .filter((text) => isResponse(text));
  const headers = new Headers(response.headers);
  headers.set('content-type', jsonType);
  const body = isBatch ? `[${messages.join(',')}]` : messages[0];
  return new Response(body, { status: response.status, headers });
}

function isResponse(text: string): boolean {
  const message: unknown = JSON.parse(text);
  return typeof message === 'object' && message !== null && !('method' in message);
}
