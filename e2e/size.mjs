/**
 * `npm run size`: lines and files of each part of the sources, tests counted separately; with
 * `-- --rooms` of each folder too. Files and importers come from dependency-cruiser.
 */
import { readFileSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
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
const columns = ['lines', 'files', '1 importer', `< ${fewLines} lines`, 'test lines', 'test files'];

process.chdir(root);
const { output } = await cruise(['app', 'core', 'worker', 'e2e'], {
  ...(await extractDepcruiseOptions('./.dependency-cruiser.mjs')),
  validate: false,
});

const files = output.modules.flatMap(({ source, dependents }) => {
  const [part, start] = Object.entries(parts).find(([, each]) => source.startsWith(each)) ?? [];
  if (part === undefined) return [];
  const room = source.slice(start.length).split('/').slice(0, -1)[0] ?? '.';
  const lines = readFileSync(source, 'utf8').trimEnd().split('\n').length;
  const importers = dependents.filter((each) => !tests.test(each)).length;
  return [{ part, room, lines, importers, isTest: tests.test(source) }];
});

const print = (cells, name) =>
  console.log(cells.map((cell) => `${cell}`.padStart(11)).join('') + name);

function row(name, own) {
  const product = own.filter(({ isTest }) => !isTest);
  const tested = own.filter(({ isTest }) => isTest);
  const sum = (some) => some.reduce((total, { lines }) => total + lines, 0);
  const single = product.filter(({ importers }) => importers === 1).length;
  const brief = product.filter(({ lines }) => lines < fewLines).length;
  print([sum(product), product.length, single, brief, sum(tested), tested.length], `  ${name}`);
}

print(columns, '');
for (const name of Object.keys(parts)) {
  const own = files.filter(({ part }) => part === name);
  row(name, own);
  const rooms = process.argv.includes('--rooms') ? new Set(own.map(({ room }) => room)) : [];
  for (const name of [...rooms].sort())
    row(
      `  ${name}`,
      own.filter(({ room }) => room === name),
    );
}
row('all', files);
