import { HandsetError } from '../../errors.ts';
import type { SystemDialog } from '../world.ts';
import type { ShownSystemDialog } from './system/allow-dialog.ts';

/**
 * Shows a dialog of the system and resolves with its tapped button. `show` puts it on the
 * display and returns the way to take it off. Rejects with `cancelled` when the signal aborts.
 */
export function waitForAnswer(
  dialog: SystemDialog,
  signal: AbortSignal,
  show: (shown: ShownSystemDialog) => () => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(cancelled(dialog, signal));
      return;
    }
    const shown: ShownSystemDialog = {
      dialog,
      checked: false,
      answer: (button) => {
        end();
        resolve(button);
      },
    };
    const hide = show(shown);
    const { tapByItself } = dialog;
    const timer =
      tapByItself === undefined
        ? undefined
        : setTimeout(() => shown.answer(tapByItself.button), tapByItself.afterMs);
    const abort = () => {
      end();
      reject(cancelled(dialog, signal));
    };
    signal.addEventListener('abort', abort, { once: true });
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      hide();
    };
  });
}

function cancelled(dialog: SystemDialog, signal: AbortSignal): HandsetError {
  return new HandsetError('cancelled', `The dialog "${dialog.title}" was taken away unanswered.`, {
    cause: signal.reason,
  });
}
