import { unless, type Command } from '../../ui/command.ts';
import type { TransfersState } from './transfers.svelte.ts';

/** Clears the list of transfers. */
export function clearTransfersCommand(transfers: TransfersState): Command {
  return {
    id: 'clear-transfers',
    label: 'Clear the list of transfers',
    shortLabel: 'Clear finished',
    synonyms: 'files dismiss uploads downloads sent',
    cannotRun: unless(transfers.entries.length > 0, 'No files were transferred'),
    run: () => transfers.dismissEnded(),
  };
}
