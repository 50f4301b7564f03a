/**
 * Resolves in a new task, after all pending microtasks. Browsers delay `setTimeout(0)` by up to
 * 4 ms, but not a message.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
