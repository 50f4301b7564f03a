import type { Caller } from '#core/caller.ts';
import { HandsetError } from '#core/errors.ts';
import { quote } from '#core/format/quote.ts';
import {
  answerDeadlineMs,
  maxReasonLength,
  type CallQuestion,
  type QuestionAnswer,
} from '#core/link/messages.ts';
import {
  type AgentPolicy,
  type PolicyTool,
  defaultPolicy,
  hasSameRules,
  isInToolSet,
  isOffered,
  ownRuleOf,
  ruleFor,
} from '#core/link/policy.ts';
import type { AnyTool } from '#core/tools/shared/tool.ts';
import { type ActiveCall, callerKey } from './active-calls.ts';
import type { CallTarget } from './touch-preview.ts';

/** The policy until the page has sent the user's: agents may do nothing before that. */
const initialPolicy: AgentPolicy = { ...defaultPolicy, paused: true };

/** The tools under the policy, and the listeners. */
interface PolicyGuardOptions {
  /** All tools. */
  readonly tools: readonly AnyTool[];
  /** Called at every change of the open questions, the oldest first. */
  onQuestions(questions: readonly CallQuestion[]): void;
  /** Called when the set of listed tools has changed. */
  onToolListChange(): void;
}

/** Enforces the user's policy for agents; checked before each of their calls. */
export class PolicyGuard {
  readonly #options: PolicyGuardOptions;
  readonly #pending: PendingQuestions;
  #policy = initialPolicy;
  /** Whether the bridge was started to offer all tools. */
  #bridgeOffersAll = false;
  /** Agents that may act without a question, by key; each with the key of the name that the user sees. */
  readonly #trusted = new Map<string, string>();

  constructor(options: PolicyGuardOptions) {
    this.#options = options;
    this.#pending = new PendingQuestions((questions) => options.onQuestions(questions));
  }

  get policy(): AgentPolicy {
    return this.#policy;
  }

  /** Offers all tools, whatever the policy says, while the bridge was started so. */
  setBridgeOffersAll(offersAll: boolean): void {
    const before = this.#listedTools();
    this.#bridgeOffersAll = offersAll;
    if (this.#listedTools() !== before) this.#options.onToolListChange();
  }

  /** Takes effect at once, also for calls that wait for their turn or for an answer. */
  setPolicy(policy: AgentPolicy): void {
    const before = this.#listedTools();
    if (!hasSameRules(policy, this.#policy)) this.clearTrust();
    this.#policy = policy;
    this.#pending.rejectWhere((tool, risk) => this.#refusalFor(tool, risk));
    if (this.#listedTools() !== before) this.#options.onToolListChange();
  }

  /** Whether the tool is listed for agents. */
  isOffered(name: string): boolean {
    const tool = this.#options.tools.find((candidate) => candidate.name === name);
    return tool !== undefined && isOffered(toPolicyTool(tool), this.#effectivePolicy);
  }

  /**
   * Throws `paused` or `switched-off` when the tool may not be used now. `risk` is what the call may
   * lose or send out of the phone; null if nothing, or while that is unknown.
   */
  assertAllowed(tool: AnyTool, risk: string | null = null): void {
    const error = this.#refusalFor(tool, risk);
    if (error !== null) throw error;
  }

  /**
   * Resolves when the call may run: at once, or after the user's yes where the policy is to ask.
   * Rejects with `not-allowed`, `not-answered`, `cancelled`, `paused`, `switched-off`.
   */
  async requestPermission(call: ActiveCall, subject: QuestionSubject): Promise<void> {
    const { tool, risk } = subject;
    this.assertAllowed(tool, risk);
    if (!this.needsPermission(call, tool, risk)) return;
    const onlyThisCall = this.#asksEachTime(tool, risk);
    const answer = await this.#pending.askUser(call, { ...subject, onlyThisCall });
    if (answer === 'agent' && !onlyThisCall) this.#trust(call);
  }

  /**
   * Whether the user must be asked before this call runs. A tool made of steps (`run_steps`, at `calls`)
   * is asked about step by step; as a whole only if it has a rule of its own.
   */
  needsPermission(caller: Caller, tool: AnyTool, risk: string | null): boolean {
    if (tool.at === 'calls' && ownRuleOf(this.#policy.toolRules, tool.name) === undefined)
      return false;
    if (ruleFor(this.#policy, toPolicyTool(tool), risk !== null) !== 'ask') return false;
    return this.#asksEachTime(tool, risk) || !this.#trusted.has(callerKey(caller));
  }

  /** Trust in an agent covers neither risky calls nor tools with a rule of their own. */
  #asksEachTime({ name }: AnyTool, risk: string | null): boolean {
    return risk !== null || ownRuleOf(this.#policy.toolRules, name) !== undefined;
  }

  /** Drops all given trust: another bridge may give its agents the same names. */
  clearTrust(): void {
    this.#trusted.clear();
  }

  /** Applies the user's answer to an open question; with a no, `reason` is what they tell the agent. */
  answer(id: number, answer: QuestionAnswer, reason = ''): void {
    this.#pending.answer(id, answer, reason);
  }

  /** Asks about this agent again, by the name that the user sees. */
  revokeTrust(agent: Pick<Caller, 'agent' | 'from'>): void {
    for (const [key, shownKey] of this.#trusted)
      if (shownKey === callerKey(agent)) this.#trusted.delete(key);
  }

  #trust(call: ActiveCall): void {
    const key = callerKey(call);
    this.#trusted.set(key, callerKey({ agent: call.shownAgent, from: call.from }));
    this.#pending.allowAgent(key);
  }

  #refusalFor(tool: AnyTool, risk: string | null): HandsetError | null {
    const policyTool = toPolicyTool(tool);
    // Phone directory tools are always allowed: they reach no phone.
    if (this.#policy.paused && policyTool.needsPhone) return pausedError();
    if (!isInToolSet(policyTool, this.#effectivePolicy)) return notInToolSetError(tool.name);
    if (ruleFor(this.#policy, policyTool, risk !== null) !== 'off') return null;
    if (ownRuleOf(this.#policy.toolRules, tool.name) === 'off') return switchedOffError(tool.name);
    if (tool.effect === 'read') return lookingOffError(tool.name);
    const isActOff = this.#policy.rules.act === 'off';
    return risk === null || isActOff ? readOnlyError(tool.name) : riskOffError(tool.name, risk);
  }

  /** The user's policy, and what the bridge was started with. */
  get #effectivePolicy(): AgentPolicy {
    return { ...this.#policy, allTools: this.#policy.allTools || this.#bridgeOffersAll };
  }

  #listedTools(): string {
    const { tools } = this.#options;
    return tools.flatMap(({ name }) => (this.isOffered(name) ? [name] : [])).join();
  }
}

/** The tool as the policy sees it. */
export function toPolicyTool({ name, effect, at, onlyWithAllTools }: AnyTool): PolicyTool {
  return { name, effect, needsPhone: at !== 'directory', onlyWithAllTools };
}

const nothingDone = 'Nothing was done.';
const onlyTheUser = 'Only the user can allow it again: ask them, or do without.';

/** The user has paused all agents. */
function pausedError(): HandsetError {
  const message = `The user has paused agents in the Handset console. ${nothingDone}`;
  return new HandsetError('paused', message, {
    hint: 'Only the user can resume: wait, and ask them before you call again.',
  });
}

/** The user has switched this tool off. */
function switchedOffError(tool: string): HandsetError {
  const message = `The user has switched the tool \`${tool}\` off in the Handset console. ${nothingDone}`;
  return new HandsetError('switched-off', message, { hint: onlyTheUser });
}

/** The tool is not among those that agents are offered. */
function notInToolSetError(tool: string): HandsetError {
  const message = `The tool \`${tool}\` is not among the tools that agents are offered now. ${nothingDone}`;
  return new HandsetError('switched-off', message, {
    hint: 'Ask the user to switch on “Offer all tools” in the Agents panel of the Handset console, or to start the bridge with `--tools all`.',
  });
}

/** The user lets agents only read, and this tool acts. */
function readOnlyError(tool: string): HandsetError {
  const message = `The user has set the Handset console to read-only, and the tool \`${tool}\` acts on the phone. ${nothingDone}`;
  return new HandsetError('switched-off', message, { hint: onlyTheUser });
}

/** The user does not let agents look at the phone. */
function lookingOffError(tool: string): HandsetError {
  const message = `In the Handset console the user has switched off all tools that look at the phone, \`${tool}\` among them. ${nothingDone}`;
  return new HandsetError('switched-off', message, { hint: onlyTheUser });
}

/** The user allows no risky calls, and this is one. */
function riskOffError(tool: string, risk: string): HandsetError {
  const message = `In the Handset console the user has switched off calls that may lose data or reach outside the phone, and this call of \`${tool}\` is one: ${risk} ${nothingDone}`;
  return new HandsetError('switched-off', message, { hint: onlyTheUser });
}

/** The user was asked and said no. `reason` is what they tell the agent; empty for nothing. */
function deniedError(tool: string, reason: string): HandsetError {
  const message = `The user said no to \`${tool}\` in the Handset console. ${nothingDone}`;
  if (reason.trim() === '')
    return new HandsetError('not-allowed', message, {
      hint: 'Do not repeat it; ask them what they want instead.',
    });
  const said = `They wrote: ${quote(reason.trim(), maxReasonLength)}.`;
  return new HandsetError('not-allowed', `${message} ${said}`, {
    hint: 'Do not repeat it; do what they wrote, or ask them.',
  });
}

/** The user was asked and did not answer. */
function unansweredError(tool: string): HandsetError {
  const seconds = answerDeadlineMs / 1000;
  const message = `Nobody allowed or refused \`${tool}\` within ${seconds} s. ${nothingDone}`;
  return new HandsetError('not-answered', message, {
    hint: 'Ask the user to look at the Handset console, then call again.',
  });
}

/** Whether the error is a refusal by the user or by their policy. */
export function isRefusal({ code }: HandsetError): boolean {
  return ['paused', 'switched-off', 'not-allowed', 'not-answered'].includes(code);
}

/** The caller cancelled while the user was asked. */
function cancelledWhileAsking(): HandsetError {
  const message = `The call was cancelled while it waited for the user's approval. ${nothingDone}`;
  return new HandsetError('cancelled', message);
}

/**
 * The user stopped everything. `doubt` is the sentence about whether this call had an effect; by
 * default that nothing was done.
 */
export function stoppedError(doubt = nothingDone): HandsetError {
  const message = `The user stopped everything in the Handset console. ${doubt}`;
  return new HandsetError('cancelled', message.trimEnd(), {
    hint: 'Ask them before you continue.',
  });
}

/** How often progress is reported: a client that asked for it may treat silence as the end. */
const reportEveryMs = 5_000;

/** What the question is about: the tool, and where it will act, if known. */
interface QuestionSubject {
  readonly tool: AnyTool;
  /** What the call may lose or send out of the phone; null if nothing. */
  readonly risk: string | null;
  readonly target: CallTarget;
  /** Calls back when the target may have changed; returns a function that stops it. */
  watchTarget(onTarget: (target: CallTarget) => void): () => void;
}

/** What is asked, and what a yes covers. */
interface QuestionDetails extends QuestionSubject {
  /** A yes is for this call only, whichever yes it is. */
  readonly onlyThisCall: boolean;
}

/** The answers that mean yes. */
type AllowingAnswer = Exclude<QuestionAnswer, 'no'>;

interface PendingQuestion {
  readonly question: CallQuestion;
  readonly call: ActiveCall;
  readonly tool: AnyTool;
  readonly risk: string | null;
  /** Resumes the call, or rejects it. */
  settle(answer: AllowingAnswer | HandsetError): void;
}

/** The calls that wait for the user's yes. */
class PendingQuestions {
  readonly #onChange: (questions: readonly CallQuestion[]) => void;
  readonly #open = new Map<number, PendingQuestion>();
  #lastId = 0;

  /** `onChange` gets all open questions, the oldest first. */
  constructor(onChange: (questions: readonly CallQuestion[]) => void) {
    this.#onChange = onChange;
  }

  /**
   * The user's yes. Rejects with `not-allowed` for a no, `not-answered` for no answer within
   * `answerDeadlineMs`, with `cancelled`, and with the errors of `rejectWhere`.
   */
  async askUser(call: ActiveCall, question: QuestionDetails): Promise<AllowingAnswer> {
    if (call.signal.aborted) throw cancelledWhileAsking();
    const stopReporting = reportWaiting(call);
    try {
      return await this.#waitForAnswer(call, question);
    } finally {
      stopReporting();
    }
  }

  /** Applies the user's answer; ignored when the question is no longer open. */
  answer(id: number, answer: QuestionAnswer, reason: string): void {
    const pending = this.#open.get(id);
    if (pending === undefined) return;
    if (answer !== 'no') return pending.settle(answer);
    pending.call.refusalNote = reason.trim().slice(0, maxReasonLength);
    pending.settle(deniedError(pending.question.tool, reason));
  }

  /** Answers yes to all open questions of this agent but those about one call only. */
  allowAgent(key: string): void {
    for (const pending of [...this.#open.values()]) {
      if (callerKey(pending.call) === key && !pending.question.onlyThisCall) pending.settle('once');
    }
  }

  /** Rejects the waiting calls for which `refusal` now returns an error. */
  rejectWhere(refusal: (tool: AnyTool, risk: string | null) => HandsetError | null): void {
    for (const { tool, risk, settle } of [...this.#open.values()]) {
      const error = refusal(tool, risk);
      if (error !== null) settle(error);
    }
  }

  #waitForAnswer(
    call: ActiveCall,
    { tool, risk, onlyThisCall, target, watchTarget }: QuestionDetails,
  ): Promise<AllowingAnswer> {
    const { shownAgent: agent, from, argumentsJson, isAskedAgain, stepOf, signal } = call;
    const id = ++this.#lastId;
    const deadlineEpochMs = Date.now() + answerDeadlineMs;
    const question: CallQuestion = {
      id,
      agent,
      from,
      tool: tool.name,
      argumentsJson,
      ...target,
      deadlineEpochMs,
      risk,
      onlyThisCall,
      isAskedAgain,
      callIds: stepOf ? [call.id, stepOf.callId] : [call.id],
      plan: stepOf?.plan ?? null,
    };
    return new Promise((resolve, reject) => {
      const settle = (answer: AllowingAnswer | HandsetError): void => {
        clearTimeout(timer);
        stopWatching();
        signal.removeEventListener('abort', onAbort);
        this.#open.delete(id);
        this.#notifyChange();
        if (answer instanceof HandsetError) reject(answer);
        else resolve(answer);
      };
      const stopWatching = watchTarget((newTarget) => this.#updateTarget(id, newTarget));
      const onAbort = (): void => settle(cancelledWhileAsking());
      const timer = setTimeout(() => settle(unansweredError(tool.name)), answerDeadlineMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#open.set(id, { question, call, tool, risk, settle });
      this.#notifyChange();
    });
  }

  #updateTarget(id: number, target: CallTarget): void {
    const pending = this.#open.get(id);
    if (pending === undefined) return;
    const question = { ...pending.question, ...target };
    if (JSON.stringify(pending.question) === JSON.stringify(question)) return;
    // Replacing the value under its id keeps the order of the map.
    this.#open.set(id, { ...pending, question });
    this.#notifyChange();
  }

  #notifyChange(): void {
    this.#onChange([...this.#open.values()].map(({ question }) => question));
  }
}

/** Reports to the agent, at once and repeatedly, what its call waits for; returns a function that stops it. */
function reportWaiting({ onProgress }: ActiveCall): () => void {
  let waitedMs = 0;
  const report = (): void => {
    const message = "Waiting for the user's approval in the Handset console";
    onProgress({ done: waitedMs, total: answerDeadlineMs, message });
    waitedMs += reportEveryMs;
  };
  report();
  const timer = setInterval(report, reportEveryMs);
  return () => clearInterval(timer);
}
