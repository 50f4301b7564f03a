import type { Call, RefusingRule } from '#core/call.ts';
import { pictureLimit } from '#core/picture-size.ts';
import { plainText } from '../../ui/plain-text.ts';

/** Why the store of sessions failed. */
export const sessionStrings = {
  someNotKept:
    'Some calls came faster than the browser could store them. They will be lost when the page reloads.',
  notKept: 'New calls aren’t saved and will be lost when the page reloads.',
  stepsNotKept:
    'The steps couldn’t be saved: your last changes will be lost when the page reloads.',
  notRead: 'The stored sessions couldn’t be read.',
  notImported: (name: string) => `${name} couldn’t be stored.`,
  notChanged: 'The stored sessions couldn’t be changed.',
  storageHint:
    'The browser’s storage is full, or this page may not use it. Free some disk space, or allow site data for this page.',
  wrongFile: (name: string, why: string) => `${name} couldn’t be imported: ${why}.`,
  fileHint: 'Choose a file that was exported from the timeline as JSON.',
} as const;

const badPicture = `a screenshot of it isn’t a PNG or JPEG of up to ${pictureLimit}`;

/** What is wrong with a file; each follows a colon. */
export const sessionFaults = {
  'not-json': 'it is not JSON',
  'not-timeline': 'it is not a JSON export of a timeline',
  empty: 'it contains no calls',
  'too-many': 'it contains more than 5,000 calls or 2,000 steps',
  'not-step': (at: number) => `step ${at} is malformed, or ${badPicture}`,
  'not-call': (at: number) => `call ${at} is malformed, its ID appears twice, or ${badPicture}`,
  'not-step-of': (at: number) => `call ${at} is a step of a step, or of itself`,
  tooLarge: 'its calls and screenshots take more than 100 MB',
} as const;

/** Why a rule of the user refused a call. */
const refusedByRule: Readonly<Record<RefusingRule, string>> = {
  paused: 'Denied: you had paused agents.',
  agent: 'Denied: you had blocked this agent.',
  tool: 'Denied by your rules: this tool is off.',
  'tool-set': 'Denied by your rules: this tool isn’t offered to agents.',
  look: 'Denied by your rules: reads are off.',
  act: 'Denied by your rules: actions are off.',
  risk: 'Denied by your rules: risky calls are off.',
  token: 'Denied: the agent’s token doesn’t allow this.',
};

/** The result of a call for the user: the text that the agent got, or that the user or one of their rules refused it. */
export function resultText({
  text,
  refused,
  refusalNote,
}: Pick<Call, 'text' | 'refused' | 'refusalNote'>): string {
  if (typeof refused === 'string' && refused !== 'unanswered') return refusedByRule[refused];
  if (refusalNote === undefined) return text;
  const byUser = 'You denied this call.';
  return refusalNote === '' ? byUser : `${byUser}\nYou wrote: ${plainText(refusalNote)}`;
}
