import { HandsetError } from '../../core/errors.ts';
import type { Aim } from '../../core/link/aim.ts';
import type { Caller } from '../../core/caller.ts';
import type { Phone } from '../../core/phone.ts';
import type { Snapshots } from '../../core/screen/snapshots.ts';
import type { Desk, Progress } from '../../core/tools/contract/tool.ts';
import { pictureBefore, showNewScreen } from '../../core/tools/reading/show-screen.ts';
import type { Gate } from '../controls/gate.ts';
import { aimOf, followAim } from '../touches/aim-of.ts';
import type { Touches } from '../touches/touches.ts';
import type { WatchedPhone } from '../touches/watched-phone.ts';
import { Turns } from '../waits/turns.ts';
import { AgentSnapshots } from './agent-snapshots.ts';
import type { BeforeAndAfter } from './before-and-after.ts';
import { person, whoCalls } from './caller-names.ts';
import { CollectedReply, type ToolOutcome } from './collect-reply.ts';
import { noPhoneHere, phoneElsewhere } from './no-phone-here.ts';
import type { CheckedCall, ToolCall } from './tool-call.ts';

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

/** A checked call's way on a phone: get the phone, ask the person, wait for its turn when it acts, run. */
export class PhoneRunner {
  readonly #parts: PhoneRunnerParts;
  readonly #turns = new WeakMap<Phone, PhoneTurns>();
  readonly #snapshots = new AgentSnapshots();

  constructor(parts: PhoneRunnerParts) {
    this.#parts = parts;
  }

  /** Runs the call. Rejects with why there is no phone, what the gate refuses with, and what the tool rejects with. */
  async run(checked: CheckedCall): Promise<ToolOutcome> {
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

  /** Runs the person's own work when no call acts on this phone; those that act wait for it. The signal ends its waiting. */
  async takeTurn(phone: Phone, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    await this.#turnsOf(phone).acting.take(signal, work, { agent: whoCalls(person) });
  }

  /** What the call came to; null where the person wants to be asked since it waited its turn. */
  async #inTurn(checked: CheckedCall, phone: WatchedPhone): Promise<ToolOutcome | null> {
    const { tool, underWay } = checked;
    const { call, flight } = underWay;
    const work = async (): Promise<ToolOutcome | null> => {
      // The person may have paused agents, or stopped everything, while it waited.
      if (flight.signal.aborted) throw cancelledBefore();
      if (call.from !== 'person') this.#parts.gate.check(tool);
      if (this.#mustAsk(checked, phone)) return null;
      underWay.began = true;
      underWay.before = this.#parts.pictures.begin(tool.effect);
      // What only reads runs beside a call that acts, whose fingers are not its own.
      const acts = tool.effect === 'act';
      const unwatch = acts ? this.#parts.touches.watch(phone, flight) : undefined;
      const snapshots = this.#snapshots.of(whoCalls(call), phone.serial);
      return await runOn(phone, snapshots, checked).finally(unwatch);
    };
    const among = tool.effect === 'act' ? 'acting' : tool.turnAmong;
    if (among === undefined) return await work();
    const taker = { agent: whoCalls(call), port: call.port };
    return await this.#turnsOf(phone)[among].take(flight.signal, work, taker);
  }

  /** A yes holds for the phone that was there when it was asked for. */
  #mustAsk({ tool, underWay }: CheckedCall, phone: Phone): boolean {
    const { call, yesFor } = underWay;
    if (call.from === 'person' || yesFor === phone.serial) return false;
    return this.#parts.gate.mustAsk({ tool, who: whoCalls(call) });
  }

  async #askPerson(checked: CheckedCall, phone: WatchedPhone): Promise<void> {
    const { tool, input, underWay } = checked;
    const { call, flight, argumentsJson, progress } = underWay;
    const onProgress = (report: Progress): void => progress.report(report);
    const { agent, from, signal } = flight;
    const who = whoCalls(call);
    const aiming = { tool, input, phone };
    const aim = await aimOf(aiming);
    // The person may have ceased to ask meanwhile, which is no yes.
    if (!this.#mustAsk(checked, phone)) return;
    const about = { tool, argumentsJson, aim };
    const follow = (onAim: (aim: Aim | null) => void) => followAim(aiming, onAim);
    const told = { signal, onProgress, followAim: follow };
    await this.#parts.gate.ask({ who, agent, from, ...about, ...told });
    underWay.yesFor = phone.serial;
    progress.next();
  }

  /** The phone that the call is meant for; rejects with why there is none, and with `phone-elsewhere`. */
  async #phoneFor(call: ToolCall, signal: AbortSignal): Promise<WatchedPhone> {
    const { chosenPhone } = call;
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
  { tool, input, underWay }: CheckedCall,
): Promise<ToolOutcome> {
  const { flight, progress, secrets } = underWay;
  const { signal } = flight;
  const onProgress = (report: Progress): void => progress.report(report);
  const onSecret = (text: string): void => void secrets.add(text);
  const reply = new CollectedReply({ phone, snapshots, onProgress, onSecret });
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
