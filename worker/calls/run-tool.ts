import type { CallRecord, RunningCall } from '../../core/link/messages.ts';
import type { Phone } from '../../core/phone.ts';
import { parseArguments } from '../../core/tools/contract/arguments.ts';
import type { AnyTool } from '../../core/tools/contract/tool.ts';
import { findTool, tools } from '../../core/tools/registry.ts';
import { spellOut } from '../../core/unseen.ts';
import { isRefusal } from '../controls/refusals.ts';
import type { BeforeAndAfter } from './before-and-after.ts';
import { CallLimit } from './call-limit.ts';
import { type EndedCall, recordOf } from './call-record.ts';
import { shownName } from './caller-names.ts';
import type { ToolOutcome } from './collect-reply.ts';
import { explainFailure } from './explain-failure.ts';
import { type Flight, InFlight } from './in-flight.ts';
import { runAtDesk } from './run-at-desk.ts';
import { PhoneRunner, type PhoneRunnerParts } from './run-on-phone.ts';
import { Stages } from './stages.ts';
import type { CallUnderWay, ToolCall } from './tool-call.ts';

/** What calls need of the console, and who hears of them. */
export interface RunnerParts extends PhoneRunnerParts {
  /** Hears which calls run or wait, the last begun last. */
  onRunning(calls: readonly RunningCall[]): void;
  /** Takes the screen before and after calls. */
  readonly pictures: Pick<BeforeAndAfter, 'begin' | 'ended'>;
  onCall(record: CallRecord): void;
}

/** How a call ended. */
interface Ran {
  readonly outcome: ToolOutcome;
  /** What the page is given of it, once it was; never rejects. The caller need not wait for it. */
  readonly recorded: Promise<CallRecord>;
}

/**
 * The one road a call takes: pass the person's controls, check the arguments, run at the desk or on
 * the phone, tell the page.
 */
export class ToolRunner {
  readonly #parts: RunnerParts;
  readonly #limit = new CallLimit();
  readonly #inFlight: InFlight;
  readonly #onPhone: PhoneRunner;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#onPhone = new PhoneRunner(parts);
    this.#inFlight = new InFlight((calls) => parts.onRunning(calls));
  }

  /**
   * Runs one call. What fails is told in the outcome. Rejects with `too-many-calls` alone: such a
   * call never begins, and the page does not hear of it, which a flood of them would drown.
   */
  async run(call: ToolCall): Promise<Ran> {
    return await this.#limit.run(call, () => this.#run(call));
  }

  async #run(call: ToolCall): Promise<Ran> {
    const start = performance.now();
    const { name: tool, from, signal } = call;
    const about = { agent: shownName(call), from, tool, signal };
    const { outcome, underWay } = await this.#inFlight.run(about, async (flight) => {
      const underWay = this.#begin(call, flight);
      return { underWay, outcome: await this.#outcome(underWay) };
    });
    const durationMs = Math.round(performance.now() - start);
    return { outcome, recorded: this.#record(underWay, { outcome, durationMs }) };
  }

  #begin(call: ToolCall, flight: Flight): CallUnderWay {
    const progress = new Stages((report) => {
      this.#inFlight.report(flight.id, report);
      call.onProgress?.(report);
    });
    const argumentsJson = JSON.stringify(call.arguments ?? {});
    const before = Promise.resolve(null);
    const begins = { yesFor: null, began: false, secrets: new Set<string>(), before };
    return { call, argumentsJson, flight, progress, ...begins };
  }

  /** Tells the page, and gets it the screen after a call that acts. */
  #record(
    underWay: CallUnderWay,
    ended: Pick<EndedCall, 'outcome' | 'durationMs'>,
  ): Promise<CallRecord> {
    const { call, flight, ...known } = underWay;
    const { id, agent, startedAtEpochMs } = flight;
    const recorded = recordOf({ ...call, ...known, id, agent, startedAtEpochMs, ...ended });
    const told = recorded.then((record) => {
      this.#parts.onCall(record);
      return record;
    });
    const effect = tools.find(({ name }) => name === call.name)?.effect;
    if (underWay.began && effect === 'act') this.#parts.pictures.ended(id, told);
    return told;
  }

  /** Runs the person's own work when no call acts on this phone; those that act wait for it. The signal ends its waiting. */
  async takeTurn(phone: Phone, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    await this.#onPhone.takeTurn(phone, signal, work);
  }

  /** Ends every call of everybody; resolves when they have ended, every finger lifted. Rejects with `timeout`. */
  async stopEverything(): Promise<void> {
    await this.#inFlight.stop();
  }

  async #outcome(underWay: CallUnderWay): Promise<ToolOutcome> {
    const { call, flight } = underWay;
    let effect: AnyTool['effect'] = 'read';
    try {
      const tool = findTool(call.name);
      ({ effect } = tool);
      const outcome = await this.#pass(tool, underWay);
      return flight.stopped.aborted ? withStopNoted(outcome) : outcome;
    } catch (thrown) {
      const { began } = underWay;
      const error = explainFailure(thrown, { effect, began, stopped: flight.stopped.aborted });
      const refused = isRefusal(error);
      return { isError: true, refused, texts: [spellOut(error.fullText)], pictures: [] };
    }
  }

  async #pass(tool: AnyTool, underWay: CallUnderWay): Promise<ToolOutcome> {
    const { call } = underWay;
    if (call.from !== 'person') this.#parts.gate.check(tool);
    // Before the phone and the person: an argument that is refused costs nobody anything.
    const input = parseArguments(tool, call.arguments);
    if (tool.at === 'desk') return await runAtDesk(tool, input, this.#parts.desk(call));
    return await this.#onPhone.run({ tool, input, underWay });
  }
}

/** The call was done before it could be ended; the agent is to know all the same. */
function withStopNoted(outcome: ToolOutcome): ToolOutcome {
  const note =
    'note:the person has stopped everything in the Handset console; this was done before';
  return { ...outcome, texts: [...outcome.texts, note] };
}
