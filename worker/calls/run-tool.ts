import type { Caller } from '../../core/caller.ts';
import { HandsetError, toHandsetError } from '../../core/errors.ts';
import type { Aim } from '../../core/link/aim.ts';
import type { CallRecord, RunningCall } from '../../core/link/messages.ts';
import type { ToolCall } from '../../core/mcp/call.ts';
import type { Phone } from '../../core/phone.ts';
import { parseArguments } from '../../core/tools/shared/arguments.ts';
import type { AnyTool, Desk, Tool } from '../../core/tools/shared/tool.ts';
import { Snapshots } from '../../core/screen/snapshots.ts';
import { pictureBefore, showNewScreen } from '../../core/tools/shared/show-screen.ts';
import { findTool, tools } from '../../core/tools/registry.ts';
import { spellOut } from '../../core/unseen.ts';
import type { WatchedPhone } from '../adb/adb-phone.ts';
import { noPhoneHere, phoneElsewhere } from '../relay/desk.ts';
import { Turns } from '../waits/turns.ts';
import { type BeforeAndAfter, recordOf } from './call-record.ts';
import { type ToolOutcome, CollectedReply, CollectedWords } from './collect-reply.ts';
import { type Gate, isRefusal, stopped } from './gate.ts';
import { type ActiveCall, RunningCalls, person, whoCalls } from './running-calls.ts';
import { type CheckedTool, type Touches, aimOf, followAim } from './touches.ts';

/** What calls need of the console, and who hears of them. */
interface RunnerParts {
  /** The connected phone. Rejects with why there is none. */
  phone(signal: AbortSignal): Promise<WatchedPhone>;
  /** The phones of all consoles, as this caller reaches them. */
  desk(caller: Caller): Desk;
  readonly gate: Gate;
  /** Takes the screen before and after calls. */
  readonly pictures: Pick<BeforeAndAfter, 'begin' | 'ended'>;
  /** Tells what fingers do. */
  readonly touches: Pick<Touches, 'watch'>;
  /** Hears which calls run or wait, the last begun last. */
  onRunning(calls: readonly RunningCall[]): void;
  onCall(record: CallRecord): void;
}

/** Readings of one phone at a time that can't be shared: one that takes long does not hold up all others. */
const readingAtOnce = 2;

/** The turns on one phone. Agents get them in rotation. */
interface PhoneTurns {
  /** A phone does one thing at a time. */
  readonly acting: Turns;
  readonly reading: Turns;
}

/**
 * The one road a call takes: pass the person's controls, check the arguments; run at the desk, or get
 * the phone, ask the person, wait for its turn when it acts, run; tell the page.
 */
export class ToolRunner {
  readonly #parts: RunnerParts;
  readonly #running: RunningCalls;
  readonly #turns = new WeakMap<Phone, PhoneTurns>();
  readonly #snapshots = new AgentSnapshots();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
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
  cancel(caller: Caller, requestId: string | number): void {
    this.#running.cancel(caller, requestId);
  }

  /** Runs the person's own work when no call acts on this phone; those that act wait for it. The signal ends its waiting. */
  async takeTurn(phone: Phone, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    await this.#turnsOf(phone).acting.take(signal, work, { agent: whoCalls(person) });
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
    if (tool.at !== 'desk') return await this.#onPhone(call, { tool, input });
    // It needs no phone, waits for nobody and takes no turn.
    const reply = new CollectedWords();
    await tool.run(this.#parts.desk(call), input, reply);
    return reply.outcome();
  }

  /** Rejects with why there is no phone, what the gate refuses with, and what the tool rejects with. */
  async #onPhone(call: ActiveCall, checked: CheckedTool): Promise<ToolOutcome> {
    for (;;) {
      // Anew after every wait: another phone may be connected by now.
      const phone = await this.#phoneFor(call);
      if (this.#mustAsk(call, checked.tool, phone)) {
        await this.#askPerson(call, checked, phone);
        continue;
      }
      const outcome = await this.#inTurn(call, checked, phone);
      if (outcome !== null) return outcome;
    }
  }

  /** What the call came to; null where the person wants to be asked since it waited its turn. */
  async #inTurn(
    call: ActiveCall,
    { tool, input }: CheckedTool,
    phone: WatchedPhone,
  ): Promise<ToolOutcome | null> {
    const work = async (): Promise<ToolOutcome | null> => {
      // The person may have paused agents, or stopped everything, while it waited.
      if (call.signal.aborted) throw cancelledBefore();
      if (call.from !== 'person') this.#parts.gate.check(tool);
      if (this.#mustAsk(call, tool, phone)) return null;
      call.began = true;
      call.before = this.#parts.pictures.begin(tool.effect);
      // What only reads runs beside a call that acts, whose fingers are not its own.
      const acts = tool.effect === 'act';
      const whose = { agent: call.shownAgent, from: call.from };
      const unwatch = acts ? this.#parts.touches.watch(phone, whose) : undefined;
      const snapshots = this.#snapshots.of(whoCalls(call), phone.serial);
      return await runOn(phone, snapshots, call, { tool, input }).finally(unwatch);
    };
    const among = tool.effect === 'act' ? 'acting' : tool.turnAmong;
    if (among === undefined) return await work();
    const taker = { agent: whoCalls(call), port: call.port };
    return await this.#turnsOf(phone)[among].take(call.signal, work, taker);
  }

  /** A yes holds for the phone that was there when it was asked for. */
  #mustAsk(call: ActiveCall, tool: Tool, phone: Phone): boolean {
    if (call.from === 'person' || call.yesFor === phone.serial) return false;
    return this.#parts.gate.mustAsk(call, tool);
  }

  async #askPerson(call: ActiveCall, checked: CheckedTool, phone: WatchedPhone): Promise<void> {
    const { tool } = checked;
    const aim = await aimOf(checked, phone);
    // The person may have ceased to ask meanwhile, which is no yes.
    if (!this.#mustAsk(call, tool, phone)) return;
    const follow = (onAim: (aim: Aim | null) => void) => followAim(checked, phone, onAim);
    await this.#parts.gate.ask(call, { tool, aim, followAim: follow });
    call.yesFor = phone.serial;
    call.beginStage();
  }

  /** The phone that the call is meant for; rejects with why there is none, and with `phone-elsewhere`. */
  async #phoneFor(call: ActiveCall): Promise<WatchedPhone> {
    const { chosenPhone, signal } = call;
    const phone = await this.#parts.phone(signal).catch((thrown: unknown) => {
      // Others reach this console alone.
      if (signal.aborted || call.from !== 'bridge') throw thrown;
      throw noPhoneHere(thrown, this.#parts.desk(call));
    });
    if (chosenPhone !== null && phone.serial !== chosenPhone) throw phoneElsewhere(chosenPhone);
    return phone;
  }

  #turnsOf(phone: Phone): PhoneTurns {
    const turns = this.#turns.get(phone) ?? {
      acting: new Turns(),
      reading: new Turns(readingAtOnce),
    };
    this.#turns.set(phone, turns);
    return turns;
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

async function runOn(
  phone: Phone,
  snapshots: Snapshots,
  { signal, secrets, onProgress }: ActiveCall,
  { tool, input }: CheckedTool,
): Promise<ToolOutcome> {
  const reply = new CollectedReply({ phone, snapshots, onProgress, secrets });
  const { observe: as } = input;
  const picture = as === 'diff' ? await pictureBefore(phone, reply, signal) : null;
  await tool.run(phone, input, reply, signal);
  if (tool.effect === 'act') snapshots.countAction();
  // Still in its turn: nobody else acts before the screen is read.
  if (as === 'state' || as === 'tree' || as === 'diff') {
    await showNewScreen(phone, { as, reply, picture }, signal);
  }
  return await reply.render(signal);
}

function cancelledBefore(): HandsetError {
  return new HandsetError('cancelled', 'The call was cancelled before it began.');
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

/** Pairs of agent and phone whose screens are kept; names are free, and every screen takes memory. */
const maxPairs = 32;

/** The screens that each agent was shown on each phone. They outlast a replug: it is the same phone. */
export class AgentSnapshots {
  /** The pair that called last stands last. */
  readonly #byPair = new Map<string, Snapshots>();

  /** The snapshots of this agent, by what tells it from others, on the phone of this serial number. */
  of(who: string, serial: string): Snapshots {
    const pair = JSON.stringify([who, serial]);
    const snapshots = this.#byPair.get(pair) ?? new Snapshots();
    this.#byPair.delete(pair);
    this.#byPair.set(pair, snapshots);
    const [silent] = this.#byPair.keys();
    if (this.#byPair.size > maxPairs && silent !== undefined) this.#byPair.delete(silent);
    return snapshots;
  }
}
