/** What a Playwright run's JSON report says: how many tests passed, and what is to be told of them. */
import { stripVTControlCharacters } from 'node:util';

/** All tests of a Playwright report, each with where it stands. */
const testsOf = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(testsOf),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map((test) => ({ ...test, name: `${file}: ${title}` })),
  ),
];

/** Whether the run was ended while this test was running, or before it began. */
const wasRunning = ({ results }) => results.at(-1)?.status === 'interrupted';
const didNotRun = ({ results }) => results.length === 0;

/** Why and where a test's first try failed. Only the beginning: compared pictures are megabytes long. */
function firstFailureOf({ results }) {
  const failures = results[0].errors.map(({ message, location }) => {
    const lines = stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 4);
    return [
      ...lines.map((line) => line.slice(0, 200)),
      ...(location ? [`line ${location.line}`] : []),
    ];
  });
  return failures
    .flat()
    .map((line) => `\n  ${line}`)
    .join('');
}

/** What a Playwright run has to tell besides its counts: figures, reasons for skipped tests, tests that passed only at the second try, tests that were not run to their end. */
export function notesOf(report) {
  const tests = testsOf(report);
  const notes = tests
    .flatMap(({ annotations }) => annotations)
    .filter(({ type, description }) => /^(?:figures|skip)$/.test(type) && description !== undefined)
    .map(({ description }) => description);
  const named = (what, holds) => tests.filter(holds).map(({ name }) => `${what}: ${name}`);
  return [
    ...notes,
    ...tests
      .filter(({ status }) => status === 'flaky')
      .map((test) => `flaky: ${test.name}${firstFailureOf(test)}`),
    ...named('was running', wasRunning),
    ...named('did not run', didNotRun),
  ];
}

/** A test that was not run to its end has failed; in Playwright's own counts it is skipped. */
export function countsOf(report) {
  const tests = testsOf(report);
  const hasFailed = (test) => test.status === 'unexpected' || wasRunning(test) || didNotRun(test);
  const failed = tests.filter(hasFailed).length;
  const skipped = tests.filter((test) => test.status === 'skipped' && !hasFailed(test)).length;
  return { passed: tests.length - failed - skipped, failed, skipped };
}
