import {
  type UnsuccessfulCounts,
  unsuccessfulLabels,
  countLabel,
  dayAndTime,
  callEndStrings,
  type CallEnd,
} from '../../ui/call-strings.ts';
import { maxPictureBytes } from '../calls/call-list.ts';
import type { KeptSession } from '../calls/session-store.ts';
import { plainText } from '../../ui/plain-text.ts';

/** `0.4 MB`, `12 MB`. */
export function megabytes(bytes: number): string {
  const count = bytes / 1e6;
  return `${count < 10 ? Math.round(10 * count) / 10 : Math.round(count)} MB`;
}

/** Strings of the timeline's bar, filters and list. */
export const timelineStrings = {
  search: 'Search calls',
  filter: 'Filter',
  filterAndSort: 'Filter and sort',
  filters: 'Filters',
  actionsOnly: 'Actions only',
  agent: 'Caller',
  everybody: 'All callers',
  end: 'Outcome',
  ends: {
    all: 'Any outcome',
    done: 'Done',
    failed: 'Failed',
    refused: 'Denied',
    unanswered: 'Unanswered',
    stopped: 'Stopped',
  },
  order: 'Order',
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
  groupBy: 'Group by',
  groupings: { none: 'None', agent: 'Caller' },
  counts: (listed: number, all: number, ends: UnsuccessfulCounts) => {
    if (all === 0) return '';
    const calls =
      listed === all ? countLabel(all, 'call') : `${listed} of ${countLabel(all, 'call')}`;
    return [calls, ...unsuccessfulLabels(ends)].join(', ');
  },
  countsHelp: (counts: string, pictureBytes: number) =>
    `${counts}\nScreenshots: ${megabytes(pictureBytes)} of ${megabytes(maxPictureBytes)}. Beyond this limit, the oldest screenshots are dropped from this list.`,
  announce: 'Say agents’ calls (screen reader)',
  announced: (caller: string, what: string, end: CallEnd) =>
    `${caller}: ${what}: ${callEndStrings[end]}`,
  list: 'Calls',
  /** Replaces the caller in a step's row: the row of the call beside it names the caller. */
  step: 'step',
  stepOf: (whole: string) => `in ${whole}`,
  retry: 'Retry',
  nothingYet: 'No calls yet',
  nothingYetHelp:
    'Every agent call appears here, with its arguments, its result, and the screen before and after. Read the screen yourself to see what an agent would get. Your own input on the phone appears only while you record steps.',
  nothingListed: 'No calls match',
  nothingListedHelp: (all: number) => `${countLabel(all, 'call')} hidden by the filter.`,
  cleared: (count: number) => `${countLabel(count, 'call')} cleared.`,
  dismiss: 'Dismiss',
  openedSession: ({ name, startedAtEpochMs, phone }: KeptSession) =>
    [plainText(name), dayAndTime(startedAtEpochMs), plainText(phone)].filter(Boolean).join(' · '),
  backToList: 'Back to the calls',
  backToOwnCalls: 'Back to this tab’s calls',
  running: 'Running now',
  runningFor: (duration: string) => `running for ${duration}`,
  endLabels: callEndStrings,
} as const;

/** Why there is no picture of the screen before a call. */
const notCaptured = {
  noVideo: 'Not captured: there was no live video',
  behind: 'Not captured: the live video was lagging',
  unknown: 'Not captured',
} as const;

/** Strings of the view of one call. */
export const callStrings = {
  region: 'The call',
  took: {
    done: (took: string) => `done in ${took}`,
    failed: (took: string) => `failed after ${took}`,
    // No duration: it would be the time that the user took to answer.
    refused: () => callEndStrings.refused,
    unanswered: () => callEndStrings.unanswered,
    stopped: (took: string) => `stopped after ${took}`,
  },
  notRepeatable: {
    otherSession: 'This call belongs to another session. Open it in Tools to run it here.',
    masked: 'Some of this call’s text is masked. Open it in Tools and enter the text.',
  },
  showLog: 'Show log',
  screen: 'The screen',
  before: 'Before',
  after: 'After',
  asked: 'When you were asked',
  enlarge: 'Enlarge',
  beforeAndAfter: 'Before and after',
  stillChanging:
    'The screen was still changing. This screenshot may be up to a second out of date.',
  noBefore: notCaptured,
  neither: (before: string, after: string) =>
    `Screenshot before: ${before}. Screenshot after: ${after}.`,
  noAfter: {
    due: 'Not captured yet',
    followed: 'Not captured: the next call came too soon',
    ...notCaptured,
  },
  arguments: 'Arguments',
  noArguments: 'None.',
  text: 'Result',
  noText: 'No text.',
  pictures: 'Returned screenshots',
  picture: 'Returned screenshot',
  droppedPictures: (count: number) =>
    `${countLabel(count, 'screenshot')} of this call ${count === 1 ? 'was' : 'were'} dropped: only the newest ${megabytes(maxPictureBytes)} are kept.`,
} as const;
