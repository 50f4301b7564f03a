import type { Field } from './schema.ts';

/** What every kind of field has around it. */
export interface Frame {
  /** Of the control; `<id>-help` tells about it. */
  readonly id: string;
  readonly field: Field;
  /** What is wrong with the value. */
  readonly problems: readonly string[];
}
