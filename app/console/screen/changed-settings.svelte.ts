import type { WorkerLink } from '#core/link/link.ts';
import type { CallRecord } from '#core/link/messages.ts';
import { KeptSettings } from './kept-settings.ts';

/** The connected phone's settings that tools have changed and can put back. */
export class ChangedSettingsState {
  names = $state.raw<readonly string[]>([]);
  /** Whether they are being put back. */
  isRestoring = $state(false);
  readonly kept: KeptSettings;
  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
    this.kept = new KeptSettings(link);
    link.on('changedSettings', ({ names }) => (this.names = names));
  }

  /** Puts the phone's settings back to what they were. A failure is in the record; rejects where there is no worker. */
  async restore(): Promise<CallRecord> {
    const call = { name: 'set_device', argumentsJson: '{"restore":true}' };
    this.isRestoring = true;
    try {
      return await this.#link.call('runTool', call);
    } finally {
      this.isRestoring = false;
    }
  }
}
