/** Reads a Playwright JSON report: counts of tests, and notes for the summary. */
import { stripVTControlCharacters } from 'node:util';

/** All tests of a report, named by file and title. */
const testsOf = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(testsOf),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map((test) => ({ ...test, file, name: `${file}: ${title}` })),
  ),
];

/** How long the tests of each file took, in seconds; those of one file may have run at the same time. */
export function filesOf(report) {
  const seconds = new Map();
  for (const { file, results } of testsOf(report)) {
    const ms = results.reduce((sum, { duration }) => sum + duration, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + ms / 1000);
  }
  return [...seconds].map(([file, sum]) => ({ file: `e2e/${file}`, seconds: sum }));
}

/** Whether the run was interrupted during this test, or before it. */
const wasRunning = ({ results }) => results.at(-1)?.status === 'interrupted';
const didNotRun = ({ results }) => results.length === 0;

/** The message and line of a test's first failure, shortened: image comparisons print megabytes. */
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

/** Lines for the summary: figures, reasons for skipped tests, flaky tests, and tests that did not finish. */
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

/** Counts tests; an unfinished test counts as failed, though Playwright counts it as skipped. */
export function countsOf(report) {
  const tests = testsOf(report);
  const hasFailed = (test) => test.status === 'unexpected' || wasRunning(test) || didNotRun(test);
  const failed = tests.filter(hasFailed).length;
  const skipped = tests.filter((test) => test.status === 'skipped' && !hasFailed(test)).length;
  return { passed: tests.length - failed - skipped, failed, skipped };
}
