import type { ErrorCode } from '#core/errors.ts';
import type { Call, CallEnd } from '#core/call.ts';
import type { CallOrigin } from '#core/link/call.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import { plainText } from './plain-text.ts';

/** Longest name of an unknown tool shown, in characters; agents may call anything. */
const maxUnknownLength = 64;

/** A tool's title; the called name where there is no such tool. */
export function toolTitle(
  tools: readonly Pick<ToolInfo, 'name' | 'title'>[],
  name: string,
): string {
  const title = tools.find((tool) => tool.name === name)?.title;
  return title ?? plainText(name.slice(0, maxUnknownLength));
}

export type { CallEnd };

/** Waits until an element is there, gone or in a state. */
export const expectationTool = 'wait_for_element';

/** What tells how a call ended. */
type EndedCall = Pick<Call, 'isError' | 'refused' | 'stopped' | 'wait'>;

/** How this call ended. For a person a wait has failed when its time ran out; for an agent that is no error. */
export function callEndOf({ isError, refused, stopped, wait }: EndedCall): CallEnd {
  if (!isError) return wait?.isMet === false ? 'failed' : 'done';
  if (stopped) return 'stopped';
  if (refused === 'unanswered') return 'unanswered';
  return refused ? 'refused' : 'failed';
}

/** `85 ms`, `failed after 1.2 s`, `denied`: a refusal took only as long as the reader did. */
export function outcomeLabel(end: CallEnd, durationMs: number): string {
  if (end === 'refused' || end === 'unanswered') return callEndStrings[end];
  const duration = durationLabel(durationMs);
  return end === 'done' ? duration : `${callEndStrings[end]} after ${duration}`;
}

/** What is said of a call whose question is open. */
export const waitingForYou = 'waiting for you';

/** One word for each end. */
export const callEndStrings = {
  done: 'done',
  failed: 'failed',
  refused: 'denied',
  unanswered: 'unanswered',
  stopped: 'stopped',
} as const;

/** The number of calls that did not succeed. */
export type UnsuccessfulCounts = Readonly<Record<Exclude<CallEnd, 'done'>, number>>;

/** Counts the calls that did not succeed, by how they ended. */
export function countUnsuccessful(calls: readonly EndedCall[]): UnsuccessfulCounts {
  const ends = calls.map(callEndOf);
  const count = (end: CallEnd): number => ends.filter((each) => each === end).length;
  return {
    failed: count('failed'),
    refused: count('refused'),
    stopped: count('stopped'),
    unanswered: count('unanswered'),
  };
}

/** `1 failed`, `2 denied`, `1 unanswered`; counts of zero are left out. */
export function unsuccessfulLabels(counts: UnsuccessfulCounts): readonly string[] {
  return (['failed', 'refused', 'unanswered', 'stopped'] as const).flatMap((end) =>
    counts[end] > 0 ? [`${counts[end]} ${callEndStrings[end]}`] : [],
  );
}

/** Why a step or an action failed, for users; the messages for agents say what to call next. */
export const failureStrings: Readonly<Partial<Record<ErrorCode, string>>> = {
  'ambiguous-selector': 'Several elements match; exactly one is needed.',
  'element-not-found': 'There is no such element on the screen.',
  'action-failed': 'The phone didn’t react as expected.',
  'not-clickable': 'Nothing here can be tapped.',
  'not-long-clickable': 'Nothing here can be long-pressed.',
  'display-off': 'The phone’s display is off.',
  'dump-failed': 'The elements of the screen couldn’t be read.',
  cancelled: 'Stopped. Look at the screen to see whether it took effect.',
};

/** Why a call failed, for people; null where only the tool's own text says that. */
export function failureSentence(
  call: EndedCall & Pick<Call, 'errorCode' | 'selectors'>,
): string | null {
  const { errorCode, selectors = [] } = call;
  if (!call.isError || callEndOf(call) !== 'failed' || errorCode === 'action-failed') return null;
  const sentence = errorCode && failureStrings[errorCode];
  if (!sentence) return null;
  return selectors.length === 0 ? sentence : `${sentence} Similar: ${selectors.join(', ')}`;
}

/** `1 call`, `3 calls` */
export function countLabel(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** `85 ms`, `1.4 s` */
export function durationLabel(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** How long a call took without its waiting for the user, in ms. */
export function ownMs({ durationMs, askedMs = 0 }: Pick<Call, 'durationMs' | 'askedMs'>): number {
  return durationMs - askedMs;
}

/** `85 ms`; of a call that waited for the user `21.4 s, 20.0 s of it waiting for you`. */
export function durationWithWait({
  durationMs,
  askedMs = 0,
}: Pick<Call, 'durationMs' | 'askedMs'>): string {
  const wait = askedMs > 0 ? `, ${durationLabel(askedMs)} of it waiting for you` : '';
  return durationLabel(durationMs) + wait;
}

/** `Nov 25, 18:02` in the reader's time zone. */
export function dayAndTime(epochMs: number): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const parts = { day: 'numeric', month: 'short', ...time } as const;
  return new Date(epochMs).toLocaleString('en-US', parts);
}

/** `14:03:27` in the reader's time zone. */
export function clockTime(epochMs: number): string {
  return new Date(epochMs).toLocaleTimeString('en-GB');
}

/** Who made a call: the agent's name, `You` for the user, `Steps` for the steps that they run. */
export function callerLabel(agent: string): string {
  if (agent === 'you') return 'You';
  return agent === 'steps' ? 'Steps' : agent;
}

/** The origin of a call, to append to a name: `, in this browser`; empty for the user and for the bridge, through which most come. */
export function originSuffix(from: CallOrigin): string {
  return from === 'page' ? ', in this browser' : '';
}

/** Who made a call, and its origin: `claude, in this browser`. */
export function callerWithOrigin({
  agent,
  from,
}: {
  readonly agent: string;
  readonly from: CallOrigin;
}): string {
  return plainText(callerLabel(agent)) + originSuffix(from);
}
