import type { TroubleId } from './trouble-of.ts';

/** The sections below the buttons of the welcome page. */
type HelpPartId = 'guide' | 'troubles' | 'agents' | 'check';

/** Which help sections are open, and which troubleshooting entry was requested last. */
export class HelpState {
  readonly open = $state<Record<HelpPartId, boolean>>({
    guide: false,
    troubles: false,
    agents: false,
    check: false,
  });
  /** The entry requested last; a new object each time, so that the focus moves there again. */
  meant = $state.raw<{ readonly id: TroubleId } | null>(null);

  /** Opens the troubleshooting list at this entry. */
  showTrouble(id: TroubleId): void {
    this.open.troubles = true;
    this.meant = { id };
  }
}
