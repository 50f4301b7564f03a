import { unless, type Command } from '../../ui/command.ts';
import type { TransfersState } from './transfers.svelte.ts';

/** Clears the list of transfers. */
export function clearTransfersCommand(transfers: TransfersState): Command {
  return {
    id: 'clear-transfers',
    label: 'Clear the list of sent files',
    shortLabel: 'Clear finished',
    synonyms: 'files dismiss uploads',
    cannotRun: unless(transfers.entries.length > 0, 'No files were sent'),
    run: () => transfers.dismissEnded(),
  };
}
