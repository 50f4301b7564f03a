/** Recordings of the phone's screen, as tools and the console see them. */
import type { Client } from '../caller.ts';
import type { Size } from '../geometry.ts';

/** Who began a recording: the client whose call it was, or null for the user. */
export type RecordingStarter = Client | null;

/** One video of a recording: a turn of the screen begins a new one. */
export interface RecordedVideo {
  /** Its file name in the downloads of the console's browser. */
  readonly fileName: string;
  readonly durationMs: number;
  readonly bytes: number;
  /** Pixels of the video. */
  readonly size: Size;
}

/** A recording that has ended; its videos can be played to their ends. */
export interface FinishedRecording {
  /** In order; empty only where no picture came. */
  readonly videos: readonly RecordedVideo[];
  /** Why it ended before it was stopped; null when it was stopped. */
  readonly endReason: string | null;
}

/** Records the screen of one phone. */
export interface PhoneRecorder {
  /**
   * Begins a recording for this client, which ends by itself after `maxMs`; resolves with the first picture's size when
   * that has been recorded. Rejects with `unsupported` where the phone or the browser has no video, with
   * `invalid-argument` while a recording runs, `storage-full`, and the errors of the video.
   */
  start(client: Client, maxMs: number, signal: AbortSignal): Promise<Size>;
  /**
   * Ends the recording that this client began; resolves when its videos are complete. After one that has ended
   * by itself, resolves with that one, once. Rejects with `invalid-argument` when there is neither, and when somebody else's runs.
   */
  stop(client: Client, signal: AbortSignal): Promise<FinishedRecording>;
}
