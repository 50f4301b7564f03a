/**
 * Resolves in a task of its own, so that everything already under way in microtasks is done
 * first. Browsers hold `setTimeout(0)` back to 4 ms, a message they don't.
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
