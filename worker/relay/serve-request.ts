import { addressOf } from '../../core/mcp/agent.ts';
import type { AnswerSink } from '../../core/relay/console-end.ts';
import type { RelayRequest } from '../../core/relay/frames.ts';

/** Answers one HTTP request of the caller that its address names (`addressOf`). */
export type AgentFetch = (request: Request) => Promise<Response>;

/** Headers of an answer that mean something to an MCP client; the bridge sets the others. */
const ANSWER_HEADERS = ['content-type', 'cache-control', 'allow'];

/** Turns one relayed request into a fetch and its response into head and chunks; ends when the body does. */
export async function serveRequest(
  fetch: AgentFetch,
  relayed: RelayRequest,
  { answer, signal }: { answer: AnswerSink; signal: AbortSignal },
): Promise<void> {
  const request = buildRequest(relayed, signal);
  const response = await fetch(request);
  answer.head(response.status, pickHeaders(response.headers));
  if (response.body !== null) await sendBody(response.body, answer, request.signal);
}

function buildRequest(relayed: RelayRequest, signal: AbortSignal): Request {
  const { method, headers, body } = relayed;
  return new Request(addressOf(relayed), { method, headers, signal, ...(body !== '' && { body }) });
}

function pickHeaders(headers: Headers): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of ANSWER_HEADERS) {
    const value = headers.get(name);
    if (value !== null) picked[name] = value;
  }
  return picked;
}

async function sendBody(
  body: ReadableStream<Uint8Array>,
  answer: AnswerSink,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    const text = decoder.decode(value, { stream: !done });
    if (text !== '') answer.chunk(text);
    if (done) break;
  }
  signal.removeEventListener('abort', cancel);
}
