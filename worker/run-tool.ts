import { HandsetError } from '../core/errors.ts';
import type { CallRecord, CallerWay, PictureData, RunningCall } from '../core/link/messages.ts';
import type { Caller } from '../core/mcp/agent.ts';
import type { Phone } from '../core/phone.ts';
import type { Snapshots } from '../core/screen/snapshots.ts';
import { parseArguments } from '../core/tools/arguments.ts';
import { tools } from '../core/tools/registry.ts';
import { showNewScreen } from '../core/tools/show-screen.ts';
import type { AnyTool, Desk, DeskTool, Progress, Tool } from '../core/tools/tool.ts';
import { Turns } from './adb/turns.ts';
import { AgentSnapshots } from './agent-snapshots.ts';
import type { BeforeAndAfter } from './before-and-after.ts';
import { type EndedCall, recordOf } from './call-record.ts';
import { CollectedReply, CollectedWords, type ToolOutcome } from './collect-reply.ts';
import type { Gate } from './controls/gate.ts';
import { type Flight, InFlight } from './controls/in-flight.ts';
import { Stages } from './controls/stages.ts';
import { explainFailure } from './explain-failure.ts';
import { noPhoneHere, phoneElsewhere } from './no-phone-here.ts';

export interface ToolCall extends Caller {
  /** The registry's name. */
  readonly name: string;
  /** As the agent sent them. */
  readonly arguments: unknown;
  readonly signal: AbortSignal;
  /** By which way it came. The person's own calls pass all controls, whatever an agent calls itself. */
  readonly from: CallerWay;
  /** Hears how far a call that takes long has come. */
  onProgress?(progress: Progress): void;
}

export interface RunnerParts {
  /** The connected phone. Rejects with why there is none. */
  phone(signal: AbortSignal): Promise<Phone>;
  /** The phones of all consoles, as this caller reaches them. */
  desk(caller: Pick<ToolCall, 'agent' | 'chosenPhone' | 'from'>): Desk;
  readonly gate: Gate;
  /** Hears which calls run or wait, the last begun last. */
  onRunning(calls: readonly RunningCall[]): void;
  /** Takes the screen before and after calls. */
  readonly pictures: Pick<BeforeAndAfter, 'begin' | 'ended'>;
  onCall(record: CallRecord): void;
}

/** A call that is under way. */
interface CallUnderWay {
  readonly call: ToolCall;
  readonly argumentsJson: string;
  readonly flight: Flight;
  readonly progress: Stages;
  /** The serial number of the phone for which the person said yes to this call. */
  yesFor: string | null;
  /** Set when the tool itself begins; until then nothing can have happened. */
  began: boolean;
  /** Of the arguments and the answer. */
  readonly secrets: Set<string>;
  /** The screen when the tool began; null until then. */
  before: Promise<PictureData | null>;
}

/** How a call ended. */
interface Ran {
  readonly outcome: ToolOutcome;
  /** What the page is given of it, once it was; never rejects. The caller need not wait for it. */
  readonly recorded: Promise<CallRecord>;
}

/**
 * The one road a call takes: pass the person's controls, check the arguments, get the phone, ask
 * the person, wait for its turn when it acts, run, paint, tell the page.
 */
export class ToolRunner {
  readonly #parts: RunnerParts;
  readonly #inFlight: InFlight;
  /** One phone does one thing at a time, in the order of asking. */
  readonly #turns = new WeakMap<Phone, Turns>();
  readonly #snapshots = new AgentSnapshots();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#inFlight = new InFlight((calls) => parts.onRunning(calls));
  }

  /** Runs one call. Never rejects: what fails is told in the outcome. */
  async run(call: ToolCall): Promise<Ran> {
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
    await this.#turnsOf(phone).take(signal, work);
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
      return { isError: true, texts: [error.fullText], pictures: [] };
    }
  }

  async #pass(tool: AnyTool, underWay: CallUnderWay): Promise<ToolOutcome> {
    const { call } = underWay;
    this.#check(tool, call);
    // Before the phone and the person: an argument that is refused costs nobody anything.
    const input = parseArguments(tool, call.arguments);
    if (tool.at === 'desk') return await runAtDesk(tool, input, this.#parts.desk(call));
    return await this.#onPhone({ tool, input, underWay });
  }

  async #onPhone(checked: CheckedCall): Promise<ToolOutcome> {
    const { call, flight } = checked.underWay;
    for (;;) {
      // Anew after every wait: another phone may be connected by now.
      const phone = await this.#phoneFor(call, flight.signal);
      if (this.#mustAsk(checked, phone)) {
        await this.#askPerson(checked, phone);
        continue;
      }
      const outcome = await this.#inTurn(checked, phone);
      if (outcome !== null) return outcome;
    }
  }

  /** What the call came to; null where the person wants to be asked since it waited its turn. */
  async #inTurn(checked: CheckedCall, phone: Phone): Promise<ToolOutcome | null> {
    const { tool, underWay } = checked;
    const { call, flight } = underWay;
    const work = async (): Promise<ToolOutcome | null> => {
      // The person may have paused agents, or stopped everything, while it waited.
      if (flight.signal.aborted) throw cancelledBefore();
      this.#check(tool, call);
      if (this.#mustAsk(checked, phone)) return null;
      underWay.began = true;
      underWay.before = this.#parts.pictures.begin(tool.effect);
      return await runOn(phone, this.#snapshots.of(whoCalls(call), phone.serial), checked);
    };
    if (tool.effect === 'read' && tool.inTurn !== true) return await work();
    return await this.#turnsOf(phone).take(flight.signal, work);
  }

  #check(tool: AnyTool, { from }: ToolCall): void {
    if (from !== 'person') this.#parts.gate.check(tool);
  }

  /** A yes holds for the phone that was there when it was asked for. */
  #mustAsk({ tool, underWay }: CheckedCall, phone: Phone): boolean {
    const { call, yesFor } = underWay;
    if (call.from === 'person' || yesFor === phone.serial) return false;
    return this.#parts.gate.mustAsk({ tool, who: whoCalls(call) });
  }

  async #askPerson({ tool, underWay }: CheckedCall, phone: Phone): Promise<void> {
    const { call, flight, argumentsJson, progress } = underWay;
    const onProgress = (report: Progress): void => progress.report(report);
    const { agent, from, signal } = flight;
    const who = whoCalls(call);
    await this.#parts.gate.ask({ who, agent, from, tool, argumentsJson, signal, onProgress });
    underWay.yesFor = phone.serial;
    progress.next();
  }

  /** The phone that the call is meant for; rejects with why there is none, and with `phone-elsewhere`. */
  async #phoneFor(call: ToolCall, signal: AbortSignal): Promise<Phone> {
    const { chosenPhone } = call;
    const phone = await this.#parts.phone(signal).catch((thrown: unknown) => {
      // Others reach this console alone.
      if (signal.aborted || call.from !== 'bridge') throw thrown;
      throw noPhoneHere(thrown, this.#parts.desk(call));
    });
    if (chosenPhone !== null && phone.serial !== chosenPhone) throw phoneElsewhere(chosenPhone);
    return phone;
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
  readonly underWay: CallUnderWay;
}

async function runOn(
  phone: Phone,
  snapshots: Snapshots,
  { tool, input, underWay }: CheckedCall,
): Promise<ToolOutcome> {
  const { flight, progress, secrets } = underWay;
  const { signal } = flight;
  const onProgress = (report: Progress): void => progress.report(report);
  const onSecret = (text: string): void => void secrets.add(text);
  const reply = new CollectedReply({ phone, snapshots, onProgress, onSecret });
  await tool.run(phone, input, reply, signal);
  // Still in its turn: nobody else acts before the screen is read.
  const { observe: as } = input;
  if (as === 'state' || as === 'diff') await showNewScreen(phone, { as, reply }, signal);
  return await reply.render(signal);
}

async function runAtDesk(
  tool: DeskTool,
  input: ReturnType<typeof parseArguments>,
  desk: Desk,
): Promise<ToolOutcome> {
  const reply = new CollectedWords();
  await tool.run(desk, input, reply);
  return reply.outcome();
}

/** The call was done before it could be ended; the agent is to know all the same. */
function withStopNoted(outcome: ToolOutcome): ToolOutcome {
  const note =
    'note:the person has stopped everything in the Handset console; this was done before';
  return { ...outcome, texts: [...outcome.texts, note] };
}

/** Tells callers apart: names are free, and the same one may come by another way. */
function whoCalls({ agent, from }: ToolCall): string {
  return `${from} ${agent}`;
}

/** The agent's name as the person sees it: `you` is the person's own, which the page writes `You`. */
function shownName({ agent, from }: ToolCall): string {
  const isPosing = from !== 'person' && agent.toLowerCase() === 'you';
  return isPosing ? `${agent} (an agent)` : agent;
}

function cancelledBefore(): HandsetError {
  return new HandsetError('cancelled', 'The call was cancelled before it began.');
}

/** The tool of this name; throws `unknown-tool`. */
export function findTool(name: string): AnyTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool) return tool;
  const known = tools.map((candidate) => candidate.name).join(', ');
  throw new HandsetError('unknown-tool', `Tool ${name} not found. Known tools: ${known}.`);
}
