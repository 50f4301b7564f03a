import { McpMessagePort } from '#core/mcp/message-port.ts';
import { membersOf } from '../ui/json.ts';
import { ConnectionError, toError } from './connection-error.ts';

/** The progress of a call. */
export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface RequestOptions {
  /** Aborting also cancels the call on the phone; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CallProgress) => void;
  /** Five minutes by default; tools have shorter limits of their own. */
  readonly timeoutMs?: number;
}

type JsonObject = Readonly<Record<string, unknown>>;

interface PendingRequest {
  readonly settle: (answer: JsonObject | Error) => void;
  readonly onProgress: RequestOptions['onProgress'];
}

const maxCallMs = 300_000;
/** Interval of pings while requests are pending, and how many may stay unanswered. */
const heartbeatMs = 5_000;
const maxUnansweredPings = 3;
/** JSON-RPC 2.0, section 5.1: the method does not exist. */
const methodNotFound = -32_601;

/** An MCP client over a MessagePort for an agent that only lists and calls tools. */
export class McpPortClient extends McpMessagePort {
  readonly #pendingRequests = new Map<number, PendingRequest>();
  #lastId = 0;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  /** Pings since the console's last message; a count, because timers of hidden pages are slow. */
  #unansweredPings = 0;
  /** Called for notifications other than progress. */
  onNotification: (method: string) => void = () => undefined;

  /** Called once when the connection has ended. */
  onClose: () => void = () => undefined;

  /** Sends a request and returns its result. Rejects with `protocol`, `timeout`, `closed` or the signal's reason. */
  request(method: string, params: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    const { signal, onProgress, timeoutMs = maxCallMs } = options;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const settle = (answer: JsonObject | Error): void => {
        this.#pendingRequests.delete(id);
        this.#updateHeartbeat();
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      const cancel = (reason: Error): void => {
        this.notify('notifications/cancelled', { requestId: id, reason: reason.message });
        settle(reason);
      };
      const abort = (): void => cancel(toError(signal?.reason));
      const timer = setTimeout(() => cancel(timeoutError(method, timeoutMs)), timeoutMs);
      if (!this.isOpen) return settle(closedError());
      if (signal?.aborted) return settle(toError(signal.reason));
      signal?.addEventListener('abort', abort);
      this.#pendingRequests.set(id, { settle, onProgress });
      this.#updateHeartbeat();
      const meta = onProgress === undefined ? {} : { _meta: { progressToken: id } };
      this.#send({ id, method, params: { ...params, ...meta } });
    });
  }

  notify(method: string, params: JsonObject = {}): void {
    this.#send({ method, params });
  }

  // Rejects pending requests with `closed`.
  protected override handleClose(): void {
    for (const { settle } of [...this.#pendingRequests.values()]) settle(closedDuringCallError());
    this.onClose();
  }

  /** Detects a crashed console, which a MessagePort does not report. */
  #updateHeartbeat(): void {
    if (this.#pendingRequests.size === 0) {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    } else if (this.#heartbeat === undefined) {
      this.#unansweredPings = 0;
      this.#heartbeat = setInterval(() => this.#sendPing(), heartbeatMs);
    }
  }

  #sendPing(): void {
    if (this.#unansweredPings++ >= maxUnansweredPings) void this.close();
    else this.#send({ id: `beat-${++this.#lastId}`, method: 'ping' });
  }

  #send(message: JsonObject): void {
    if (this.isOpen) this.port.postMessage({ jsonrpc: '2.0', ...message });
  }

  protected override handleMessage(data: unknown): void {
    this.#unansweredPings = 0;
    const { id, method, params, result, error } = membersOf(data);
    if (typeof method === 'string') this.#handleMethod(method, { id, params });
    else if (typeof id === 'number') {
      const answer = error === undefined ? membersOf(result) : rpcError(membersOf(error));
      this.#pendingRequests.get(id)?.settle(answer);
    }
  }

  #handleMethod(method: string, { id, params }: JsonObject): void {
    if (id !== undefined) {
      const methodError = {
        code: methodNotFound,
        message: `This client does not support ${method}.`,
      };
      this.#send(method === 'ping' ? { id, result: {} } : { id, error: methodError });
    } else if (method === 'notifications/progress') {
      this.#reportProgress(membersOf(params));
    } else {
      this.onNotification(method);
    }
  }

  #reportProgress({ progressToken, progress, total, message }: JsonObject): void {
    if (typeof progressToken !== 'number') return;
    this.#pendingRequests.get(progressToken)?.onProgress?.({
      progress: Number(progress),
      ...(typeof total === 'number' && { total }),
      ...(typeof message === 'string' && { message }),
    });
  }
}

function rpcError({ message }: JsonObject): ConnectionError {
  return new ConnectionError('protocol', String(message));
}

function closedError(): ConnectionError {
  const message = 'The connection to the Handset console has ended. Connect again.';
  return new ConnectionError('closed', message);
}

function closedDuringCallError(): ConnectionError {
  const message =
    'The connection to the Handset console ended during the call, which may or may not have run. Connect again, and look at the screen before you repeat it.';
  return new ConnectionError('closed', message);
}

function timeoutError(method: string, ms: number): ConnectionError {
  return new ConnectionError('timeout', `${method} took longer than ${Math.round(ms / 1000)} s.`);
}
