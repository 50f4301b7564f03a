import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,worker,app}/**/*.test.ts'],
    setupFiles: ['vitest.setup.ts'],
    testTimeout: 15_000,
    // Tango leaves promises that reject when a phone is unplugged; worker/main.ts quiets them too.
    onUnhandledError: (error) =>
      !(error.name === 'NetworkError' && /USBDevice/.test(error.message)),
  },
});
