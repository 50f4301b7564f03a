/** A moment as `-t` and `-T` take it, and what stands behind it. */
export interface Moment {
  readonly epochMs: number;
  readonly rest: string;
}

/**
 * `MM-DD hh:mm:ss.mmm`, `YYYY-MM-DD hh:mm:ss.mmm` or `sssss.mmm`, in the phone's time zone, which is
 * UTC. Without a year it is this one; the dot must be there (log_time::strptime).
 */
export function parseMoment(text: string, nowEpochMs: number): Moment | undefined {
  const seconds = /^(\d+)\.(\d{0,9})/.exec(text);
  if (seconds) return momentAt(seconds, Number(seconds[1]) * 1000, text);
  const date = /^(?:(\d{4})-)?(\d{1,2})-(\d{1,2})\s+(\d{1,2}):(\d{1,2}):(\d{1,2})\.(\d{0,9})/;
  const match = date.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match.map(Number);
  const inRange =
    isIn(month, 1, 12) && isIn(day, 1, 31) && isIn(hour, 0, 23) && isIn(minute, 0, 59);
  if (!inRange || !isIn(second, 0, 61)) return undefined;
  const inYear = match[1] === undefined ? new Date(nowEpochMs).getUTCFullYear() : (year ?? 0);
  const whole = Date.UTC(inYear, (month ?? 1) - 1, day, hour, minute, second);
  return momentAt(match, whole, text);
}

function isIn(value: number | undefined, least: number, most: number): boolean {
  return value !== undefined && value >= least && value <= most;
}

function momentAt(match: RegExpExecArray, wholeMs: number, text: string): Moment {
  const part = match.at(-1) ?? '';
  return {
    epochMs: wholeMs + Number(part.padEnd(3, '0').slice(0, 3)),
    rest: text.slice(match[0].length),
  };
}
