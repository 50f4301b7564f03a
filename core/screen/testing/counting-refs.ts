import { refOfNumber } from '../snapshots.ts';

/** A source of refs that begins at `e1`. */
export function countingRefs(): () => string {
  let number = 0;
  return () => refOfNumber(number++);
}
