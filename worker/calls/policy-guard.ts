import type { Caller } from '#core/caller.ts';
import { HandsetError } from '#core/errors.ts';
import type { TouchPreviewInfo } from '#core/link/call.ts';
import type { AgentPolicy, PermissionRequest, PermissionAnswer } from '#core/link/messages.ts';
import type { AnyTool } from '#core/tools/shared/tool.ts';
import { type ActiveCall, callerKey } from './active-calls.ts';

/** The policy until the page has sent the person's: agents may do nothing before that. */
const initialPolicy: AgentPolicy = {
  paused: true,
  readOnly: false,
  askFirst: false,
  switchedOff: [],
};

/** The tools under the policy, and the listeners. */
interface PolicyGuardOptions {
  /** All tools. */
  readonly tools: readonly AnyTool[];
  /** Called at every change of the open questions, the oldest first. */
  onPermissionRequests(permissionRequests: readonly PermissionRequest[]): void;
  /** Called when the set of listed tools has changed. */
  onToolListChange(): void;
}

/** Enforces the person's policy for agents; checked before each of their calls. */
export class PolicyGuard {
  readonly #options: PolicyGuardOptions;
  readonly #permissionRequests: PendingPermissions;
  #policy = initialPolicy;
  /** Agents that may act without a question. */
  readonly #trusted = new Set<string>();

  constructor(options: PolicyGuardOptions) {
    this.#options = options;
    this.#permissionRequests = new PendingPermissions((permissionRequests) =>
      options.onPermissionRequests(permissionRequests),
    );
  }

  get policy(): AgentPolicy {
    return this.#policy;
  }

  /** Takes effect at once, also for calls that wait for their turn or for an answer. */
  setPolicy(policy: AgentPolicy): void {
    const before = this.#listedTools();
    if (policy.askFirst !== this.#policy.askFirst) this.clearTrust();
    this.#policy = policy;
    this.#permissionRequests.rejectWhere((tool) => this.#refusalFor(tool));
    if (this.#listedTools() !== before) this.#options.onToolListChange();
  }

  /** Whether the tool is listed for agents. */
  isOffered(name: string): boolean {
    const tool = this.#options.tools.find((candidate) => candidate.name === name);
    return tool !== undefined && this.#switchedOffError(tool) === null;
  }

  /** Throws `paused` or `switched-off` when the tool may not be used now. */
  assertAllowed(tool: AnyTool): void {
    const error = this.#refusalFor(tool);
    if (error !== null) throw error;
  }

  /**
   * Resolves when the call may run: at once, or after the person's yes where the policy is to ask.
   * Rejects with `not-allowed`, `cancelled`, `paused`, `switched-off`.
   */
  async requestPermission(call: ActiveCall, subject: PermissionSubject): Promise<void> {
    this.assertAllowed(subject.tool);
    if (!this.needsPermission(call, subject.tool)) return;
    if ((await this.#permissionRequests.askPerson(call, subject)) === 'agent')
      this.#trust(callerKey(call));
  }

  /** Whether the person must be asked before this call runs. */
  needsPermission(caller: Caller, tool: AnyTool): boolean {
    const needsAnswer = this.#policy.askFirst && tool.effect === 'act';
    return needsAnswer && !this.#trusted.has(callerKey(caller));
  }

  /** Drops all given trust: another bridge may give its agents the same names. */
  clearTrust(): void {
    this.#trusted.clear();
  }

  /** Applies the person's answer to an open question. */
  answer(id: number, say: PermissionAnswer): void {
    this.#permissionRequests.answer(id, say);
  }

  #trust(key: string): void {
    this.#trusted.add(key);
    this.#permissionRequests.allowAgent(key);
  }

  #refusalFor(tool: AnyTool): HandsetError | null {
    // Phone directory tools are always allowed: they reach no phone.
    return this.#policy.paused && tool.at !== 'directory'
      ? pausedError()
      : this.#switchedOffError(tool);
  }

  #switchedOffError({ name, effect }: AnyTool): HandsetError | null {
    if (this.#policy.switchedOff.includes(name)) return switchedOffError(name);
    return this.#policy.readOnly && effect === 'act' ? readOnlyError(name) : null;
  }

  #listedTools(): string {
    const { tools } = this.#options;
    return tools.flatMap(({ name }) => (this.isOffered(name) ? [name] : [])).join();
  }
}

/** How long a call waits for the person's yes: MCP clients time out after 60 s, and the call itself takes time too. */
export const answerDeadlineMs = 45_000;

const nothingDone = 'Nothing was done.';
const onlyThePerson = 'Only the person can allow it again: ask them, or do without.';

/** The person has paused all agents. */
function pausedError(): HandsetError {
  const message = `The person has paused agents in the Handset console. ${nothingDone}`;
  return new HandsetError('paused', message, {
    hint: 'Only the person can go on: wait, and ask them before you call again.',
  });
}

/** The person has switched this tool off. */
function switchedOffError(tool: string): HandsetError {
  const message = `The person has switched the tool \`${tool}\` off in the Handset console. ${nothingDone}`;
  return new HandsetError('switched-off', message, { hint: onlyThePerson });
}

/** The person lets agents only read, and this tool acts. */
function readOnlyError(tool: string): HandsetError {
  const message = `The person has set the Handset console to read-only, and the tool \`${tool}\` acts on the phone. ${nothingDone}`;
  return new HandsetError('switched-off', message, { hint: onlyThePerson });
}

/** The person was asked and said no. */
function deniedError(tool: string): HandsetError {
  const message = `The person said no to \`${tool}\` in the Handset console. ${nothingDone}`;
  return new HandsetError('not-allowed', message, {
    hint: 'Do not repeat it; ask them what they want instead.',
  });
}

/** The person was asked and did not answer. */
function unansweredError(tool: string): HandsetError {
  const seconds = answerDeadlineMs / 1000;
  const message = `Nobody answered in ${seconds} s whether \`${tool}\` may run. ${nothingDone}`;
  return new HandsetError('not-allowed', message, {
    hint: 'Ask the person to look at the Handset console, then call again.',
  });
}

/** Whether the error is a refusal by the person or by their policy. */
export function isRefusal({ code }: HandsetError): boolean {
  return code === 'paused' || code === 'switched-off' || code === 'not-allowed';
}

/** The caller cancelled while the person was asked. */
function cancelledWhileAsking(): HandsetError {
  const message = `The call was cancelled while it waited for the person's yes. ${nothingDone}`;
  return new HandsetError('cancelled', message);
}

/** The person stopped everything. `doubt` says what can't be known of this call; by default nothing was done. */
export function stoppedError(doubt = nothingDone): HandsetError {
  const message = `The person stopped everything in the Handset console. ${doubt}`;
  return new HandsetError('cancelled', message.trimEnd(), {
    hint: 'Ask them before you go on.',
  });
}

/** How often progress is reported: a client that asked for it may treat silence as the end. */
const reportEveryMs = 5_000;

/** What the question is about: the tool, and where it will touch, if known. */
interface PermissionSubject {
  readonly tool: AnyTool;
  readonly touchPreview: TouchPreviewInfo | null;
  /** Calls back when the touch preview changes; returns a function that stops it. */
  watchTouchPreview(onPreview: (touchPreview: TouchPreviewInfo | null) => void): () => void;
}

/** The answers that mean yes. */
type Approval = Exclude<PermissionAnswer, 'no'>;

interface PendingPermission {
  readonly request: PermissionRequest;
  readonly callerKey: string;
  readonly tool: AnyTool;
  /** Lets the call go on, or rejects it. */
  settle(answer: Approval | HandsetError): void;
}

/** The calls that wait for the person's yes. */
class PendingPermissions {
  readonly #onChange: (permissionRequests: readonly PermissionRequest[]) => void;
  readonly #open = new Map<number, PendingPermission>();
  #lastId = 0;

  /** `onChange` gets all open questions, the oldest first. */
  constructor(onChange: (permissionRequests: readonly PermissionRequest[]) => void) {
    this.#onChange = onChange;
  }

  /**
   * The person's yes. Rejects with `not-allowed` for a no and for no answer within
   * `answerDeadlineMs`, with `cancelled`, and with the errors of `rejectWhere`.
   */
  async askPerson(call: ActiveCall, subject: PermissionSubject): Promise<Approval> {
    if (call.signal.aborted) throw cancelledWhileAsking();
    const stopReporting = reportWaiting(call);
    try {
      return await this.#waitForAnswer(call, subject);
    } finally {
      stopReporting();
    }
  }

  /** Applies the person's answer; ignored when the question is no longer open. */
  answer(id: number, say: PermissionAnswer): void {
    const pending = this.#open.get(id);
    pending?.settle(say === 'no' ? deniedError(pending.request.tool) : say);
  }

  /** Answers yes to all open questions of this agent. */
  allowAgent(key: string): void {
    for (const pending of [...this.#open.values()]) {
      if (pending.callerKey === key) pending.settle('once');
    }
  }

  /** Rejects the waiting calls for which `refusal` now returns an error. */
  rejectWhere(refusal: (tool: AnyTool) => HandsetError | null): void {
    for (const { tool, settle } of [...this.#open.values()]) {
      const error = refusal(tool);
      if (error !== null) settle(error);
    }
  }

  #waitForAnswer(
    call: ActiveCall,
    { tool, touchPreview, watchTouchPreview }: PermissionSubject,
  ): Promise<Approval> {
    const { shownAgent: agent, from, argumentsJson, signal } = call;
    const id = ++this.#lastId;
    const deadlineEpochMs = Date.now() + answerDeadlineMs;
    const request = {
      id,
      agent,
      from,
      tool: tool.name,
      argumentsJson,
      touchPreview,
      deadlineEpochMs,
    };
    return new Promise((resolve, reject) => {
      const settle = (answer: Approval | HandsetError): void => {
        clearTimeout(timer);
        stopWatching();
        signal.removeEventListener('abort', onAbort);
        this.#open.delete(id);
        this.#notifyChange();
        if (answer instanceof HandsetError) reject(answer);
        else resolve(answer);
      };
      const stopWatching = watchTouchPreview((newPreview) =>
        this.#updateTouchPreview(id, newPreview),
      );
      const onAbort = (): void => settle(cancelledWhileAsking());
      const timer = setTimeout(() => settle(unansweredError(tool.name)), answerDeadlineMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#open.set(id, { request, callerKey: callerKey(call), tool, settle });
      this.#notifyChange();
    });
  }

  #updateTouchPreview(id: number, touchPreview: TouchPreviewInfo | null): void {
    const pending = this.#open.get(id);
    if (
      pending === undefined ||
      JSON.stringify(pending.request.touchPreview) === JSON.stringify(touchPreview)
    )
      return;
    // Replacing the value under its id keeps the order of the map.
    this.#open.set(id, { ...pending, request: { ...pending.request, touchPreview } });
    this.#notifyChange();
  }

  #notifyChange(): void {
    this.#onChange([...this.#open.values()].map(({ request }) => request));
  }
}

/** Reports to the agent, at once and repeatedly, what its call waits for; returns a function that stops it. */
function reportWaiting({ onProgress }: ActiveCall): () => void {
  let waitedMs = 0;
  const report = (): void => {
    const message = "Waiting for the person's yes in the Handset console";
    onProgress({ done: waitedMs, total: answerDeadlineMs, message });
    waitedMs += reportEveryMs;
  };
  report();
  const timer = setInterval(report, reportEveryMs);
  return () => clearInterval(timer);
}
