import type { WireError } from '#core/errors.ts';

/** The ids of the troubleshooting entries (troubleshooting/entries.ts). */
export const issueIds = [
  'nothing-listed',
  'nothing-chosen',
  'claim',
  'denied',
  'disconnected',
  'no-dialog',
  'refused',
  'no-answer',
  'other-tab',
  'not-granted',
  'no-webusb',
  'not-secure',
  'framed',
  'busy-state',
  'no-gesture',
  'black-picture',
  'touches',
  'slow',
  'unreadable',
  'screen-taken',
  'no-server',
  'no-console',
  'paused',
  'phone-elsewhere',
  'versions',
  'bridge-away',
  'local-network',
  'bridge-link',
] as const;
export type IssueId = (typeof issueIds)[number];

/** The troubleshooting entry for a failure to connect; null where there is none. */
export function issueFor({ code, detail }: WireError): IssueId | null {
  switch (code) {
    case 'usb-busy':
      return detail === 'other-tab' ? 'other-tab' : 'claim';
    case 'usb-denied':
      return 'denied';
    case 'phone-lost':
      return detail === 'usb-changing' ? 'busy-state' : 'disconnected';
    case 'auth-refused':
      return 'refused';
    case 'waiting-for-allow':
      return 'no-dialog';
    case 'timeout':
      return 'no-answer';
    case 'no-phone':
      return 'not-granted';
    case 'usb-unsupported':
      return detail === 'page-not-secure' ? 'not-secure' : 'no-webusb';
    case 'input-denied':
      return 'touches';
    default:
      if (detail === 'usb-not-delegated') return 'framed';
      return detail === 'no-user-gesture' ? 'no-gesture' : null;
  }
}

/** The sections below the buttons of the welcome page, and those of its help. */
export type HelpSectionId = 'more' | 'help' | 'guide' | 'troubleshooting';

/** Which help sections are open, and which troubleshooting entry was requested last. */
export class HelpState {
  readonly open = $state<Record<HelpSectionId, boolean>>({
    more: false,
    help: false,
    guide: false,
    troubleshooting: false,
  });
  /** The entry requested last; a new object each time, so that the focus moves there again. */
  requestedIssue = $state.raw<{ readonly id: IssueId } | null>(null);

  /** Opens the troubleshooting list at this entry. */
  showIssue(id: IssueId): void {
    this.open.help = true;
    this.open.troubleshooting = true;
    this.requestedIssue = { id };
  }
}
