import { defineConfig } from 'vitest/config';

const unplugErrors = ['NetworkError', 'NotFoundError', 'AbortError', 'InvalidStateError'];

export default defineConfig({
  test: {
    include: ['{core,worker,app,e2e}/**/*.test.ts'],
    setupFiles: ['vitest.setup.ts'],
    // Assertions poll until they hold; a slow machine must not fail them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Most of a run is waiting for the demo phone's own times, not computing.
    maxWorkers: 3,
    // Tango leaves promises that reject when a phone is unplugged or given back; worker/main.ts quiets them too.
    onUnhandledError: ({ name = '', message }) =>
      message !== 'Socket closed' &&
      !(unplugErrors.includes(name) && message.includes('USBDevice')),
  },
});
