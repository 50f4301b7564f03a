import type { Caller } from '#core/caller.ts';
import { HandsetError, toHandsetError } from '#core/errors.ts';
import type { CallRecord, ActiveCallInfo } from '#core/link/messages.ts';
import type { ToolCall } from '#core/mcp/server.ts';
import type { ConnectedPhone } from '#core/phone.ts';
import { parseArguments } from '#core/tools/shared/arguments.ts';
import type { CallSecrets, AnyTool, PhoneDirectory, StepsTool } from '#core/tools/shared/tool.ts';
import { actAndObserve } from '#core/tools/shared/show-screen.ts';
import { findTool, tools } from '#core/tools/registry.ts';
import { escapeInvisible } from '#core/invisible-characters.ts';
import type { WatchedPhone } from '../adb/watched-phone.ts';
import { noPhoneError, phoneElsewhereError } from '../relay/phone-directory.ts';
import { TurnQueue } from '../waits/turn-queue.ts';
import { AgentViews, type AgentView } from './agent-views.ts';
import {
  createCallRecord,
  ReplyCollector,
  TextCollector,
  touchOf,
  type CallPictures,
  type ToolOutcome,
} from './call-outcome.ts';
import type { PolicyGuard } from './policy-guard.ts';
import { refusalOf, stoppedError } from './refusals.ts';
import { createStepCalls } from './step-calls.ts';
import { type ActiveCall, ActiveCalls, userCaller, callerKey, clientOf } from './active-calls.ts';
import {
  type CheckedTool,
  type GestureAnnouncer,
  type TargetReading,
  bindToElement,
  callTargetOf,
  watchCallTarget,
} from './touch-preview.ts';

/** What the runner needs of the console, and its listeners. */
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
  onCall(record: CallRecord): void;
  /** The source of refs that no element had before. */
  readonly refs: RefSource;
}

/** Readings of one phone that can't be shared run two at a time: a long one does not delay all others. */
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

  constructor(options: ToolRunnerOptions) {
    this.#options = options;
    this.#running = new ActiveCalls((calls) => options.onRunning(calls));
    this.#views = new AgentViews(() => options.refs.next());
  }

  /**
   * Runs one call; failures are part of the outcome. `recorded` is the page's record once it was sent;
   * it never rejects, and the caller need not wait for it. Rejects only with `too-many-calls`: such a
   * call never begins and is not recorded, so that a flood of them can't fill the page.
   */
  async runTool(toolCall: ToolCall): Promise<{
    readonly outcome: ToolOutcome;
    readonly secrets: CallSecrets;
    readonly recorded: Promise<CallRecord>;
  }> {
    const start = performance.now();
    const { call, outcome } = await this.#running.runCall(toolCall, async (active) => {
      return { call: active, outcome: await this.#runToOutcome(active) };
    });
    const durationMs = Math.round(performance.now() - start);
    return { outcome, secrets: call.secrets, recorded: this.#record(call, outcome, durationMs) };
  }

  /** An id above those of all calls so far, for what is recorded like a call. */
  nextCallId(): number {
    return this.#running.nextId();
  }

  /** Cancels the call that a client names in a cancellation message; ignored when it no longer runs. */
  cancel(caller: Caller, requestId: string | number): void {
    this.#running.cancel(caller, requestId);
  }

  /** Runs the user's own input while no call acts on this phone; calls that act wait for it. The signal ends the waiting. */
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
      const { hasStarted } = call;
      const hasStoppedAll = call.stopped.aborted;
      const error = explainFailure(thrown, { effect, hasStarted, stopped: hasStoppedAll });
      const stopped = error.code === 'cancelled' && (hasStoppedAll || call.from === 'person');
      const { code: errorCode, argument: refusedArgument, selectors, fullText } = error;
      const reason = { errorCode, refusedArgument, selectors, texts: [escapeInvisible(fullText)] };
      return { isError: true, refused: refusalOf(error), stopped, ...reason, pictures: [] };
    }
  }

  async #runChecked(tool: AnyTool, call: ActiveCall): Promise<ToolOutcome> {
    if (call.from !== 'person') this.#options.policyGuard.assertAllowed(tool, null, call);
    // Before the phone and the question: invalid arguments should bother no one.
    const input = parseArguments(tool, call.arguments);
    if (tool.at === 'calls') return await this.#runSteps(call, tool, input);
    if (tool.at !== 'directory') {
      return await this.#runOnPhone(call, tool, input);
    }
    // Needs no phone, asks no question and takes no turn.
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
    const view = this.#views.forAgent(callerKey(call), await this.#phoneFor(call));
    const { phone } = view;
    const { signal } = call;
    const reply = new ReplyCollector({ ...view, ...call, client: clientOf(call) });
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

  /** Rejects with why there is no phone, with the refusal of the policy, or as the tool rejects. */
  async #runOnPhone(
    call: ActiveCall,
    tool: CheckedTool['tool'],
    input: CheckedTool['input'],
  ): Promise<ToolOutcome> {
    for (;;) {
      // Again after every wait: another phone may be connected by now.
      const phone = await this.#phoneFor(call);
      const risk = tool.risk?.(input, phone.originalSettings) ?? null;
      const checked = { tool, input, risk };
      if (this.#needsPermission(call, checked, phone)) {
        await this.#askUser(call, checked, phone);
        continue;
      }
      const outcome = await this.#runInTurn(call, checked, phone);
      if (outcome !== null) return outcome;
    }
  }

  /** The outcome; null when the policy changed during the wait, or another element is meant than the user was shown: they must be asked first. */
  async #runInTurn(
    call: ActiveCall,
    checked: CheckedTool,
    phone: WatchedPhone,
  ): Promise<ToolOutcome | null> {
    const { tool, risk } = checked;
    const work = async (): Promise<ToolOutcome | null> => {
      // The user may have paused agents, or stopped everything, meanwhile.
      if (call.signal.aborted)
        throw new HandsetError('cancelled', 'The call was canceled before it began.');
      if (call.from !== 'person') this.#options.policyGuard.assertAllowed(tool, risk, call);
      if (this.#needsPermission(call, checked, phone)) return null;
      call.hasStarted = true;
      call.before = this.#options.pictures.begin(tool.effect);
      // A reading call may run at the same time as an acting one, to which the gestures belong.
      const isAct = tool.effect === 'act';
      const unwatch = isAct ? this.#options.gestures.watch(phone, call) : undefined;
      const view = this.#views.forAgent(callerKey(call), phone);
      await this.#options.refs.ready();
      const onEnd = (): void => {
        if (!isAct) return;
        phone.screenMayHaveChanged();
        this.#options.pictures.acted();
      };
      // By now the elements were read, and the picture has had time to show the screen.
      const onFirstInput = (): void => {
        if (!isAct) return;
        view.snapshots.actedOn = phone.lastFocus;
        call.before = this.#options.pictures.begin('act');
      };
      const bound = bindToElement(view.phone, { checked, phone, call, onFirstInput });
      const boundView = { ...view, phone: bound.phone };
      const running = runPhoneTool(boundView, call, { ...checked, onEnd }).finally(() => {
        unwatch?.();
        const touch = bound.endRecording();
        if (isAct) call.touch = touch;
      });
      return await running.catch((thrown: unknown) => {
        if (!bound.hasChanged()) throw thrown;
        call.allowed = null;
        call.isAskedAgain = true;
        call.hasStarted = false;
        return null;
      });
    };
    const queueName = tool.effect === 'act' ? 'acting' : tool.queue;
    if (queueName === undefined) return await work();
    const owner = { agent: callerKey(call), port: call.port };
    return await this.#queuesOf(phone)[queueName].runExclusive(call.signal, work, owner);
  }

  /** A yes is valid for the phone that was connected when the user was asked. */
  #needsPermission(call: ActiveCall, { tool, risk }: CheckedTool, phone: ConnectedPhone): boolean {
    if (call.from === 'person' || call.allowed?.serial === phone.serial) return false;
    return this.#options.policyGuard.needsPermission(call, tool, risk);
  }

  async #askUser(call: ActiveCall, checked: CheckedTool, phone: WatchedPhone): Promise<void> {
    const { tool, risk } = checked;
    const { shown } = this.#views.forAgent(callerKey(call), phone).phone;
    const previewed = { phone, shown, plan: call.stepOf?.plan ?? null };
    let reading = await callTargetOf(checked, previewed, call.signal);
    // The user may have switched asking off meanwhile; that does not count as a yes.
    if (!this.#needsPermission(call, checked, phone)) return;
    // The record of a call that is refused shows what the user was asked about.
    const answered = new AbortController();
    let touch = touchOf(reading.target.touchPreview);
    const takeScreen = (): void => {
      call.before = this.#options.pictures.whenCurrent(answered.signal);
    };
    takeScreen();
    const onReading = (now: TargetReading): void => {
      const nowTouch = touchOf(now.target.touchPreview);
      const isMoved = nowTouch !== null && JSON.stringify(nowTouch) !== JSON.stringify(touch);
      reading = now;
      // What is gone by now stays in the picture that shows it.
      if (!isMoved) return;
      touch = nowTouch;
      takeScreen();
    };
    const askedAtMs = performance.now();
    const asking = this.#options.policyGuard.requestPermission(call, {
      tool,
      risk,
      target: reading.target,
      watchTarget: (onTarget) =>
        watchCallTarget(checked, previewed, reading, (now) => {
          onReading(now);
          onTarget(now.target);
        }),
    });
    await asking
      .catch((thrown: unknown) => {
        if (refusalOf(toHandsetError(thrown))) call.touch = touch;
        throw thrown;
      })
      .finally(() => {
        answered.abort();
        call.askedMs += performance.now() - askedAtMs;
      });
    const { element, hierarchy } = reading;
    // The tool is to find the element on the screen as it is now, which may be another by then.
    if (element !== null) phone.screenMayHaveChanged();
    call.allowed = { serial: phone.serial, element, hierarchy };
    call.beginStage();
  }

  /** The phone that the call is for; rejects with why there is none, or with `phone-elsewhere`. */
  async #phoneFor(call: ActiveCall): Promise<WatchedPhone> {
    const { chosenPhone, stepOf, signal } = call;
    const phone = await this.#options.phone(signal).catch((thrown: unknown) => {
      // Only callers from the bridge can reach other consoles.
      if (signal.aborted || call.from !== 'bridge') throw thrown;
      throw noPhoneError(thrown, this.#options.directory(call));
    });
    if (chosenPhone !== null && phone.serial !== chosenPhone)
      throw phoneElsewhereError(chosenPhone);
    if (stepOf && phone.serial !== stepOf.serial) throw phoneReplacedError(stepOf.serial, phone);
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

  /** Sends the record to the page, and requests the picture after a call that acts. */
  async #record(call: ActiveCall, outcome: ToolOutcome, durationMs: number): Promise<CallRecord> {
    const recorded = createCallRecord(call, outcome, durationMs).then((record) => {
      if (call.isUnlisted !== true) this.#options.onCall(record);
      return record;
    });
    const effect = tools.find(({ name }) => name === call.name)?.effect;
    if (call.hasStarted && effect === 'act') this.#options.pictures.ended(call.id, recorded);
    return await recorded;
  }
}

/** `onEnd` is called when the tool has ended, before its reply shows the new screen. */
async function runPhoneTool(
  view: AgentView,
  call: ActiveCall,
  { tool, input, onEnd }: CheckedTool & { readonly onEnd: () => void },
): Promise<ToolOutcome> {
  const { phone, snapshots } = view;
  const { signal } = call;
  const reply = new ReplyCollector({ ...view, ...call, client: clientOf(call) });
  // Still in its turn, so that no other call acts before the screen is read.
  await actAndObserve(phone, { observe: input.observe, reply }, signal, async () => {
    await tool.execute(phone, input, reply, signal).finally(onEnd);
    if (tool.effect === 'act') snapshots.countAction();
  });
  return await reply.render(signal);
}

/** Another phone is connected than the one on which the steps began. */
function phoneReplacedError(serial: string, phone: ConnectedPhone): HandsetError {
  const message = `The steps began on the phone ${serial}, but the phone ${phone.serial} is connected now. This step did nothing.`;
  return new HandsetError('phone-elsewhere', message, {
    hint: 'Look at its screen before you continue there.',
  });
}

/** Adds a note that the user stopped everything after this call was done. */
function addStopNote(outcome: ToolOutcome): ToolOutcome {
  const note =
    'note:the user has stopped everything in the Handset console; this call had already finished';
  return { ...outcome, texts: [...outcome.texts, note] };
}

const doubt = 'The call may or may not have run; look at the screen before you repeat it.';

/** The progress of a call when it failed. */
export interface FailureContext {
  readonly effect: 'read' | 'act';
  /** Whether the tool itself had started. */
  readonly hasStarted: boolean;
  /** Whether the user had stopped everything. */
  readonly stopped: boolean;
}

/** The error for the agent, with a warning when a call that acts may have acted. */
export function explainFailure(thrown: unknown, context: FailureContext): HandsetError {
  const mayHaveActed = context.hasStarted && context.effect === 'act';
  if (context.stopped) return stoppedError(mayHaveActed ? doubt : undefined);
  const error = toHandsetError(thrown);
  return mayHaveActed ? addDoubt(error) : error;
}

/** Adds that warning where it is unknown whether the phone has acted. */
function addDoubt(error: HandsetError): HandsetError {
  const { code, message, hint } = error;
  if (code !== 'phone-lost' && code !== 'timeout') return error;
  const parts = { ...(hint !== undefined && { hint }), cause: error };
  return new HandsetError(code, `${message} ${doubt}`, parts);
}

/** Gives out refs for elements. */
interface RefSource {
  /** Resolves when enough refs for a call are available. */
  ready(): Promise<void>;
  /** A ref that was never used before. */
  next(): string;
}
