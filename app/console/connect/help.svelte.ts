import type { TroubleId } from './trouble-of.ts';

/** The parts below the buttons of the welcome page. */
type HelpPartId = 'guide' | 'troubles' | 'agents' | 'check';

/** Which parts are open, and which trouble is meant. */
export class HelpState {
  readonly open = $state<Record<HelpPartId, boolean>>({
    guide: false,
    troubles: false,
    agents: false,
    check: false,
  });
  /** The entry that was asked for last, anew each time; the keyboard is moved there. */
  meant = $state.raw<{ readonly id: TroubleId } | null>(null);

  /** Opens the list of troubles at this entry. */
  showTrouble(id: TroubleId): void {
    this.open.troubles = true;
    this.meant = { id };
  }
}
