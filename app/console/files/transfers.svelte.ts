import type { WorkerLink } from '../../../core/link/link.ts';
import type { Transfer } from '../../../core/link/transfer.ts';

/** Files on their way to the phone. */
export class TransfersState {
  running = $state.raw<readonly Transfer[]>([]);

  constructor(link: WorkerLink) {
    link.on('transfer', (transfer) => {
      const others = this.running.filter(({ id }) => id !== transfer.id);
      this.running = [...others, transfer];
    });
  }
}
