import { type AbilityName, abilities } from '../../../core/acting/ways.ts';
import { HandsetError } from '../../../core/errors.ts';

/** `unsupported` for what takes the scrcpy server: what it is, why not by the shell, why not by the server. */
export function impossible(
  ability: AbilityName,
  whyNotScrcpy: string,
  options: { readonly detail?: string; readonly why?: string; readonly cause?: unknown } = {},
): HandsetError {
  const { what, shell } = abilities[ability];
  const { detail = what, why = shell.how, cause } = options;
  return new HandsetError(
    'unsupported',
    `${detail}: not possible on this phone now. By the phone's own commands: ${why}. It needs the scrcpy server, which can't run here: ${whyNotScrcpy}`,
    { cause },
  );
}
