import { configDefaults, defineConfig } from 'vitest/config';

/** Of writes to a socket, and to a stream of the bridge, that has ended. */
const leftMessages = ['Socket closed', 'The stream has ended.'];
const unplugErrors = ['NetworkError', 'NotFoundError', 'AbortError', 'InvalidStateError'];

/** Tests with programs of others, tests of tools on other versions than Android 14, and broken connections: only `npm run test:more` runs them. */
const more = [
  'app/bridge/adb/real-adbd.test.ts',
  'worker/testing/tools/*-versions.test.ts',
  'worker/testing/chaos/*.test.ts',
];
/** Generated and mutated inputs for every reader: only `npm run fuzz` and `npm run test:more` run them. */
const fuzz = ['e2e/fuzz/*.test.ts'];
/** Tests that count the work of modules, which must load after the counting began. */
const counting = ['{core,worker}/**/parsing-work.test.ts'];
/** The worker's tests, most of them on a driven clock. */
const worker = ['worker/**/*.test.ts'];
/** Tests that leave no timers and no globals behind. */
const pure = [
  'app/**/*.test.ts',
  'core/*.test.ts',
  'core/{screen,selector,format,annotate,gestures,input,mcp,tools,clients,commands,link}/**/*.test.ts',
  'core/demo-phone/{adbd,shell}/**/*.test.ts',
];
const except = (...files: readonly string[][]): string[] => [
  ...configDefaults.exclude,
  ...files.flat(),
];

/**
 * Where tests are not isolated, modules load once per process, which saves a file of the worker about a second of
 * processor time. The projects run one after the other, since a process that changes to another one loads all again.
 */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'worker',
          include: worker,
          exclude: except(counting, more),
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          exclude: except(counting, more),
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['{core,app,e2e}/**/*.test.ts'],
          exclude: except(pure, more, fuzz),
          sequence: { groupOrder: 2 },
        },
      },
      { extends: true, test: { name: 'counting', include: counting } },
      { extends: true, test: { name: 'more', include: more } },
      { extends: true, test: { name: 'fuzz', include: fuzz } },
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
    onUnhandledError: ({ name = '', message, stack = '' }) =>
      !leftMessages.includes(message) &&
      !(unplugErrors.includes(name) && message.includes('USBDevice')) &&
      !(name === 'AbortError' && stack.includes('AdbDaemonTransport.authenticate')),
  },
});
