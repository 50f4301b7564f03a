/** Runs the conformance suite and parses its results. */
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Revision, Shortfall } from './shortfalls.ts';
import { runProgram } from './suites.ts';

const checkSchema = z.object({
  id: z.string(),
  status: z.string(),
  errorMessage: z.string().optional(),
});

/** One check of the suite. */
interface ConformanceCheck extends z.infer<typeof checkSchema> {
  readonly scenario: string;
}

interface ConformanceReport {
  readonly checks: readonly ConformanceCheck[];
  /** Scenarios that the revision requires. */
  readonly required: { readonly all: number; readonly passed: number };
  /** Checks of all scenarios, including those that the revision does not require. */
  readonly total: { readonly passed: number; readonly failed: number };
}

/** A run takes seconds; this is its timeout. */
const runTimeoutMs = 45_000;

/** Runs every scenario of the revision against this URL; rejects with the output if the suite does not finish. */
export async function runRequirements(
  revision: Revision,
  url: string,
  folder: string,
): Promise<ConformanceReport> {
  const args = ['server', '--url', url, '--requirements', revision, '-o', folder];
  const { output } = await runProgram('conformance', args, { deadlineMs: runTimeoutMs });
  const total = /^Total: (\d+) passed, (\d+) failed$/m.exec(output);
  if (total === null) throw new Error(`The suite did not come to its end:\n${output}`);
  const scenarioResults = readScenarioResults(output);
  const checks = await readChecks(folder);
  const required = scenarioResults.filter(({ isRequired }) => isRequired);
  return {
    checks: [...checks, ...crashedScenarios(scenarioResults, checks)],
    required: { all: required.length, passed: required.filter(({ passed }) => passed).length },
    total: { passed: Number(total[1]), failed: Number(total[2]) },
  };
}

async function readChecks(folder: string): Promise<ConformanceCheck[]> {
  const reads = (await readdir(folder)).map(async (name) => {
    // server-SCENARIO-2026-11-22T00-32-28-371Z
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const file = join(folder, name, 'checks.json');
    if (!existsSync(file)) return [];
    const json: unknown = JSON.parse(await readFile(file, 'utf8'));
    const checks = z.array(checkSchema).parse(json);
    return checks.map((check) => ({ ...check, scenario }));
  });
  return (await Promise.all(reads)).flat();
}

interface ScenarioResult {
  readonly scenario: string;
  readonly passed: boolean;
  /** Whether the revision requires the scenario. */
  readonly isRequired: boolean;
}

/** Parses the summary: every scenario with its mark, then again those that are not required. */
function readScenarioResults(output: string): ScenarioResult[] {
  const unscored = new Set([...output.matchAll(/^ {2}[✓✗] (\S+) \(\S+\)$/gm)].map(([, at]) => at));
  const lines = [...output.matchAll(/^([✓✗]) (\S+): \d+ passed, \d+ failed$/gm)];
  return lines.map(([, mark, scenario = '']) => ({
    scenario,
    passed: mark === '✓',
    isRequired: !unscored.has(scenario),
  }));
}

/** Failed scenarios that crashed before they reported a failed check. */
function crashedScenarios(
  scenarioResults: readonly ScenarioResult[],
  checks: readonly ConformanceCheck[],
): ConformanceCheck[] {
  const failed = new Set(checks.filter(({ status }) => status === 'FAILURE').map(scenarioOf));
  const silent = scenarioResults.filter(({ scenario, passed }) => !passed && !failed.has(scenario));
  return silent.map(({ scenario }) => ({ scenario, id: 'broke-off', status: 'FAILURE' }));
}

const scenarioOf = ({ scenario }: ConformanceCheck): string => scenario;

/** Whether the suite reports a failure or a warning. */
const isProblem = ({ status }: ConformanceCheck): boolean =>
  status === 'FAILURE' || status === 'WARNING';

/** One line for each unexpected failure, and for each expected failure that passed. */
export function unexpectedResults(
  checks: readonly ConformanceCheck[],
  shortfalls: readonly Shortfall[],
): readonly string[] {
  const expected = shortfalls.flatMap((each) => each.checks);
  const problems = checks.filter(isProblem);
  const names = ({ scenario, id }: ConformanceCheck): string[] => [scenario, `${scenario}:${id}`];
  const unexpected = problems.filter(
    (check) => !names(check).some((name) => expected.includes(name)),
  );
  const found = new Set(problems.flatMap(names));
  return [
    ...unexpected.map(
      ({ scenario, id, status, errorMessage = '' }) =>
        `${scenario}:${id} ${status} ${errorMessage}`,
    ),
    ...expected.filter((name) => !found.has(name)).map((name) => `${name} passes now`),
  ];
}
