import type { Caller } from '#core/caller.ts';
import { HandsetError } from '#core/errors.ts';
import type { Call } from '#core/call.ts';
import type { ActiveCallInfo } from '#core/link/messages.ts';
import type { ToolCall } from '#core/mcp/server.ts';
import { type ConnectedPhone, type Phone, phoneForAgent } from '#core/phone/phone.ts';
import { parseArguments } from '#core/tools/shared/arguments.ts';
import {
  type AnyTool,
  type CallSecrets,
  type PhoneDirectory,
  type StepsTool,
  onlyPhoneError,
} from '#core/tools/shared/tool.ts';
import { actAndObserve } from '#core/tools/shared/show-screen.ts';
import { findTool, readsOnlyScreen, tools } from '#core/tools/registry.ts';
import type { WatchedPhone } from '../adb/watched-phone.ts';
import { noPhoneError, phoneElsewhereError } from '../relay/phone-directory.ts';
import { TurnQueue } from '../waits/turn-queue.ts';
import { AgentViews, type AgentView } from './agent-views.ts';
import { BoundPhone } from './bound-phone.ts';
import type { CallPictures } from './call-pictures.ts';
import { createCall } from './create-call.ts';
import type { GestureAnnouncer } from './gestures.ts';
import { addStopNote, failedOutcome, type ToolOutcome } from './outcome.ts';
import { CallPermission } from './permission.ts';
import type { PolicyGuard } from './policy-guard.ts';
import type { CheckedTool } from './question-target.ts';
import { ReplyCollector, TextCollector } from './reply.ts';
import { createStepCalls } from './step-calls.ts';
import {
  type ActiveCall,
  ActiveCalls,
  userCaller,
  callerKey,
  clientOf,
  turnOwner,
} from './active-calls.ts';

/** The parts of the console that the runner uses, and its listeners. */
interface ToolRunnerOptions {
  /** The connected phone. Rejects with why there is none. */
  phone(signal: AbortSignal): Promise<WatchedPhone>;
  /** The phones of all consoles, from this caller's view. */
  directory(caller: Caller): PhoneDirectory;
  readonly policyGuard: PolicyGuard;
  /** Takes pictures of the screen before and after calls. */
  readonly pictures: Pick<CallPictures, 'begin' | 'whenCurrent' | 'acted' | 'ended'>;
  /** Announces the gestures of calls. */
  readonly gestures: Pick<GestureAnnouncer, 'watch'>;
  /** Called with the calls that run or wait, in the order of their start. */
  onRunning(calls: readonly ActiveCallInfo[]): void;
  /** Masks secrets in what the page gets. */
  readonly masks: { mask(call: Call, secrets: CallSecrets): Call };
  onCall(call: Call): void;
  /** Provides refs that no element had before. */
  readonly refs: RefSource;
}

/** Readings of one phone that can't be shared run two at a time, so that a long one does not delay all others. */
const maxConcurrentReadings = 2;

/** The queues of one phone, in which agents get turns in rotation. */
interface PhoneQueues {
  /** Calls that act run one at a time. */
  readonly acting: TurnQueue;
  readonly reading: TurnQueue;
}

/**
 * The single path of every call: check the policy and the arguments; then run a phone directory tool
 * at once, or get the phone, ask the user, wait for a turn if it acts, run, and report to the page.
 */
export class ToolRunner {
  readonly #options: ToolRunnerOptions;
  readonly #running: ActiveCalls;
  readonly #turns = new WeakMap<ConnectedPhone, PhoneQueues>();
  readonly #views: AgentViews;
  readonly #permission: CallPermission;

  constructor(options: ToolRunnerOptions) {
    this.#options = options;
    this.#running = new ActiveCalls((calls) => options.onRunning(calls));
    this.#views = new AgentViews(() => options.refs.next());
    this.#permission = new CallPermission(options);
  }

  /**
   * Runs one call; failures are part of the outcome. `answered` is the call as its caller sees it,
   * `recorded` the call as the page gets it, with secrets masked. Neither rejects, and the caller need not wait for them. Rejects only with `too-many-calls`: such a
   * call never begins and is not recorded, so that a flood of them can't fill the page.
   */
  async runTool(toolCall: ToolCall): Promise<{
    readonly outcome: ToolOutcome;
    readonly secrets: CallSecrets;
    readonly answered: Promise<Call>;
    readonly recorded: Promise<Call>;
  }> {
    const start = performance.now();
    const { call, outcome } = await this.#running.runCall(toolCall, async (active) => {
      return { call: active, outcome: await this.#runToOutcome(active) };
    });
    const durationMs = Math.round(performance.now() - start);
    const answered = createCall(call, outcome, durationMs);
    return { outcome, secrets: call.secrets, answered, recorded: this.#report(call, answered) };
  }

  /** An id above those of all calls so far, for recorded steps. */
  nextCallId(): number {
    return this.#running.nextId();
  }

  /** Cancels the call that a client names in a cancellation message; ignored if it no longer runs. */
  cancel(caller: Caller, requestId: string | number): void {
    this.#running.cancel(caller, requestId);
  }

  /** Runs the user's own input while no call acts on this phone; calls that act wait for it. The signal aborts the wait. */
  async runInputExclusive(
    phone: WatchedPhone,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    const act = () => work().finally(() => phone.screenMayHaveChanged());
    await this.#queuesOf(phone).acting.runExclusive(signal, act, {
      agent: callerKey(userCaller),
    });
  }

  /** Ends all calls; resolves when they have ended and every finger is up. Rejects with `timeout`. */
  async stopEverything(): Promise<void> {
    await this.#running.stopAll();
  }

  async #runToOutcome(call: ActiveCall): Promise<ToolOutcome> {
    let effect: AnyTool['effect'] = 'read';
    try {
      const tool = findTool(call.name);
      ({ effect } = tool);
      const outcome = await this.#runChecked(tool, call);
      return call.stopped.aborted ? addStopNote(outcome) : outcome;
    } catch (thrown) {
      return failedOutcome(thrown, call, effect);
    }
  }

  async #runChecked(tool: AnyTool, call: ActiveCall): Promise<ToolOutcome> {
    if (call.from !== 'person') this.#options.policyGuard.assertAllowed(tool, null, call);
    // Validated first, so that nobody is asked about invalid arguments.
    const input = parseArguments(tool, call.arguments);
    if (tool.at === 'calls') return await this.#runSteps(call, tool, input);
    if (tool.at !== 'directory') {
      return await this.#runOnPhone(call, tool, input);
    }
    // Needs no phone, no question and no turn.
    const reply = new TextCollector();
    await tool.execute(this.#options.directory(call), input, reply);
    return reply.outcome();
  }

  /** Takes no turn itself: each step does. */
  async #runSteps(
    call: ActiveCall,
    tool: StepsTool,
    input: CheckedTool['input'],
  ): Promise<ToolOutcome> {
    const { policyGuard, pictures, refs } = this.#options;
    const connected = await this.#phoneFor(call, tool);
    const view = this.#views.forAgent(callerKey(call), connected);
    const phone = phoneForAgent(connected, view.shown);
    const { signal } = call;
    const reply = new ReplyCollector({ ...view, ...call, phone, client: clientOf(call) });
    const runTool: ToolRunner['runTool'] = (step) => this.runTool(step);
    const calls = createStepCalls({ call, tool, phone, policyGuard, runTool });
    const observed = { observe: input.observe, reply };
    const succeeded = await actAndObserve(phone, observed, signal, async () => {
      call.before = pictures.begin('read');
      const result = await tool.execute(calls, input, reply);
      await refs.ready();
      return result;
    });
    return { ...(await reply.render(signal)), isError: !succeeded };
  }

  /** Rejects if there is no phone, if the policy refuses the call, or as the tool rejects. */
  async #runOnPhone(
    call: ActiveCall,
    tool: CheckedTool['tool'],
    input: CheckedTool['input'],
  ): Promise<ToolOutcome> {
    for (;;) {
      // Repeated after every wait, because another phone may be connected by now.
      const phone = await this.#phoneFor(call, tool);
      const risk = tool.risk?.(input, phone.originalSettings) ?? null;
      const checked = { tool, input, risk };
      if (this.#permission.isNeeded(call, checked, phone)) {
        const { shown } = this.#views.forAgent(callerKey(call), phone);
        await this.#permission.request(call, checked, { phone, shown });
        continue;
      }
      const outcome = await this.#runInTurn(call, checked, phone);
      if (outcome !== null) return outcome;
    }
  }

  /** The outcome; null if the user must be asked first, because the policy changed during the wait or the call now targets another element. */
  async #runInTurn(
    call: ActiveCall,
    checked: CheckedTool,
    phone: WatchedPhone,
  ): Promise<ToolOutcome | null> {
    const { tool } = checked;
    const queueName = tool.effect === 'act' ? 'acting' : tool.queue;
    const work = (): Promise<ToolOutcome | null> => this.#runNow(call, checked, phone);
    if (queueName === undefined) return await work();
    return await this.#queuesOf(phone)[queueName].runExclusive(call.signal, work, turnOwner(call));
  }

  /** Runs a call that has its turn; null as in `#runInTurn`. */
  async #runNow(
    call: ActiveCall,
    checked: CheckedTool,
    phone: WatchedPhone,
  ): Promise<ToolOutcome | null> {
    const { tool, risk } = checked;
    const { policyGuard, pictures, gestures, refs } = this.#options;
    // The user may have paused agents, or stopped everything, meanwhile.
    if (call.signal.aborted)
      throw new HandsetError('cancelled', 'The call was canceled before it began.');
    if (call.from !== 'person') policyGuard.assertAllowed(tool, risk, call);
    if (this.#permission.isNeeded(call, checked, phone)) return null;
    call.hasStarted = true;
    call.before = pictures.begin(tool.effect);
    // Gestures during a reading call belong to an acting call that runs at the same time.
    const isAct = tool.effect === 'act';
    const unwatch = isAct ? gestures.watch(phone, call) : undefined;
    const view = this.#views.forAgent(callerKey(call), phone);
    await refs.ready();
    // At the first input, the elements have been read and the picture has had time to show the screen.
    const onFirstInput = (): void => {
      if (!isAct) return;
      view.snapshots.actedOn = phone.lastFocus;
      call.before = pictures.begin('act');
    };
    const onEnd = (): void => {
      if (!isAct) return;
      phone.screenMayHaveChanged();
      pictures.acted();
    };
    const bound = new BoundPhone({ checked, phone, shown: view.shown, call, onFirstInput });
    try {
      return await runPhoneTool(view, call, { ...checked, phone: bound.phone, onEnd });
    } catch (thrown) {
      if (!bound.hasChanged) throw thrown;
      call.allowed = null;
      call.isAskedAgain = true;
      call.hasStarted = false;
      return null;
    } finally {
      unwatch?.();
      const touch = bound.endRecording();
      if (isAct) call.touch = touch;
    }
  }

  /**
   * The phone for the call. Rejects with the reason if there is none, with `phone-elsewhere`, or with `unsupported`
   * where only a captured screen is shown and the tool needs more.
   */
  async #phoneFor(call: ActiveCall, tool: AnyTool): Promise<WatchedPhone> {
    const { chosenPhone, limits, stepOf, signal } = call;
    const only = limits?.phone;
    const phone = await this.#options.phone(signal).catch((thrown: unknown) => {
      // Only callers from the bridge can reach other consoles.
      if (signal.aborted || call.from !== 'bridge') throw thrown;
      throw noPhoneError(thrown, this.#options.directory(call));
    });
    if (only && phone.serial !== only.serial) throw onlyPhoneError(only);
    if (chosenPhone !== null && phone.serial !== chosenPhone)
      throw phoneElsewhereError(chosenPhone);
    if (stepOf && phone.serial !== stepOf.serial) throw phoneReplacedError(stepOf.serial, phone);
    if (phone.isCapture && !readsOnlyScreen(tool)) throw captureError(tool.name);
    return phone;
  }

  #queuesOf(phone: ConnectedPhone): PhoneQueues {
    const turns = this.#turns.get(phone) ?? {
      acting: new TurnQueue(),
      reading: new TurnQueue(maxConcurrentReadings),
    };
    this.#turns.set(phone, turns);
    return turns;
  }

  /** Sends the call to the page with secrets masked, and requests the picture after a call that acts. */
  async #report(call: ActiveCall, answered: Promise<Call>): Promise<Call> {
    const recorded = answered.then((answer) => {
      const masked = this.#options.masks.mask(answer, call.secrets);
      if (call.isUnlisted !== true) this.#options.onCall(masked);
      return masked;
    });
    const effect = tools.find(({ name }) => name === call.name)?.effect;
    if (call.hasStarted && effect === 'act') this.#options.pictures.ended(call.id, recorded);
    return await recorded;
  }
}

/** A checked call on its phone. `onEnd` is called when the tool has ended, before its reply shows the new screen. */
interface PhoneCall extends CheckedTool {
  readonly phone: Phone;
  onEnd(): void;
}

async function runPhoneTool(
  view: AgentView,
  call: ActiveCall,
  { tool, input, phone, onEnd }: PhoneCall,
): Promise<ToolOutcome> {
  const { signal } = call;
  const reply = new ReplyCollector({ ...view, ...call, phone, client: clientOf(call) });
  // Still in the call's turn, so that no other call acts before the screen is read.
  await actAndObserve(phone, { observe: input.observe, reply }, signal, async () => {
    await tool.execute(phone, input, reply, signal).finally(onEnd);
    if (tool.effect === 'act') view.snapshots.countAction();
  });
  return await reply.render(signal);
}

/** Only a captured screen is shown, and this tool needs a phone. */
function captureError(tool: string): HandsetError {
  const message = `The console shows a captured screen, opened from a file, with no phone behind it. \`${tool}\` can't run there.`;
  return new HandsetError('unsupported', message, {
    hint: 'Read the screen and look up its elements, or ask the user to connect a phone.',
  });
}

/** The steps began on another phone than the one that is connected now. */
function phoneReplacedError(serial: string, phone: ConnectedPhone): HandsetError {
  const message = `The steps began on the phone ${serial}, but the phone ${phone.serial} is connected now. This step did nothing.`;
  return new HandsetError('phone-elsewhere', message, {
    hint: 'Look at its screen before you continue there.',
  });
}

/** Provides refs for elements. */
interface RefSource {
  /** Resolves when enough refs for a call are available. */
  ready(): Promise<void>;
  /** A ref that was never used before. */
  next(): string;
}
