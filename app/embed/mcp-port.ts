import { McpMessagePort } from '../../core/mcp/message-port.ts';
import { membersOf } from '../browser-agents/handshake.ts';
import { DoorError, asError } from './door-error.ts';

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

type Members = Readonly<Record<string, unknown>>;

interface Waiting {
  readonly settle: (answer: Members | Error) => void;
  readonly onProgress: RequestOptions['onProgress'];
}

const longestCallMs = 300_000;
/** Interval of pings while requests are pending, and how many may stay unanswered. */
const heartbeatMs = 5_000;
const mostUnheard = 3;
/** JSON-RPC 2.0, section 5.1: the method does not exist. */
const methodNotFound = -32_601;

/** An MCP client over a MessagePort for an agent that only lists and calls tools. */
export class McpPort extends McpMessagePort {
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  /** Pings since the console's last message; a count, because timers of hidden pages are slow. */
  #unheard = 0;
  /** Called for notifications other than progress. */
  onNotification: (method: string) => void = () => undefined;

  /** Called once when the connection has ended. */
  onClose: () => void = () => undefined;

  /** Sends a request and returns its result. Rejects with `protocol`, `timeout`, `closed` or the signal's reason. */
  request(method: string, params: Members, options: RequestOptions = {}): Promise<Members> {
    const { signal, onProgress, timeoutMs = longestCallMs } = options;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const settle = (answer: Members | Error): void => {
        this.#waiting.delete(id);
        this.#keepBeating();
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      const cancel = (reason: Error): void => {
        this.notify('notifications/cancelled', { requestId: id, reason: reason.message });
        settle(reason);
      };
      const abort = (): void => cancel(asError(signal?.reason));
      const timer = setTimeout(() => cancel(tookTooLong(method, timeoutMs)), timeoutMs);
      if (!this.isOpen) return settle(closed());
      if (signal?.aborted) return settle(asError(signal.reason));
      signal?.addEventListener('abort', abort);
      this.#waiting.set(id, { settle, onProgress });
      this.#keepBeating();
      const meta = onProgress === undefined ? {} : { _meta: { progressToken: id } };
      this.#send({ id, method, params: { ...params, ...meta } });
    });
  }

  notify(method: string, params: Members = {}): void {
    this.#send({ method, params });
  }

  // Rejects pending requests with `closed`.
  protected override ended(): void {
    for (const { settle } of [...this.#waiting.values()]) settle(closedDuringCall());
    this.onClose();
  }

  /** Detects a crashed console, which a MessagePort does not report. */
  #keepBeating(): void {
    if (this.#waiting.size === 0) {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    } else if (this.#heartbeat === undefined) {
      this.#unheard = 0;
      this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
    }
  }

  #beat(): void {
    if (this.#unheard++ >= mostUnheard) void this.close();
    else this.#send({ id: `beat-${++this.#lastId}`, method: 'ping' });
  }

  #send(message: Members): void {
    if (this.isOpen) this.port.postMessage({ jsonrpc: '2.0', ...message });
  }

  protected override received(data: unknown): void {
    this.#unheard = 0;
    const { id, method, params, result, error } = membersOf(data);
    if (typeof method === 'string') this.#hear(method, { id, params });
    else if (typeof id === 'number') {
      const answer = error === undefined ? membersOf(result) : rpcError(membersOf(error));
      this.#waiting.get(id)?.settle(answer);
    }
  }

  #hear(method: string, { id, params }: Members): void {
    if (id !== undefined) {
      const missing = { code: methodNotFound, message: `This client has no ${method}.` };
      this.#send(method === 'ping' ? { id, result: {} } : { id, error: missing });
    } else if (method === 'notifications/progress') {
      this.#tellProgress(membersOf(params));
    } else {
      this.onNotification(method);
    }
  }

  #tellProgress({ progressToken, progress, total, message }: Members): void {
    if (typeof progressToken !== 'number') return;
    this.#waiting.get(progressToken)?.onProgress?.({
      progress: Number(progress),
      ...(typeof total === 'number' && { total }),
      ...(typeof message === 'string' && { message }),
    });
  }
}

function rpcError({ message }: Members): DoorError {
  return new DoorError('protocol', String(message));
}

function closed(): DoorError {
  const message = 'The connection to the Handset console has ended. Connect again.';
  return new DoorError('closed', message);
}

function closedDuringCall(): DoorError {
  const message =
    'The connection to the Handset console has ended during the call, which may or may not have run. Connect again, and look at the screen before you repeat it.';
  return new DoorError('closed', message);
}

function tookTooLong(method: string, ms: number): DoorError {
  return new DoorError('timeout', `${method} took longer than ${Math.round(ms / 1000)} s.`);
}
