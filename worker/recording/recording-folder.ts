/** Receives the bytes of one video. */
export interface VideoSink {
  /** Throws when there is no room. */
  write(bytes: Uint8Array<ArrayBuffer>, position: number): void;
}

/** A video that is being written. */
export interface OpenVideo extends VideoSink {
  /** Ends the writing; resolves with the file. */
  close(): Promise<File>;
}

/** The files of one recording. They last until `remove`, and no longer than the worker. */
export interface RecordingFolder {
  /** Begins a file. `onFull` is called when the disk is full; then there is room left to complete the file. */
  createVideo(onFull: () => void): Promise<OpenVideo>;
  /** Ends the writing: no further files are created. */
  close(): void;
  /** Deletes the files, after a while in which the browser may still read them. */
  remove(): Promise<void>;
}
