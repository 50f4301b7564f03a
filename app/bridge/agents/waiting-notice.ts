import { WAITS } from '../limits.ts';
import type { AgentAnswer } from './agent-answer.ts';
import type { Envelope } from './envelope.ts';

/** How much each notice adds: progress must grow, and the tool's own, which counts from 1, comes after it. */
const STEP = 1 / 1_000;

/** Tells a client that asked for progress what its call waits for, until the result is called. */
export function tellWaiting(
  { progressToken }: Envelope,
  answer: AgentAnswer,
  consoleUrl: string,
): () => void {
  if (progressToken === null) return () => undefined;
  const message = `Waiting for the Handset console at ${consoleUrl} …`;
  let notices = 0;
  const tell = (): void => {
    const params = { progressToken, progress: ++notices * STEP, message };
    answer.notify({ jsonrpc: '2.0', method: 'notifications/progress', params });
  };
  tell();
  const timer = setInterval(tell, WAITS.noticeIntervalMs);
  return () => clearInterval(timer);
}
