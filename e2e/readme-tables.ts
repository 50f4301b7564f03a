import { type Reach, abilities } from '../core/acting/ways.ts';
import { tools } from '../core/tools/registry.ts';
import { faultRows } from './fault-table.ts';

/** The README with its generated tables made anew from the registry, the table of ways and the fault table. */
export function withTables(readme: string): string {
  const tables = { tools: toolRows(), ways: wayRows(), faults: faultRows() };
  return Object.entries(tables).reduce(
    (text, [name, rows]) => fill(text, name, rows.join('\n')),
    readme,
  );
}

function fill(readme: string, name: string, table: string): string {
  const [before, rest] = readme.split(`<!-- ${name}:begin -->`);
  const after = rest?.split(`<!-- ${name}:end -->`)[1];
  if (before === undefined || after === undefined) throw new Error(`The README has no ${name}.`);
  return `${before}<!-- ${name}:begin -->\n\n${table}\n\n<!-- ${name}:end -->${after}`;
}

function toolRows(): string[] {
  const rows = tools.map(({ name, description }) => `| \`${name}\` | ${description} |`);
  return ['| Tool | What it does |', '| --- | --- |', ...rows];
}

function wayRows(): string[] {
  const rows = Object.values(abilities).map(
    ({ what, scrcpy, shell }) => `| ${what} | ${reach(scrcpy)} | ${reach(shell)} |`,
  );
  return [
    '| What | With the scrcpy server | With the shell alone |',
    '| --- | --- | --- |',
    ...rows,
  ];
}

function reach({ works, how }: Reach): string {
  return how === '' ? works : `${works}: ${how}`;
}
