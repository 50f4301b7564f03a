import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { type BackendSupport, capabilities } from '#core/input/backends.ts';
import { type ClientConfig, type ClientSetup, isPublished } from '#core/clients/client-setup.ts';
import { clientSetups } from '#core/clients/clients.ts';
import { tools } from '#core/tools/registry.ts';
import { faultRows } from './fault-table.ts';

export const readmeFile = join(import.meta.dirname, '..', 'README.md');

/** The README's current text, and the text with its generated parts rebuilt and formatted. */
export async function readReadme(): Promise<{ readonly text: string; readonly rebuilt: string }> {
  const text = await readFile(readmeFile, 'utf8');
  const style = await resolveConfig(readmeFile);
  return { text, rebuilt: await format(withTables(text), { ...style, filepath: readmeFile }) };
}

/** Replaces the commands that start it, the client configurations and the tables of tools, input backends and faults. */
function withTables(readme: string): string {
  const tables = {
    start: startCommands(),
    clients: clientSections(),
    tools: toolRows(),
    backends: inputBackendRows(),
    faults: faultRows(),
  };
  return Object.entries(tables).reduce(
    (text, [name, rows]) => replaceBetweenMarkers(text, name, rows.join('\n')),
    readme,
  );
}

function replaceBetweenMarkers(readme: string, name: string, table: string): string {
  const [before, rest] = readme.split(`<!-- ${name}:begin -->`);
  const after = rest?.split(`<!-- ${name}:end -->`)[1];
  if (before === undefined || after === undefined) throw new Error(`The README has no ${name}.`);
  return `${before}<!-- ${name}:begin -->\n\n${table}\n\n<!-- ${name}:end -->${after}`;
}

/** Placeholders for values that only a running bridge knows. */
const placeholders = {
  mcpUrl: 'http://127.0.0.1:7340/mcp',
  token: 'TOKEN',
  ownToken: false,
  programPath: `/path/to/${isPublished ? 'node_modules/' : ''}handset/dist-bridge/bridge.js`,
  programArguments: [],
};

/** How a person starts Handset for the first time. */
function startCommands(): string[] {
  const clone = ['git clone <this repository> handset && cd handset', 'npm start'];
  return ['```sh', ...(isPublished ? ['npx handset'] : clone), '```'];
}

function clientSections(): string[] {
  return clientSetups(placeholders, null).flatMap(clientSection);
}

function clientSection({ name, configs }: ClientSetup): string[] {
  return [
    `<details><summary>${name}</summary>`,
    '',
    ...configs.flatMap(setupMethodPart),
    '</details>',
    '',
  ];
}

function setupMethodPart({ kind, where, language, text }: ClientConfig): string[] {
  const how = kind === 'http' ? 'HTTP' : 'stdio';
  return [
    `**${how}**: ${where}`,
    '',
    `\`\`\`${language === 'shell' ? 'sh' : language}`,
    text,
    '```',
    '',
  ];
}

function toolRows(): string[] {
  const rows = tools.map(({ name, description, onlyWithAllTools }) => {
    const mark = onlyWithAllTools === true ? ' \\*' : '';
    return `| \`${name}\`${mark} | ${description} |`;
  });
  return ['| Tool | What it does |', '| --- | --- |', ...rows];
}

function inputBackendRows(): string[] {
  const rows = Object.values(capabilities).map(
    ({ what, scrcpy, shell }) => `| ${what} | ${abilityText(scrcpy)} | ${abilityText(shell)} |`,
  );
  return [
    '| What | With the scrcpy server | With the shell alone |',
    '| --- | --- | --- |',
    ...rows,
  ];
}

function abilityText({ supported, note }: BackendSupport): string {
  return note === '' ? supported : `${supported}: ${note}`;
}
