import { HandsetError } from '../../core/errors.ts';

/** How long a call waits for the person's yes: MCP clients give up after 60 s, and the call itself takes time too. */
export const answerDeadlineMs = 45_000;

const nothing = 'Nothing was done.';
const onlyThePerson = 'Only the person can allow it again: ask them, or do without.';

/** The person has paused all agents. */
export function paused(): HandsetError {
  const message = `The person has paused agents in the Handset console. ${nothing}`;
  return new HandsetError('paused', message, {
    hint: 'Only the person can go on: wait, and ask them before you call again.',
  });
}

/** The person has switched this tool off. */
export function switchedOff(tool: string): HandsetError {
  const message = `The person has switched the tool \`${tool}\` off in the Handset console. ${nothing}`;
  return new HandsetError('switched-off', message, { hint: onlyThePerson });
}

/** The person lets agents look at the phone, and this tool acts on it. */
export function readOnly(tool: string): HandsetError {
  const message = `The person has set the Handset console to read-only, and the tool \`${tool}\` acts on the phone. ${nothing}`;
  return new HandsetError('switched-off', message, { hint: onlyThePerson });
}

/** The person was asked and said no. */
export function saidNo(tool: string): HandsetError {
  const message = `The person said no to \`${tool}\` in the Handset console. ${nothing}`;
  return new HandsetError('not-allowed', message, {
    hint: 'Do not repeat it; ask them what they want instead.',
  });
}

/** The person was asked and did not answer. */
export function nobodyAnswered(tool: string): HandsetError {
  const seconds = answerDeadlineMs / 1000;
  const message = `Nobody answered in ${seconds} s whether \`${tool}\` may run. ${nothing}`;
  return new HandsetError('not-allowed', message, {
    hint: 'Ask the person to look at the Handset console, then call again.',
  });
}

/** Whether the person, or a rule of theirs, said no. */
export function isRefusal({ code }: HandsetError): boolean {
  return code === 'paused' || code === 'switched-off' || code === 'not-allowed';
}

/** The caller gave up, or went away, while the person was asked. */
export function gaveUpAsking(): HandsetError {
  const message = `The call was cancelled while it waited for the person's yes. ${nothing}`;
  return new HandsetError('cancelled', message);
}

/** The person ended everything. `doubt` says what can't be known of this call; without it nothing had begun. */
export function stopped(doubt = nothing): HandsetError {
  const message = `The person stopped everything in the Handset console. ${doubt}`;
  return new HandsetError('cancelled', message.trimEnd(), {
    hint: 'Ask them before you go on.',
  });
}
