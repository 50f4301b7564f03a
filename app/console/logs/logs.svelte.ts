import type { WorkerLink } from '../../../core/link/link.ts';
import type { LogLine } from '../../../core/link/phone-log.ts';

/** The phone's log. */
export class LogsState {
  lines = $state.raw<readonly LogLine[]>([]);

  constructor(link: WorkerLink) {
    link.on('log', ({ lines }) => (this.lines = [...this.lines, ...lines]));
  }
}
