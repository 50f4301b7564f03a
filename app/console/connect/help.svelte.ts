import type { IssueId } from './trouble-of.ts';

/** The sections below the buttons of the welcome page. */
type HelpSectionId = 'guide' | 'troubles' | 'agents' | 'check';

/** Which help sections are open, and which troubleshooting entry was requested last. */
export class HelpState {
  readonly open = $state<Record<HelpSectionId, boolean>>({
    guide: false,
    troubles: false,
    agents: false,
    check: false,
  });
  /** The entry requested last; a new object each time, so that the focus moves there again. */
  requestedIssue = $state.raw<{ readonly id: IssueId } | null>(null);

  /** Opens the troubleshooting list at this entry. */
  showIssue(id: IssueId): void {
    this.open.troubles = true;
    this.requestedIssue = { id };
  }
}
