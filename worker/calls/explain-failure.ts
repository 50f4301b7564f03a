import { HandsetError, toHandsetError } from '../../core/errors.ts';
import { stopped } from '../controls/refusals.ts';

const doubt = 'The call may or may not have run; look at the screen before you repeat it.';

/** How far a call had come when it failed. */
export interface FailedAt {
  readonly effect: 'read' | 'act';
  /** Whether the tool itself had begun. */
  readonly began: boolean;
  /** Whether the person had stopped everything. */
  readonly stopped: boolean;
}

/** The error as the agent is to read it: with what can't be known of a call that acts. */
export function explainFailure(thrown: unknown, at: FailedAt): HandsetError {
  const mayHaveActed = at.began && at.effect === 'act';
  if (at.stopped) return stopped(mayHaveActed ? doubt : undefined);
  const error = toHandsetError(thrown);
  return mayHaveActed ? inDoubt(error) : error;
}

/** Says so where nobody can tell whether the phone has acted. */
function inDoubt(error: HandsetError): HandsetError {
  const { code, message, hint } = error;
  if (code !== 'phone-lost' && code !== 'timeout') return error;
  return new HandsetError(code, `${message} ${doubt}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}
