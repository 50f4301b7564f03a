/** The errors of calls that the user or their policy refused or ended. */
import { HandsetError } from '#core/errors.ts';
import { quote } from '#core/format/quote.ts';
import type { Refusal, RefusingRule } from '#core/call.ts';
import { maxReasonLength } from '#core/link/messages.ts';

const nothingDone = 'Nothing was done.';
const onlyTheUser = 'Only the user can allow it again: ask them, or do without.';

/** The error of a call that a rule of the user refused. */
class RuleError extends HandsetError {
  readonly rule: RefusingRule;

  constructor(rule: RefusingRule, message: string, hint = onlyTheUser) {
    super(rule === 'paused' ? 'paused' : 'switched-off', message, { hint });
    this.rule = rule;
  }
}

/** The user has paused all agents. */
export function pausedError(): HandsetError {
  const message = `The user has paused agents in the Handset console. ${nothingDone}`;
  const hint = 'Only the user can resume: wait, and ask them before you call again.';
  return new RuleError('paused', message, hint);
}

/** The user has blocked this agent. */
export function blockedError(): HandsetError {
  const message = `The user has blocked this agent in the Handset console. ${nothingDone}`;
  const hint = 'Only the user can unblock it: stop, and ask them before you call again.';
  return new RuleError('agent', message, hint);
}

/** The user has switched this tool off. */
export function switchedOffError(tool: string): HandsetError {
  const message = `The user has turned off the tool \`${tool}\` in the Handset console. ${nothingDone}`;
  return new RuleError('tool', message);
}

/** The user has not switched on a tool that is off without that. */
export function notSwitchedOnError(tool: string): HandsetError {
  const message = `The tool \`${tool}\` is off until the user turns it on in the Handset console. ${nothingDone}`;
  const hint =
    'Ask the user to choose “Ask me” for it under “Individual tools” in the Agents panel, or do without.';
  return new RuleError('tool', message, hint);
}

/** The tool is not among those that agents are offered. */
export function notInToolSetError(tool: string): HandsetError {
  const message = `The tool \`${tool}\` is not offered to agents. ${nothingDone}`;
  const hint =
    'Ask the user to turn on “Offer all tools” in the Agents panel of the Handset console, or to start the bridge with `--tools all`.';
  return new RuleError('tool-set', message, hint);
}

/** The agent's own token lets it only read, and this tool acts. */
export function readOnlyTokenError(tool: string): HandsetError {
  const message = `This agent's token is read-only, and \`${tool}\` acts on the phone. ${nothingDone}`;
  const hint = 'Only the user can give you another token: ask them, or do without.';
  return new RuleError('token', message, hint);
}

/** The user lets agents only read, and this tool acts. */
export function readOnlyError(tool: string): HandsetError {
  const message = `The user has given agents read-only access in the Handset console, and \`${tool}\` acts on the phone. ${nothingDone}`;
  return new RuleError('act', message);
}

/** The user does not let agents read the phone. */
export function readsOffError(tool: string): HandsetError {
  const message = `The user has turned off all tools that read the phone, including \`${tool}\`, in the Handset console. ${nothingDone}`;
  return new RuleError('look', message);
}

/** The user allows no risky calls, and this is one. */
export function riskOffError(tool: string, risk: string): HandsetError {
  const message = `The user has turned off risky calls (those that may delete data or have effects outside the phone) in the Handset console. This call to \`${tool}\` is risky: ${risk} ${nothingDone}`;
  return new RuleError('risk', message);
}

/** The user was asked and said no. `reason` is what they tell the agent; empty for nothing. */
export function deniedError(tool: string, reason: string): HandsetError {
  const message = `The user denied \`${tool}\` in the Handset console. ${nothingDone}`;
  if (reason.trim() === '')
    return new HandsetError('not-allowed', message, {
      hint: 'Do not repeat it; ask them what they want instead.',
    });
  const said = `They wrote: ${quote(reason.trim(), maxReasonLength)}.`;
  return new HandsetError('not-allowed', `${message} ${said}`, {
    hint: 'Do not repeat it; do what they wrote, or ask them.',
  });
}

/** The user was asked and did not answer in this time. */
export function unansweredError(tool: string, waitedMs: number): HandsetError {
  const seconds = Math.round(waitedMs / 1000);
  const message = `Nobody allowed or denied \`${tool}\` within ${seconds} s. ${nothingDone}`;
  return new HandsetError('not-answered', message, {
    hint: 'Ask the user to look at the Handset console, then call again.',
  });
}

/** The rule that refused the call, `unanswered`, or true if the user refused it; false for other errors. */
export function refusalOf(error: HandsetError): Refusal {
  if (error instanceof RuleError) return error.rule;
  return error.code === 'not-answered' ? 'unanswered' : error.code === 'not-allowed';
}

/** The caller cancelled while the user was asked. */
export function cancelledWhileAsking(): HandsetError {
  const message = `The call was canceled while it waited for the user's approval. ${nothingDone}`;
  return new HandsetError('cancelled', message);
}

/**
 * The user stopped everything. `doubt` is a sentence about whether this call had an effect; by
 * default, that nothing was done.
 */
export function stoppedError(doubt = nothingDone): HandsetError {
  const message = `The user stopped everything in the Handset console. ${doubt}`;
  return new HandsetError('cancelled', message.trimEnd(), {
    hint: 'Ask them before you continue.',
  });
}
