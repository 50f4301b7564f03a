import type { Caller } from '../../core/caller.ts';
import { HandsetError, toHandsetError } from '../../core/errors.ts';
import type { CallRecord, RunningCall } from '../../core/link/messages.ts';
import type { CallName, ToolCall } from '../../core/mcp/call.ts';
import type { Phone } from '../../core/phone.ts';
import { parseArguments } from '../../core/tools/contract/arguments.ts';
import type { AnyTool } from '../../core/tools/contract/tool.ts';
import { findTool, tools } from '../../core/tools/registry.ts';
import { spellOut } from '../../core/unseen.ts';
import { isRefusal, stopped } from '../controls/gate.ts';
import { type BeforeAndAfter, recordOf } from './call-record.ts';
import type { ActiveCall } from './call.ts';
import { CollectedWords, type ToolOutcome } from './collect-reply.ts';
import { PhoneRunner, type PhoneRunnerParts } from './run-on-phone.ts';
import { RunningCalls } from './running-calls.ts';

/** What calls need of the console, and who hears of them. */
export interface RunnerParts extends PhoneRunnerParts {
  /** Hears which calls run or wait, the last begun last. */
  onRunning(calls: readonly RunningCall[]): void;
  /** Takes the screen before and after calls. */
  readonly pictures: Pick<BeforeAndAfter, 'begin' | 'ended'>;
  onCall(record: CallRecord): void;
}

/**
 * The one road a call takes: pass the person's controls, check the arguments, run at the desk or on
 * the phone, tell the page.
 */
export class ToolRunner {
  readonly #parts: RunnerParts;
  readonly #running: RunningCalls;
  readonly #onPhone: PhoneRunner;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#onPhone = new PhoneRunner(parts);
    this.#running = new RunningCalls((calls) => parts.onRunning(calls));
  }

  /**
   * Runs one call. What fails is told in the outcome. `recorded` is what the page is given of it, once
   * it was; it never rejects, and the caller need not wait for it. Rejects with `too-many-calls` alone:
   * such a call never begins, and the page does not hear of it, which a flood of them would drown.
   */
  async run(
    asked: ToolCall,
  ): Promise<{ readonly outcome: ToolOutcome; readonly recorded: Promise<CallRecord> }> {
    const start = performance.now();
    const { call, outcome } = await this.#running.run(asked, async (call) => {
      return { call, outcome: await this.#outcome(call) };
    });
    const durationMs = Math.round(performance.now() - start);
    return { outcome, recorded: this.#record(call, outcome, durationMs) };
  }

  /** Cancels the call that a client means by a message of its own; nothing where it runs no more. */
  cancel(caller: Caller, name: CallName): void {
    this.#running.cancel(caller, name);
  }

  /** Runs the person's own work when no call acts on this phone; those that act wait for it. The signal ends its waiting. */
  async takeTurn(phone: Phone, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    await this.#onPhone.takeTurn(phone, signal, work);
  }

  /** Ends every call of everybody; resolves when they have ended, every finger lifted. Rejects with `timeout`. */
  async stopEverything(): Promise<void> {
    await this.#running.stop();
  }

  async #outcome(call: ActiveCall): Promise<ToolOutcome> {
    let effect: AnyTool['effect'] = 'read';
    try {
      const tool = findTool(call.name);
      ({ effect } = tool);
      const outcome = await this.#pass(tool, call);
      return call.stopped.aborted ? withStopNoted(outcome) : outcome;
    } catch (thrown) {
      const { began } = call;
      const error = explainFailure(thrown, { effect, began, stopped: call.stopped.aborted });
      const refused = isRefusal(error);
      const texts = [spellOut(error.fullText)];
      return { isError: true, refused, refusedArgument: error.argument, texts, pictures: [] };
    }
  }

  async #pass(tool: AnyTool, call: ActiveCall): Promise<ToolOutcome> {
    if (call.from !== 'person') this.#parts.gate.check(tool);
    // Before the phone and the person: an argument that is refused costs nobody anything.
    const input = parseArguments(tool, call.arguments);
    if (tool.at !== 'desk') return await this.#onPhone.run(call, { tool, input });
    // It needs no phone, waits for nobody and takes no turn.
    const reply = new CollectedWords();
    await tool.run(this.#parts.desk(call), input, reply);
    return reply.outcome();
  }

  /** Tells the page, and gets it the screen after a call that acts. */
  async #record(call: ActiveCall, outcome: ToolOutcome, durationMs: number): Promise<CallRecord> {
    const told = recordOf(call, outcome, durationMs).then((record) => {
      this.#parts.onCall(record);
      return record;
    });
    const effect = tools.find(({ name }) => name === call.name)?.effect;
    if (call.began && effect === 'act') this.#parts.pictures.ended(call.id, told);
    return await told;
  }
}

/** The call was done before it could be ended; the agent is to know all the same. */
function withStopNoted(outcome: ToolOutcome): ToolOutcome {
  const note =
    'note:the person has stopped everything in the Handset console; this was done before';
  return { ...outcome, texts: [...outcome.texts, note] };
}

const doubt = 'The call may or may not have run; look at the screen before you repeat it.';

/** How far a call had come when it failed. */
export interface FailedAt {
  readonly effect: 'read' | 'act';
  /** Whether the tool itself had begun. */
  readonly began: boolean;
  /** Whether the person had stopped everything. */
  readonly stopped: boolean;
}

/** The error as the agent is to read it: with what can't be known of a call that acts. */
export function explainFailure(thrown: unknown, at: FailedAt): HandsetError {
  const mayHaveActed = at.began && at.effect === 'act';
  if (at.stopped) return stopped(mayHaveActed ? doubt : undefined);
  const error = toHandsetError(thrown);
  return mayHaveActed ? inDoubt(error) : error;
}

/** Says so where nobody can tell whether the phone has acted. */
function inDoubt(error: HandsetError): HandsetError {
  const { code, message, hint } = error;
  if (code !== 'phone-lost' && code !== 'timeout') return error;
  return new HandsetError(code, `${message} ${doubt}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}
