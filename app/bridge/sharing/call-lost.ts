/** What an agent is told when its bridge went away under a message. */
export function callLost(cause: unknown): Error {
  return new Error(
    'The bridge stopped during the call, which may or may not have run; look at the screen before you repeat it.',
    { cause },
  );
}
