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
    // Tests mostly wait for the demo phone's delays.
    maxWorkers: 4,
    // Tango leaves rejected promises when a phone is unplugged or released; worker/main.ts ignores them too.
    onUnhandledError: ({ name = '', message }) =>
      message !== 'Socket closed' &&
      !(unplugErrors.includes(name) && message.includes('USBDevice')),
  },
});
