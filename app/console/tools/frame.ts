import type { FormField } from './schema.ts';

/** What the frame around every kind of field needs. */
export interface FieldFrameProps {
  /** Id of the form control; `<id>-help` is the id of its description. */
  readonly id: string;
  readonly field: FormField;
  /** Messages about what is wrong with the value. */
  readonly problems: readonly string[];
}
