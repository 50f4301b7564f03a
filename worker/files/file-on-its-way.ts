import type { Transfer } from '../../core/link/transfer.ts';

/** A file that the person gave, and who hears how far it has come. */
export interface FileOnItsWay {
  readonly file: File;
  onProgress(progress: Omit<Transfer, 'id'>): void;
}
