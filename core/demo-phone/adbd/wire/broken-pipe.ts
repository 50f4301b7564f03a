/** Thrown into who writes after the other side has closed (EPIPE). */
export class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}
