import type { Caller } from '#core/caller.ts';
import { HandsetError } from '#core/errors.ts';
import {
  answerDeadlineMs,
  maxReasonLength,
  type CallQuestion,
  type QuestionAnswer,
} from '#core/link/messages.ts';
import {
  type AgentPolicy,
  type PolicyRule,
  type TrustLevel,
  defaultPolicy,
  hasSameRules,
  isBlocked,
  isCovered,
  isInToolSet,
  isOffered,
  ownRuleOf,
  ruleFor,
  ruleOfGrade,
} from '#core/link/policy.ts';
import { type AnyTool, toPolicyTool } from '#core/tools/shared/tool.ts';
import { type ActiveCall, type NamedCaller, callerKey, displayName } from './active-calls.ts';
import {
  blockedError,
  cancelledWhileAsking,
  deniedError,
  readsOffError,
  notInToolSetError,
  notSwitchedOnError,
  pausedError,
  readOnlyError,
  readOnlyTokenError,
  riskOffError,
  switchedOffError,
  unansweredError,
} from './refusals.ts';
import type { CallTarget } from './question-target.ts';

/** The policy until the page has sent the user's policy: agents may do nothing. */
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
  /** What agents may do without a question, by `callerKey`; `shownKey` is the key with the name that the user sees. */
  readonly #trusted = new Map<string, { readonly level: TrustLevel; readonly shownKey: string }>();

  constructor(options: PolicyGuardOptions) {
    this.#options = options;
    this.#pending = new PendingQuestions((questions) => options.onQuestions(questions));
  }

  get policy(): AgentPolicy {
    return this.#policy;
  }

  /** Sets whether the bridge was started to offer all tools, regardless of the policy. */
  setBridgeOffersAll(offersAll: boolean): void {
    const before = this.#listedTools();
    this.#bridgeOffersAll = offersAll;
    if (this.#listedTools() !== before) this.#options.onToolListChange();
  }

  /** Takes effect at once, even for calls that wait for their turn or for an answer. */
  setPolicy(policy: AgentPolicy): void {
    const before = this.#listedTools();
    if (!hasSameRules(policy, this.#policy)) this.clearTrust();
    this.#policy = policy;
    this.#pending.rejectWhere(({ tool, risk, call }) => this.#refusalFor(tool, risk, call));
    if (this.#listedTools() !== before) this.#options.onToolListChange();
  }

  /** Whether the tool is listed for this agent; by default for one whose token has no limits. */
  isOffered(name: string, caller?: NamedCaller): boolean {
    const tool = this.#options.tools.find((candidate) => candidate.name === name);
    if (tool === undefined || ruleOfToken(tool, null, caller) === 'off') return false;
    return isOffered(toPolicyTool(tool), this.#effectivePolicy);
  }

  /**
   * Throws `paused` or `switched-off` if the caller may not use the tool now. `risk` is what the call may
   * lose or send from the phone; null if nothing, or if that is not yet known.
   */
  assertAllowed(tool: AnyTool, risk: string | null, caller: NamedCaller): void {
    const error = this.#refusalFor(tool, risk, caller);
    if (error !== null) throw error;
  }

  /**
   * Resolves when the call may run: at once, or after the user's yes if the policy is to ask.
   * Rejects with `not-allowed`, `not-answered`, `cancelled`, `paused`, `switched-off`.
   */
  async requestPermission(call: ActiveCall, subject: QuestionSubject): Promise<void> {
    const { tool, risk } = subject;
    this.assertAllowed(tool, risk, call);
    if (!this.needsPermission(call, tool, risk)) return;
    const grants = this.#asksEachTime(tool, risk, call) ? null : levelOf(tool);
    const answer = await this.#pending.askUser(call, { ...subject, grants });
    if (answer === 'agent' && grants !== null) this.#trust(call, grants);
  }

  /**
   * Whether the user must be asked before this call runs. A tool made of steps (`run_steps`, at `calls`)
   * is asked about step by step, and as a whole only if it has its own rule.
   */
  needsPermission(caller: Caller, tool: AnyTool, risk: string | null): boolean {
    if (tool.at === 'calls' && ownRuleOf(this.#policy.toolRules, tool.name) === undefined)
      return false;
    if (this.#asksEachTime(tool, risk, caller)) return true;
    if (ruleFor(this.#policy, toPolicyTool(tool), risk !== null) !== 'ask') return false;
    return !isCovered(this.#trusted.get(callerKey(caller))?.level, levelOf(tool));
  }

  /** Trust in an agent covers neither risky calls nor tools with their own rule, and lifts no limit of its token. */
  #asksEachTime(tool: AnyTool, risk: string | null, caller: NamedCaller): boolean {
    if (ruleOfToken(tool, risk, caller) === 'ask') return true;
    const hasOwnRule = ownRuleOf(this.#policy.toolRules, tool.name) !== undefined;
    const rule = ruleFor(this.#policy, toPolicyTool(tool), risk !== null);
    return rule === 'ask' && (risk !== null || hasOwnRule);
  }

  /** Revokes all trust: agents of another bridge may have the same names. */
  clearTrust(): void {
    this.#trusted.clear();
  }

  /** Applies the user's answer to an open question; for a no, `reason` is what they tell the agent. */
  answer(id: number, answer: QuestionAnswer, reason = ''): void {
    this.#pending.answer(id, answer, reason);
  }

  /** Revokes the trust in this agent, identified by the name that the user sees. */
  revokeTrust(agent: Pick<Caller, 'agent' | 'from'>): void {
    for (const [key, { shownKey }] of this.#trusted)
      if (shownKey === callerKey(agent)) this.#trusted.delete(key);
  }

  #trust(call: ActiveCall, level: TrustLevel): void {
    const key = callerKey(call);
    const shownKey = callerKey({ agent: call.shownAgent, from: call.from });
    if (!isCovered(this.#trusted.get(key)?.level, level))
      this.#trusted.set(key, { level, shownKey });
    this.#pending.allowAgent(key, level);
  }

  #refusalFor(tool: AnyTool, risk: string | null, caller: NamedCaller): HandsetError | null {
    const policyTool = toPolicyTool(tool);
    const shown = { agent: displayName(caller), from: caller.from };
    if (isBlocked(this.#policy, shown)) return blockedError();
    // Phone directory tools are always allowed: they reach no phone.
    if (this.#policy.paused && policyTool.needsPhone) return pausedError();
    if (tool.mustBeSwitchedOn && ruleFor(this.#policy, policyTool) === 'off')
      return notSwitchedOnError(tool.name);
    if (!isInToolSet(policyTool, this.#effectivePolicy)) return notInToolSetError(tool.name);
    if (ruleOfToken(tool, risk, caller) === 'off') return readOnlyTokenError(tool.name);
    if (ruleFor(this.#policy, policyTool, risk !== null) !== 'off') return null;
    if (ownRuleOf(this.#policy.toolRules, tool.name) === 'off') return switchedOffError(tool.name);
    if (tool.effect === 'read') return readsOffError(tool.name);
    const isActOff = this.#policy.rules.act === 'off';
    return risk === null || isActOff ? readOnlyError(tool.name) : riskOffError(tool.name, risk);
  }

  /** The user's policy combined with the bridge's setting. */
  get #effectivePolicy(): AgentPolicy {
    return { ...this.#policy, allTools: this.#policy.allTools || this.#bridgeOffersAll };
  }

  #listedTools(): string {
    const { tools } = this.#options;
    return tools.flatMap(({ name }) => (this.isOffered(name) ? [name] : [])).join();
  }
}

/** The rule that the agent's own token sets for this call. */
function ruleOfToken(tool: AnyTool, risk: string | null, caller?: NamedCaller): PolicyRule {
  return ruleOfGrade(caller?.limits?.grade ?? 'all', toPolicyTool(tool), risk !== null);
}

function levelOf({ effect }: AnyTool): TrustLevel {
  return effect === 'read' ? 'look' : 'act';
}

/** Longest wait of a call for the user: MCP clients time out after 60 s, and the call itself takes time too. */
const longestWaitMs = 55_000;

/** How often progress is reported: clients that request progress may give up without it. */
const reportEveryMs = 5_000;

/** The subject of a question: the tool and, if known, where it will act. */
interface QuestionSubject {
  readonly tool: AnyTool;
  /** What the call may lose or send from the phone; null if nothing. */
  readonly risk: string | null;
  readonly target: CallTarget;
  /** Calls back when the target may have changed; returns a function that stops it. */
  watchTarget(onTarget: (target: CallTarget) => void): () => void;
}

/** The subject of a question, and what a yes covers. */
interface QuestionDetails extends QuestionSubject {
  readonly grants: CallQuestion['grants'];
}

/** The answers that mean yes. */
type AllowingAnswer = Exclude<QuestionAnswer, 'no'>;

interface PendingQuestion {
  readonly question: CallQuestion;
  readonly call: ActiveCall;
  readonly tool: AnyTool;
  readonly risk: string | null;
  readonly askedAtEpochMs: number;
  /** Refuses the call at this time if nobody answers; replaces the earlier time. */
  expireAt(epochMs: number): void;
  /** Resumes the call, or rejects it. */
  settle(answer: AllowingAnswer | HandsetError): void;
}

/** The calls that wait for the user's answer. */
class PendingQuestions {
  readonly #onChange: (questions: readonly CallQuestion[]) => void;
  readonly #open = new Map<number, PendingQuestion>();
  /** The question that the user sees: the first of the open ones. */
  #shownId: number | null = null;
  #lastId = 0;

  /** `onChange` gets all open questions, the oldest first. */
  constructor(onChange: (questions: readonly CallQuestion[]) => void) {
    this.#onChange = onChange;
  }

  /**
   * Resolves to the user's yes. Rejects with `not-allowed` for a no, `not-answered` for no answer within
   * `answerDeadlineMs` from when they see the question or `longestWaitMs` in all, with `cancelled`, and with the errors of `rejectWhere`.
   */
  async askUser(call: ActiveCall, question: QuestionDetails): Promise<AllowingAnswer> {
    if (call.signal.aborted) throw cancelledWhileAsking();
    const stopReporting = reportWaiting(call);
    call.onWaiting?.(true);
    try {
      return await this.#waitForAnswer(call, question);
    } finally {
      stopReporting();
      call.onWaiting?.(false);
    }
  }

  /** Applies the user's answer; ignored if the question is no longer open. */
  answer(id: number, answer: QuestionAnswer, reason: string): void {
    const pending = this.#open.get(id);
    if (pending === undefined) return;
    if (answer !== 'no') return pending.settle(answer);
    pending.call.refusalNote = reason.trim().slice(0, maxReasonLength);
    pending.settle(deniedError(pending.question.tool, reason));
  }

  /** Answers yes to the agent's open questions that its trust covers. */
  allowAgent(key: string, trust: TrustLevel): void {
    for (const pending of [...this.#open.values()]) {
      const { grants } = pending.question;
      const isCoveredNow = grants !== null && isCovered(trust, grants);
      if (callerKey(pending.call) === key && isCoveredNow) pending.settle('once');
    }
  }

  /** Rejects the waiting calls for which `refusal` now returns an error. */
  rejectWhere(refusal: (pending: PendingQuestion) => HandsetError | null): void {
    for (const pending of [...this.#open.values()]) {
      const error = refusal(pending);
      if (error !== null) pending.settle(error);
    }
  }

  #waitForAnswer(
    call: ActiveCall,
    { tool, risk, grants, target, watchTarget }: QuestionDetails,
  ): Promise<AllowingAnswer> {
    const { shownAgent: agent, from, limits, argumentsJson, isAskedAgain, stepOf, signal } = call;
    const id = ++this.#lastId;
    const askedAtEpochMs = Date.now();
    const deadlineEpochMs = askedAtEpochMs + longestWaitMs;
    const question: CallQuestion = {
      id,
      agent,
      from,
      tool: tool.name,
      argumentsJson,
      ...target,
      deadlineEpochMs,
      risk,
      grants,
      isAskedAgain,
      ...(limits && { hasOwnToken: true }),
      callIds: stepOf ? [call.id, stepOf.callId] : [call.id],
    };
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const expireAt = (epochMs: number): void => {
        clearTimeout(timer);
        const error = unansweredError(tool.name, epochMs - askedAtEpochMs);
        timer = setTimeout(() => settle(error), epochMs - Date.now());
      };
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
      signal.addEventListener('abort', onAbort, { once: true });
      this.#open.set(id, { question, call, tool, risk, askedAtEpochMs, expireAt, settle });
      expireAt(deadlineEpochMs);
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

  /** Starts the time of the question that the user now sees, limited by the total wait of its call. */
  #showFirst(): void {
    const [first] = this.#open;
    if (first === undefined || first[0] === this.#shownId) return;
    const [id, pending] = first;
    this.#shownId = id;
    const latestEpochMs = pending.askedAtEpochMs + longestWaitMs;
    const deadlineEpochMs = Math.min(Date.now() + answerDeadlineMs, latestEpochMs);
    pending.expireAt(deadlineEpochMs);
    this.#open.set(id, { ...pending, question: { ...pending.question, deadlineEpochMs } });
  }

  #notifyChange(): void {
    this.#showFirst();
    this.#onChange([...this.#open.values()].map(({ question }) => question));
  }
}

/** Reports to the agent, at once and repeatedly, that its call waits for the user; returns a function that stops it. */
function reportWaiting({ onProgress }: ActiveCall): () => void {
  let waitedMs = 0;
  const report = (): void => {
    const message = "Waiting for the user's approval in the Handset console";
    onProgress({ done: waitedMs, total: longestWaitMs, message });
    waitedMs += reportEveryMs;
  };
  report();
  const timer = setInterval(report, reportEveryMs);
  return () => clearInterval(timer);
}
