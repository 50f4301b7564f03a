/** The socket as an end of the relay sees it; both may be called at any time, a closed socket ignores them. */
export interface Channel {
  send(text: string): void;
  /** Whether so much waits already for the far side to read it that nothing large should be added. */
  isBehind?(): boolean;
  /** `code` is one of `CLOSE`; `reason` may have any length: the socket's side cuts it with `closeReason`. */
  close(code: number, reason: string): void;
}
