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

/** What the runner needs of the console, and its listeners. */
interface RunnerParts {
  /** The connected phone. Rejects with why there is none. */
  phone(signal: AbortSignal): Promise<WatchedPhone>;
  /** The phones of all consoles, from this caller's view. */
  desk(caller: Caller): Desk;
  readonly gate: Gate;
  /** Takes pictures of the screen before and after calls. */
  readonly pictures: Pick<BeforeAndAfter, 'begin' | 'ended'>;
  /** Announces the gestures of calls. */
  readonly touches: Pick<Touches, 'watch'>;
  /** Called with the calls that run or wait, in the order of their start. */
  onRunning(calls: readonly RunningCall[]): void;
  onCall(record: CallRecord): void;
}

/** Readings of one phone that can't be shared run two at a time: a long one does not delay all others. */
const readingAtOnce = 2;

/** The queues of one phone, in which agents get turns in rotation. */
interface PhoneTurns {
  /** Calls that act run one at a time. */
  readonly acting: Turns;
  readonly reading: Turns;
}

/**
 * The single path of every call: check the policy and the arguments; then run a phone directory tool
 * at once, or get the phone, ask the person, wait for a turn if it acts, run, and report to the page.
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
   * Runs one call; failures are part of the outcome. `recorded` is the page's record once it was sent;
   * it never rejects, and the caller need not wait for it. Rejects only with `too-many-calls`: such a
   * call never begins and is not recorded, so that a flood of them can't fill the page.
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

  /** Cancels the call that a client names in a cancellation message; ignored when it no longer runs. */
  cancel(caller: Caller, requestId: string | number): void {
    this.#running.cancel(caller, requestId);
  }

  /** Runs the person's own input while no call acts on this phone; calls that act wait for it. The signal ends the waiting. */
  async takeTurn(phone: Phone, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    await this.#turnsOf(phone).acting.take(signal, work, { agent: whoCalls(person) });
  }

  /** Ends all calls; resolves when they have ended and every finger is up. Rejects with `timeout`. */
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
    // Before the phone and the question: invalid arguments should bother no one.
    const input = parseArguments(tool, call.arguments);
    if (tool.at !== 'desk') return await this.#onPhone(call, { tool, input });
    // Needs no phone, asks no question and takes no turn.
    const reply = new CollectedWords();
    await tool.run(this.#parts.desk(call), input, reply);
    return reply.outcome();
  }

  /** Rejects with why there is no phone, with the refusal of the policy, or as the tool rejects. */
  async #onPhone(call: ActiveCall, checked: CheckedTool): Promise<ToolOutcome> {
    for (;;) {
      // Again after every wait: another phone may be connected by now.
      const phone = await this.#phoneFor(call);
      if (this.#mustAsk(call, checked.tool, phone)) {
        await this.#askPerson(call, checked, phone);
        continue;
      }
      const outcome = await this.#inTurn(call, checked, phone);
      if (outcome !== null) return outcome;
    }
  }

  /** The outcome; null when the person must be asked since a change of policy during the wait. */
  async #inTurn(
    call: ActiveCall,
    { tool, input }: CheckedTool,
    phone: WatchedPhone,
  ): Promise<ToolOutcome | null> {
    const work = async (): Promise<ToolOutcome | null> => {
      // The person may have paused agents, or stopped everything, meanwhile.
      if (call.signal.aborted) throw cancelledBefore();
      if (call.from !== 'person') this.#parts.gate.check(tool);
      if (this.#mustAsk(call, tool, phone)) return null;
      call.began = true;
      call.before = this.#parts.pictures.begin(tool.effect);
      // A call that only reads may run beside one that acts, whose gestures are not its own.
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

  /** A yes is valid for the phone that was connected when the person was asked. */
  #mustAsk(call: ActiveCall, tool: Tool, phone: Phone): boolean {
    if (call.from === 'person' || call.yesFor === phone.serial) return false;
    return this.#parts.gate.mustAsk(call, tool);
  }

  async #askPerson(call: ActiveCall, checked: CheckedTool, phone: WatchedPhone): Promise<void> {
    const { tool } = checked;
    const aim = await aimOf(checked, phone);
    // Asking may have been switched off meanwhile, which is no yes.
    if (!this.#mustAsk(call, tool, phone)) return;
    const follow = (onAim: (aim: Aim | null) => void) => followAim(checked, phone, onAim);
    await this.#parts.gate.ask(call, { tool, aim, followAim: follow });
    call.yesFor = phone.serial;
    call.beginStage();
  }

  /** The phone that the call is for; rejects with why there is none, or with `phone-elsewhere`. */
  async #phoneFor(call: ActiveCall): Promise<WatchedPhone> {
    const { chosenPhone, signal } = call;
    const phone = await this.#parts.phone(signal).catch((thrown: unknown) => {
      // Only callers from the bridge can reach other consoles.
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

  /** Sends the record to the page, and requests the picture after a call that acts. */
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
  // Still in its turn, so that no other call acts before the screen is read.
  if (as === 'state' || as === 'tree' || as === 'diff') {
    await showNewScreen(phone, { as, reply, picture }, signal);
  }
  return await reply.render(signal);
}

function cancelledBefore(): HandsetError {
  return new HandsetError('cancelled', 'The call was cancelled before it began.');
}

/** Adds a note that the person stopped everything after this call was done. */
function withStopNoted(outcome: ToolOutcome): ToolOutcome {
  const note =
    'note:the person has stopped everything in the Handset console; this was done before';
  return { ...outcome, texts: [...outcome.texts, note] };
}

const doubt = 'The call may or may not have run; look at the screen before you repeat it.';

/** The progress of a call when it failed. */
export interface FailedAt {
  readonly effect: 'read' | 'act';
  /** Whether the tool itself had started. */
  readonly began: boolean;
  /** Whether the person had stopped everything. */
  readonly stopped: boolean;
}

/** The error for the agent, with a warning when a call that acts may have acted. */
export function explainFailure(thrown: unknown, at: FailedAt): HandsetError {
  const mayHaveActed = at.began && at.effect === 'act';
  if (at.stopped) return stopped(mayHaveActed ? doubt : undefined);
  const error = toHandsetError(thrown);
  return mayHaveActed ? inDoubt(error) : error;
}

/** Adds that warning where it is unknown whether the phone has acted. */
function inDoubt(error: HandsetError): HandsetError {
  const { code, message, hint } = error;
  if (code !== 'phone-lost' && code !== 'timeout') return error;
  return new HandsetError(code, `${message} ${doubt}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}

/** The most pairs of agent and phone whose snapshots are kept: names are free, and snapshots take memory. */
const maxPairs = 32;

/** The snapshots that each agent got of each phone. They are kept across a replug. */
export class AgentSnapshots {
  /** Ordered by last use, the latest last. */
  readonly #byPair = new Map<string, Snapshots>();

  /** The snapshots of this agent, by its `callerKey`, on the phone with this serial number. */
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
