import type { Caller } from '../../core/caller.ts';
import { HandsetError, toHandsetError } from '../../core/errors.ts';
import type { Aim } from '../../core/link/aim.ts';
import type { Phone } from '../../core/phone.ts';
import { Snapshots } from '../../core/screen/snapshots.ts';
import type { parseArguments } from '../../core/tools/contract/arguments.ts';
import { namePhone } from '../../core/tools/contract/name-phone.ts';
import type { Desk, ListedPhone, Tool } from '../../core/tools/contract/tool.ts';
import { pictureBefore, showNewScreen } from '../../core/tools/reading/show-screen.ts';
import type { Gate } from '../controls/gate.ts';
import { aimOf, followAim } from '../touches/aim-of.ts';
import type { Touches } from '../touches/touches.ts';
import type { WatchedPhone } from '../adb/adb-phone.ts';
import { Turns } from '../waits/turns.ts';
import type { BeforeAndAfter } from './call-record.ts';
import { type ActiveCall, person, whoCalls } from './call.ts';
import { CollectedReply, type ToolOutcome } from './collect-reply.ts';

/** What a call needs on its way to a phone. */
export interface PhoneRunnerParts {
  /** The connected phone. Rejects with why there is none. */
  phone(signal: AbortSignal): Promise<WatchedPhone>;
  /** The phones of all consoles, as this caller reaches them. */
  desk(caller: Caller): Desk;
  readonly gate: Gate;
  /** Takes the screen as a call begins. */
  readonly pictures: Pick<BeforeAndAfter, 'begin'>;
  /** Tells what fingers do. */
  readonly touches: Pick<Touches, 'watch'>;
}

/** Readings of one phone at a time that can't be shared: one that takes long does not hold up all others. */
const readingAtOnce = 2;

/** The turns on one phone. Agents get them in rotation. */
interface PhoneTurns {
  /** A phone does one thing at a time. */
  readonly acting: Turns;
  readonly reading: Turns;
}

/** A tool with the arguments that it takes. */
export interface CheckedTool {
  readonly tool: Tool;
  readonly input: ReturnType<typeof parseArguments>;
}

/** A call's way on a phone: get the phone, ask the person, wait for its turn when it acts, run. */
export class PhoneRunner {
  readonly #parts: PhoneRunnerParts;
  readonly #turns = new WeakMap<Phone, PhoneTurns>();
  readonly #snapshots = new AgentSnapshots();

  constructor(parts: PhoneRunnerParts) {
    this.#parts = parts;
  }

  /** Runs the call. Rejects with why there is no phone, what the gate refuses with, and what the tool rejects with. */
  async run(call: ActiveCall, checked: CheckedTool): Promise<ToolOutcome> {
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

  /** Runs the person's own work when no call acts on this phone; those that act wait for it. The signal ends its waiting. */
  async takeTurn(phone: Phone, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    await this.#turnsOf(phone).acting.take(signal, work, { agent: whoCalls(person) });
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
    return this.#parts.gate.mustAsk({ tool, who: whoCalls(call) });
  }

  async #askPerson(
    call: ActiveCall,
    { tool, input }: CheckedTool,
    phone: WatchedPhone,
  ): Promise<void> {
    const aiming = { tool, input, phone };
    const aim = await aimOf(aiming);
    // The person may have ceased to ask meanwhile, which is no yes.
    if (!this.#mustAsk(call, tool, phone)) return;
    const { shownAgent: agent, from, argumentsJson, signal, onProgress } = call;
    const follow = (onAim: (aim: Aim | null) => void) => followAim(aiming, onAim);
    const about = { who: whoCalls(call), agent, from, tool, argumentsJson, aim };
    await this.#parts.gate.ask({ ...about, followAim: follow, signal, onProgress });
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

/**
 * Why a call that came through the bridge found no phone here: with the phones of other consoles,
 * which the agent can choose by itself. `thrown` is what this console's session says. Gives
 * `phone-elsewhere` where the agent chose a phone that no open console holds.
 */
export function noPhoneHere(thrown: unknown, { phones, chosen }: Desk): HandsetError {
  const error = toHandsetError(thrown);
  // One that this console holds is on its way back; the session says that better.
  if (phones.some(({ current }) => current)) return error;
  if (chosen !== null) return phoneElsewhere(chosen);
  const others = phones.filter(({ state }) => state === 'connected');
  return others.length === 0 ? error : withOthers(error, others);
}

/** What an agent is told whose own choice is held by no open console. */
function phoneElsewhere(serial: string): HandsetError {
  const message = `The phone ${serial} that you chose with use_phone is not connected at any open console.`;
  return new HandsetError('phone-elsewhere', message, {
    hint: 'list_phones shows those that are; use_phone chooses another.',
  });
}

function withOthers(error: HandsetError, others: readonly ListedPhone[]): HandsetError {
  const { code, message, hint, cause } = error;
  const [where, which] =
    others.length === 1 ? ['Another console holds', 'it'] : ['Other consoles hold', 'one'];
  const known = `${where} ${others.map(namePhone).join(', ')}`;
  const choose = `${known}: list_phones shows all, use_phone chooses ${which}.`;
  // There is a phone, so "no phone is connected" would send the agent away.
  return code === 'no-phone'
    ? new HandsetError(code, 'The console that your calls reach has no phone.', {
        hint: `${choose} Or ask the user to press “Use this console for agents” there.`,
        cause,
      })
    : new HandsetError(code, message, { hint: [hint ?? [], choose].flat().join(' '), cause });
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
