import { describeThrown } from '#core/errors.ts';
import { type CallToolResult, type Handset, type Tool, connectHandset } from '../handset.ts';
import type { ConsoleTarget } from '../request-connection.ts';
import { planFor } from './plans.ts';

/** One entry in the list of what the agent did. */
export type AgentStep =
  | {
      /** `refused` where the console does not let agents use the tool. */
      readonly kind: 'goal' | 'say' | 'failed' | 'refused';
      readonly id: number;
      readonly text: string;
    }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly tool: string;
      readonly argumentsJson: string;
      /** Null while the call is active. */
      readonly outcome: CallOutcome | null;
    };

/** How a call of the agent ended. */
export interface CallOutcome {
  readonly isError: boolean;
  readonly isRefused: boolean;
  readonly text: string;
  /** `data:` URLs. */
  readonly pictures: readonly string[];
  readonly durationMs: number;
}

/** The state of the connection to the console. */
export type ConnectionState =
  | { readonly state: 'connecting' | 'asking' | 'connected' }
  | { readonly state: 'failed'; readonly message: string };

/** An agent without a language model: it runs scripted plans, and tools that the user chooses. */
export class ScriptedAgent {
  connection = $state.raw<ConnectionState>({ state: 'connecting' });
  tools = $state.raw<readonly Tool[]>([]);
  steps = $state.raw<readonly AgentStep[]>([]);
  isBusy = $state(false);

  readonly #pauseMs: number;
  #phone: Handset | null = null;
  #stopController = new AbortController();
  #closeController = new AbortController();
  #lastId = 0;

  /** `pauseMs` is how long each line that it says stands before the next step. */
  constructor(pauseMs = 0) {
    this.#pauseMs = pauseMs;
  }

  /** Connects to the console in this window, or embeds one in this element; never rejects. */
  async connect(target: ConsoleTarget): Promise<void> {
    this.close();
    this.#closeController = new AbortController();
    const { signal } = this.#closeController;
    this.connection = { state: 'connecting' };
    try {
      this.#phone = await connectHandset({
        signal,
        console: './?phone=demo&bridge=off',
        in: target,
        name: 'Handset’s scripted agent',
        onAsking: () => (this.connection = { state: 'asking' }),
        onToolsChanged: () => void this.#readTools(),
      });
      await this.#readTools();
      this.connection = { state: 'connected' };
    } catch (error) {
      this.connection = { state: 'failed', message: describeThrown(error) };
    }
  }

  /** Runs the plan for a goal, or reports that there is none. */
  async runGoal(goal: string): Promise<void> {
    const plan = planFor(goal);
    this.steps = [];
    this.#add({ kind: 'goal', text: goal });
    if (plan === null) {
      this.#add({ kind: 'failed', text: 'I’m only a script, and I have no plan for this.' });
      return;
    }
    await this.#runBusy(() =>
      plan({
        say: (text) => this.#say(text),
        call: (tool, args) => this.#call(tool, args ?? {}),
      }),
    );
  }

  /** Calls one tool with arguments given as JSON. */
  async callTool(tool: string, argumentsJson: string): Promise<void> {
    await this.#runBusy(async () => {
      const args: unknown = JSON.parse(argumentsJson);
      if (typeof args !== 'object' || args === null)
        throw new Error('Arguments must be an object.');
      await this.#call(tool, { ...args });
    });
  }

  /** Cancels the active call, on the phone too, and with it the plan. */
  stop(): void {
    this.#stopController.abort(new Error('Stopped.'));
  }

  /** Stops, and ends the connection. */
  close(): void {
    this.stop();
    this.#closeController.abort(new Error('Closed.'));
    this.#phone?.close();
    this.#phone = null;
  }

  async #readTools(): Promise<void> {
    this.tools = (await this.#phone?.tools()) ?? [];
  }

  async #runBusy(work: () => Promise<void>): Promise<void> {
    this.#stopController = new AbortController();
    this.isBusy = true;
    try {
      await work();
    } catch (error) {
      const kind = error instanceof RefusedError ? 'refused' : 'failed';
      this.#add({ kind, text: describeThrown(error) });
    } finally {
      this.isBusy = false;
    }
  }

  /** Shows a line and gives the user time to read it. */
  async #say(text: string): Promise<void> {
    this.#add({ kind: 'say', text });
    await new Promise((resolve) => setTimeout(resolve, this.#pauseMs));
    this.#stopController.signal.throwIfAborted();
  }

  /** Calls a tool and shows the call as a step. Returns the result's text; rejects when the tool failed. */
  async #call(tool: string, args: { readonly [key: string]: unknown }): Promise<string> {
    if (this.#phone === null) throw new Error('There is no connection to the console.');
    const id = this.#add({
      kind: 'call',
      tool,
      argumentsJson: JSON.stringify(args),
      outcome: null,
    });
    const start = performance.now();
    const elapsedMs = (): number => Math.round(performance.now() - start);
    try {
      const result = await this.#phone.call(tool, args, { signal: this.#stopController.signal });
      const answer = readResult(result);
      const isRefused = answer.isError && !this.tools.some(({ name }) => name === tool);
      this.#setOutcome(id, { ...answer, isRefused, durationMs: elapsedMs() });
      if (isRefused) throw new RefusedError(this.#refusalOf(tool));
      if (answer.isError) {
        const [firstLine = ''] = answer.text.split('\n');
        throw new Error(`I stopped at ${tool}. ${firstLine.replaceAll('`', '')}`);
      }
      return answer.text;
    } catch (error) {
      const text = describeThrown(error);
      const nothing = { isError: true, isRefused: false, pictures: [] };
      this.#setOutcome(id, { ...nothing, text, durationMs: elapsedMs() });
      throw error;
    }
  }

  /** Why the console does not offer a tool, as far as the tools that it offers tell. */
  #refusalOf(tool: string): string {
    const isReadOnly = this.tools.every(({ annotations }) => annotations?.readOnlyHint === true);
    return isReadOnly
      ? 'Agents have read-only access, so I stopped.'
      : `Agents aren’t offered ${tool}, so I stopped.`;
  }

  #add(step: DistributiveOmit<AgentStep, 'id'>): number {
    const id = ++this.#lastId;
    this.steps = [...this.steps, { ...step, id }];
    return id;
  }

  /** Sets a call's outcome, unless it already has one. */
  #setOutcome(id: number, outcome: CallOutcome): void {
    this.steps = this.steps.map((step) =>
      step.id === id && step.kind === 'call' && step.outcome === null ? { ...step, outcome } : step,
    );
  }
}

/** The console does not offer the tool to agents. */
class RefusedError extends Error {}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown
  ? Omit<Union, Key>
  : never;

function readResult({
  content,
  isError = false,
}: CallToolResult): Omit<CallOutcome, 'isRefused' | 'durationMs'> {
  const texts = content.flatMap((item) => (item.type === 'text' ? [item.text] : []));
  const pictures = content.flatMap((item) =>
    item.type === 'image' ? [`data:${item.mimeType};base64,${item.data}`] : [],
  );
  return { isError, text: texts.join('\n'), pictures };
}
