/** Ends the program on a signal: the first in order, the second at once. */
export function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void close().then(() => process.exit(0));
    });
  }
}
