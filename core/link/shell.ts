/** What page and worker send each other over the port of a shell on the phone. */

/** From the page. */
export type ShellInput =
  | { readonly kind: 'keys'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The new size of the terminal. */
  | { readonly kind: 'size'; readonly columns: number; readonly rows: number }
  /** The terminal has processed so many more bytes of the output. */
  | { readonly kind: 'processed'; readonly bytes: number };

/** From the worker. */
export type ShellOutput =
  /** The shell runs; `isLegacy`: before Android 7 it is told no size, and tells no exit code. */
  | { readonly kind: 'open'; readonly isLegacy: boolean }
  | { readonly kind: 'output'; readonly bytes: Uint8Array };

/** The worker reads no further while more output than this waits for the terminal, in bytes. */
export const maxUnprocessedBytes = 256 * 1024;
