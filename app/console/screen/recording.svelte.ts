import { HandsetError, toHandsetError } from '#core/errors.ts';
import type { WorkerLink } from '#core/link/link.ts';
import type { RecordingStatus } from '#core/link/live.ts';
import { downloadFile } from '../../ui/save-file.ts';

/** Why a recording ended with the worker that made it. */
const recordingLost = 'Handset’s background worker was restarted, so the recording is lost.';
const endedByPause = 'You paused agents, so the recording ended.';
/** How long the page shows that a recording was saved; the palette can save it again even later. */
const savedShownMs = 15_000;

/** The worker's recording of the phone's screen, and the download of its videos. */
export class RecordingState {
  status = $state.raw<RecordingStatus>({ state: 'off' });
  #hiddenStatus = $state.raw<RecordingStatus | null>(null);
  readonly isOn = $derived(this.status.state === 'starting' || this.status.state === 'recording');
  /** Whether to show the recording's status. */
  readonly isShown = $derived(this.status.state !== 'off' && this.status !== this.#hiddenStatus);
  /** Why the recording ended early, for the user. A pause of agents is given only while it lasts. */
  readonly endReason = $derived.by(() => {
    if (this.status.state !== 'ended') return null;
    if (!this.status.isEndedByUser) return this.status.endReason;
    return this.#agentsPaused() ? endedByPause : null;
  });
  readonly #link: WorkerLink;
  readonly #agentsPaused: () => boolean;

  constructor(link: WorkerLink, agentsPaused: () => boolean) {
    this.#link = link;
    this.#agentsPaused = agentsPaused;
    link.on('recording', (status) => {
      this.status = status;
      if (status.state !== 'ended') return;
      this.download();
      if (status.endReason === null) setTimeout(() => (this.#hiddenStatus = status), savedShownMs);
    });
    window.addEventListener('beforeunload', (event) => {
      if (this.isOn) event.preventDefault();
    });
  }

  /** Starts a recording, or stops the running one; resolves to the note to show. Rejects if it can't start. */
  async toggle(): Promise<string> {
    const action = this.isOn ? 'stop' : 'start';
    try {
      await this.#link.call('record', { action });
      return '';
    } catch (thrown) {
      const error = toHandsetError(thrown);
      // The note has no separate place for a hint.
      throw new HandsetError(error.code, error.fullText, { cause: error });
    }
  }

  /** Downloads the videos of the recording that has ended. */
  download(): void {
    if (this.status.state !== 'ended') return;
    for (const { file, fileName } of this.status.videos) downloadFile(file, fileName);
  }

  /** Deletes the browser's copy of the videos. */
  discard(): void {
    void this.#link.call('record', { action: 'discard' });
  }

  /** Call when the worker was replaced: what it recorded is lost. */
  reset(): void {
    this.status = this.isOn
      ? { state: 'ended', videos: [], endReason: recordingLost, isEndedByUser: false }
      : { state: 'off' };
  }
}
