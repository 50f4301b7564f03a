/** The parameters of get_device_logs, with the reference's words, which have no quotes here. */
import { z } from 'zod';
import { wholeNumber } from './common.ts';
import { showWord } from './show-value.ts';

const levels = ['V', 'D', 'I', 'W', 'E', 'F'] as const;
type Level = (typeof levels)[number];

const lastLines = wholeNumber(
  'last_lines',
  { min: 1, max: 1000 },
  {
    notWhole: (given) => `last_lines must be an integer, got ${given}`,
    range: (value) => `last_lines must be between 1 and 1000, got ${value}`,
  },
);

const level = z
  .string()
  .refine(isLevel, {
    error: ({ input }) => `level must be one of: ${levels.join(', ')}. Got: '${showWord(input)}'`,
    abort: true,
  })
  .meta({ enum: levels })
  .transform((word): Level => (isLevel(word) ? word : z.NEVER));

function isLevel(word: string): word is Level {
  return levels.some((known) => known === word);
}

/** A word of these characters only. */
function matching(pattern: RegExp, rule: string) {
  return z.string().refine((word) => pattern.test(word), {
    error: ({ input }) => `${rule} Got: '${showWord(input)}'`,
  });
}

const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$/;

function time(name: string) {
  return z.string().refine(isTime, {
    error: ({ input }) =>
      `${name} must be an ISO 8601 timestamp (e.g., '2024-01-15T10:30:00'). Got: '${showWord(input)}'${withoutZone(input)}`,
  });
}

/** What programs write at the end of a timestamp by themselves. */
const zonePattern = /T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/;

function withoutZone(input: unknown): string {
  const isZoned = typeof input === 'string' && zonePattern.test(input);
  return isZoned ? ". Leave out the zone: times are the phone's own local time." : '';
}

/** Whether the text has the form and names a moment that exists, which the 30th of February does not. */
function isTime(text: string): boolean {
  if (!timePattern.test(text)) return false;
  const epochMs = toEpochMs(text);
  if (Number.isNaN(epochMs)) return false;
  return new Date(epochMs).toISOString().slice(0, 19) === text.slice(0, 19);
}

/** Only for comparing: the zone is the phone's and the same for all. */
function toEpochMs(text: string): number {
  return Date.parse(`${text}Z`);
}

/** All of them; times are the phone's own local time. */
export const logInput = z
  .strictObject({
    last_lines: lastLines.default(100),
    since: time('since').optional().describe("ISO 8601 without zone, the phone's local time."),
    until: time('until').optional(),
    tag: matching(
      /^[a-zA-Z0-9._:*-]+$/,
      "tag contains invalid characters. Allowed: letters, digits, '.', '_', ':', '*', '-'.",
    ).optional(),
    level: level.prefault('D').describe('This level and above.'),
    package_name: matching(
      /^[a-zA-Z][a-zA-Z0-9._]*$/,
      "package_name contains invalid characters. Must start with a letter and contain only letters, digits, '.', '_'.",
    )
      .optional()
      .describe('Of a running app.'),
  })
  .superRefine(({ since, until }, context) => {
    if (since === undefined || until === undefined) return;
    if (toEpochMs(since) <= toEpochMs(until)) return;
    const message = `since must not be after until. Got: '${since}' and '${until}'`;
    context.addIssue({ code: 'custom', message });
  });
