/** The DevTools protocol without Playwright, for programs and pages that are measured or hidden. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';

const messageSchema = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
  sessionId: z.string().optional(),
});
const attachedSchema = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ type: z.string(), url: z.string() }),
});
const sessionSchema = z.object({ sessionId: z.string() });
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
});

/** A worker that a page has attached. */
interface AttachedWorker {
  readonly url: string;
  readonly session: string;
  /** The session of its page. */
  readonly parent: string | undefined;
}

export interface DevTools {
  send(method: string, params?: object, session?: string): Promise<unknown>;
  /** The value of an expression, which may be a promise; it must be JSON. As if the user had just pressed something. */
  evaluate(expression: string, session?: string): Promise<unknown>;
  /** A session of the page, whose workers are attached, too. */
  attach(targetId: string): Promise<string>;
  readonly workers: readonly AttachedWorker[];
  close(): void;
}

/** Connects to the debugger at this address, `ws://…`. */
export async function connectDevTools(address: string): Promise<DevTools> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const pending = new Map<number, (answer: z.infer<typeof messageSchema>) => void>();
  const workers: AttachedWorker[] = [];
  socket.on('message', (data: Buffer) => {
    const message = messageSchema.parse(JSON.parse(data.toString()));
    if (message.id !== undefined) {
      pending.get(message.id)?.(message);
      pending.delete(message.id);
    }
    if (message.method !== 'Target.attachedToTarget') return;
    const { sessionId, targetInfo } = attachedSchema.parse(message.params);
    if (targetInfo.type !== 'worker') return;
    workers.push({ url: targetInfo.url, session: sessionId, parent: message.sessionId });
  });
  let lastId = 0;
  const send: DevTools['send'] = (method, params = {}, session) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new Error(JSON.stringify(error))),
      );
      socket.send(JSON.stringify({ id, method, params, sessionId: session }));
    });
  return {
    send,
    evaluate: async (expression, session) => {
      const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
      const answer = await send('Runtime.evaluate', params, session);
      const { result, exceptionDetails } = evaluatedSchema.parse(answer);
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    attach: async (targetId) => {
      const answer = await send('Target.attachToTarget', { targetId, flatten: true });
      const { sessionId } = sessionSchema.parse(answer);
      const auto = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
      await send('Target.setAutoAttach', auto, sessionId);
      return sessionId;
    },
    workers,
    close: () => socket.close(),
  };
}
