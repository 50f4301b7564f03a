/**
 * `npm run size`: lines and files of each folder of the sources, against its budget of lines. Fails
 * if a folder has more lines than its budget, or none. Files and importers come from
 * dependency-cruiser.
 */
import { readFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import budgets from './line-budgets.json' with { type: 'json' };
import { root } from './steps.mjs';

/** Path prefixes of the parts; the first that matches a file wins. */
const parts = {
  'app panels': 'app/console/',
  'app/bridge': 'app/bridge/',
  'app, the rest': 'app/',
  'core/demo-phone': 'core/demo-phone/',
  'core, the rest': 'core/',
  worker: 'worker/',
  'e2e support': 'e2e/',
};
const tests = /\.(?:test|spec|suite)\.ts$|\/testing\//;
const fewLines = 40;
const columns = [
  'lines',
  'budget',
  'files',
  '1 importer',
  `< ${fewLines} lines`,
  'test lines',
  'test files',
];

process.chdir(root);
const { output } = await cruise(['app', 'core', 'worker', 'e2e'], {
  ...(await extractDepcruiseOptions('./.dependency-cruiser.mjs')),
  validate: false,
});

const files = output.modules.flatMap(({ source, dependents }) => {
  const [part, start] = Object.entries(parts).find(([, each]) => source.startsWith(each)) ?? [];
  if (part === undefined || source.endsWith('.json')) return [];
  const folder = start + (source.slice(start.length).split('/').slice(0, -1)[0] ?? '');
  const lines = readFileSync(source, 'utf8').trimEnd().split('\n').length;
  const importers = dependents.filter((each) => !tests.test(each)).length;
  return [{ part, folder, lines, importers, isTest: tests.test(source) }];
});

const sum = (some) => some.reduce((total, { lines }) => total + lines, 0);
const product = files.filter(({ isTest }) => !isTest);
const tested = files.filter(({ isTest }) => isTest);
const problems = [];

function check(name, lines) {
  const budget = budgets[name];
  if (budget === undefined) problems.push(`${name} has no budget in e2e/line-budgets.json`);
  else if (lines > budget)
    problems.push(`${name} has ${lines} lines, ${lines - budget} over its budget`);
  return budget;
}

function print(cells, name) {
  console.log(cells.map((cell) => `${cell}`.padStart(11)).join('') + name);
}

function row(name, isMember, budget) {
  const own = product.filter(isMember);
  const ownTests = tested.filter(isMember);
  const single = own.filter(({ importers }) => importers === 1).length;
  const brief = own.filter(({ lines }) => lines < fewLines).length;
  print([sum(own), budget, own.length, single, brief, sum(ownTests), ownTests.length], `  ${name}`);
}

print(columns, '');
for (const part of Object.keys(parts)) {
  row(part, (file) => file.part === part, '');
  const folders = new Set(product.filter((file) => file.part === part).map(({ folder }) => folder));
  for (const folder of [...folders].sort()) {
    const isMember = (file) => file.folder === folder;
    row(`  ${folder}`, isMember, check(folder, sum(product.filter(isMember))));
  }
}
row('all', () => true, '');
check('tests', sum(tested));

for (const folder of Object.keys(budgets))
  if (folder !== 'tests' && !product.some((file) => file.folder === folder))
    problems.push(`${folder} has a budget in e2e/line-budgets.json, but no files`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('A budget is raised only in a commit of its own that says what a user gained.');
  process.exitCode = 1;
}
