import { HandsetError, toHandsetError } from '../core/errors.ts';
import type { CallRecord } from '../core/link/messages.ts';
import type { Phone } from '../core/phone.ts';
import type { Snapshots } from '../core/screen/snapshots.ts';
import { parseArguments } from '../core/tools/arguments.ts';
import { tools } from '../core/tools/registry.ts';
import { showNewScreen } from '../core/tools/show-screen.ts';
import type { Progress, Tool } from '../core/tools/tool.ts';
import { Turns } from './adb/turns.ts';
import { AgentSnapshots } from './agent-snapshots.ts';
import { CollectedReply, type ToolOutcome } from './collect-reply.ts';

export interface ToolCall {
  readonly agent: string;
  /** The registry's name. */
  readonly name: string;
  /** As the agent sent them. */
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  /** Hears how far a call that takes long has come. */
  onProgress?(progress: Progress): void;
}

export interface RunnerParts {
  /** The connected phone. Rejects with why there is none. */
  phone(signal: AbortSignal): Promise<Phone>;
  onRunning(call: { readonly agent: string; readonly tool: string } | null): void;
  onCall(record: CallRecord): void;
}

/**
 * The one road a call takes: check the arguments, get the phone, wait for its turn when it acts,
 * run, paint, tell the page.
 */
export class ToolRunner {
  readonly #parts: RunnerParts;
  #lastId = 0;
  readonly #running = new Set<ToolCall>();
  /** One phone does one thing at a time, in the order of asking. */
  readonly #turns = new WeakMap<Phone, Turns>();
  readonly #snapshots = new AgentSnapshots();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Runs one call. Never rejects: what fails is told in the outcome. */
  async run(call: ToolCall): Promise<{ outcome: ToolOutcome; record: CallRecord }> {
    const startedAtEpochMs = Date.now();
    const start = performance.now();
    this.#running.add(call);
    this.#tellRunning();
    const outcome = await this.#outcome(call);
    this.#running.delete(call);
    this.#tellRunning();
    const record: CallRecord = {
      id: ++this.#lastId,
      agent: call.agent,
      tool: call.name,
      argumentsJson: JSON.stringify(call.arguments ?? {}),
      startedAtEpochMs,
      durationMs: Math.round(performance.now() - start),
      isError: outcome.isError,
      text: outcome.texts.join('\n'),
      pictures: outcome.pictures,
    };
    this.#parts.onCall(record);
    return { outcome, record };
  }

  /** Names the call that was begun last among those that run. */
  #tellRunning(): void {
    const last = [...this.#running].at(-1);
    this.#parts.onRunning(last ? { agent: last.agent, tool: last.name } : null);
  }

  async #outcome(call: ToolCall): Promise<ToolOutcome> {
    try {
      const tool = findTool(call.name);
      // Before anything else: an argument that is refused costs nothing and reaches no phone.
      const input = parseArguments(tool, call.arguments);
      const phone = await this.#parts.phone(call.signal);
      const snapshots = this.#snapshots.of(call.agent, phone.serial);
      const work = (): Promise<ToolOutcome> => runOn(phone, { tool, input, call, snapshots });
      if (tool.effect === 'read' && tool.inTurn !== true) return await work();
      return await this.#turnsOf(phone).take(call.signal, work);
    } catch (error) {
      return { isError: true, texts: [toHandsetError(error).fullText], pictures: [] };
    }
  }

  #turnsOf(phone: Phone): Turns {
    const turns = this.#turns.get(phone) ?? new Turns();
    this.#turns.set(phone, turns);
    return turns;
  }
}

interface CheckedCall {
  readonly tool: Tool;
  readonly input: ReturnType<typeof parseArguments>;
  readonly call: ToolCall;
  /** The agent's own on this phone. */
  readonly snapshots: Snapshots;
}

async function runOn(phone: Phone, checked: CheckedCall): Promise<ToolOutcome> {
  const { tool, input, call, snapshots } = checked;
  const { signal } = call;
  const onProgress = (progress: Progress): void => call.onProgress?.(progress);
  const reply = new CollectedReply({ phone, snapshots, onProgress });
  try {
    await tool.run(phone, input, reply, signal);
  } catch (thrown) {
    throw tool.effect === 'act' ? inDoubt(toHandsetError(thrown)) : thrown;
  }
  // Still in its turn: nobody else acts before the screen is read.
  const { observe: as } = input;
  if (as === 'state' || as === 'diff') await showNewScreen(phone, { as, reply }, signal);
  return await reply.render(signal);
}

/** Says so where nobody can tell whether the phone has acted. */
function inDoubt(error: HandsetError): HandsetError {
  const { code, message, hint } = error;
  if (code !== 'phone-lost' && code !== 'timeout') return error;
  const doubt = 'The call may or may not have run; look at the screen before you repeat it.';
  return new HandsetError(code, `${message} ${doubt}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}

function findTool(name: string): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  const known = tools.map((candidate) => candidate.name).join(', ');
  throw new HandsetError('unknown-tool', `Tool ${name} not found. Known tools: ${known}.`);
}
