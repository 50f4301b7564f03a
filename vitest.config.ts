import { configDefaults, defineConfig } from 'vitest/config';

const unplugErrors = ['NetworkError', 'NotFoundError', 'AbortError', 'InvalidStateError'];

/** Tests that leave nothing behind: no timers, no globals, no open phone. Their modules load once per worker. */
const pure = [
  'app/{console,ui,browser-agents}/**/*.test.ts',
  'core/*.test.ts',
  'core/{screen,selector,format,annotate,gestures,input,mcp,tools,clients,commands,link}/**/*.test.ts',
  'core/demo-phone/{adbd,shell}/**/*.test.ts',
];

/** Tests of tools: each closes its phones. Their modules, the worker's own, take longer to load than most tests to run. */
const tools = ['worker/testing/tools/*.test.ts'];

/** Tests with programs of others, which only `npm run test:more` runs. */
const more = ['app/bridge/adb/real-adbd.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: pure, isolate: false } },
      { extends: true, test: { name: 'tools', include: tools, isolate: false } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['{core,worker,app,e2e}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...pure, ...tools, ...more],
        },
      },
      { extends: true, test: { name: 'more', include: more } },
    ],
    setupFiles: ['vitest.setup.ts'],
    // The driven clock waits for work in the thread pool, in turn with it (core/testing/driven-clock.ts).
    env: { UV_THREADPOOL_SIZE: '1' },
    // Assertions poll until they hold; a slow machine must not fail them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Tests compute on two cores; those that start programs also wait.
    maxWorkers: 3,
    // Tango leaves rejected promises when a phone is unplugged or released; worker/main.ts ignores them too.
    onUnhandledError: ({ name = '', message }) =>
      message !== 'Socket closed' &&
      !(unplugErrors.includes(name) && message.includes('USBDevice')),
  },
});
