import { defineConfig } from 'vitest/config';

const unplugErrors = ['NetworkError', 'NotFoundError', 'AbortError', 'InvalidStateError'];

export default defineConfig({
  test: {
    include: ['{core,worker,app}/**/*.test.ts'],
    setupFiles: ['vitest.setup.ts'],
    testTimeout: 15_000,
    // Most of a run is waiting for the demo phone's own times, not computing.
    maxWorkers: 3,
    // Tango leaves promises that reject when a phone is unplugged or given back; worker/main.ts quiets them too.
    onUnhandledError: ({ name = '', message }) =>
      message !== 'Socket closed' &&
      !(unplugErrors.includes(name) && message.includes('USBDevice')),
  },
});
