import type { McpRequest } from '../../core/mcp/call.ts';
import type { AnswerSink } from '../../core/relay/console-end.ts';
import type { RelayRequest } from '../../core/relay/frames.ts';

/** Answers one request of an agent. */
export type AnswerAgent = (request: McpRequest) => Promise<Response>;

/** Headers of an answer that mean something to an MCP client; the bridge sets the others. */
const ANSWER_HEADERS = ['content-type', 'cache-control', 'allow'];

/** Answers a request that came from the bridge, with head and chunks; ends when the body does. */
export async function serveRequest(
  answerAgent: AnswerAgent,
  { caller, ...request }: RelayRequest,
  { answer, signal }: { answer: AnswerSink; signal: AbortSignal },
): Promise<void> {
  const response = await answerAgent({ ...request, caller: { ...caller, from: 'bridge' }, signal });
  answer.head(response.status, pickHeaders(response.headers));
  if (response.body !== null) await sendBody(response.body, answer, signal);
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
