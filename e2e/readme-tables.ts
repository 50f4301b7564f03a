import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import {
  type TroubleshootingEntry,
  headingOf,
  troubleshootingEntries,
  troubleshootingStrings,
} from '#app/console/connect/troubleshooting/entries.ts';
import { type BackendSupport, capabilities } from '#core/phone/input-backends.ts';
import { type ClientConfig, type ClientSetup, isPublished } from '#core/clients/client-setup.ts';
import { clientSetups } from '#core/clients/clients.ts';
import { type FaultName, faults } from '#core/demo-phone/options.ts';
import { faultOutcomes } from '#core/demo-phone/testing/fault-outcomes.ts';
import { systemIds } from '#core/link/operating-system.ts';
import { toolFamilies } from '#core/tools/registry.ts';

/** The repository's root. */
export const root = join(import.meta.dirname, '..');

/** The READMEs with generated parts: the name of each part, and its lines. */
const generatedParts: Readonly<Record<string, Readonly<Record<string, () => string[]>>>> = {
  'README.md': { start: startCommands, tools: toolRows },
  'app/troubleshooting.md': { entries: troubleshootingSections },
  'core/clients/README.md': { clients: clientSections },
  'core/demo-phone/README.md': { faults: faultRows },
  'core/phone/README.md': { backends: inputBackendRows },
};

/** A README's current text, and the text with its generated parts rebuilt and formatted. */
interface Readme {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
  readonly rebuilt: string;
}

/** The READMEs with generated parts. */
export async function readReadmes(): Promise<Readme[]> {
  const paths = Object.entries(generatedParts);
  return await Promise.all(
    paths.map(async ([path, parts]) => {
      const file = join(root, path);
      const text = await readFile(file, 'utf8');
      const replaced = Object.entries(parts).reduce(
        (all, [name, lines]) => replaceBetweenMarkers(all, name, lines().join('\n')),
        text,
      );
      const style = await resolveConfig(file);
      return { path, text, rebuilt: await format(replaced, { ...style, filepath: file }) };
    }),
  );
}

function replaceBetweenMarkers(readme: string, name: string, table: string): string {
  const [before, rest] = readme.split(`<!-- ${name}:begin -->`);
  const after = rest?.split(`<!-- ${name}:end -->`)[1];
  if (before === undefined || after === undefined) throw new Error(`The README has no ${name}.`);
  return `${before}<!-- ${name}:begin -->\n\n${table}\n\n<!-- ${name}:end -->${after}`;
}

/** Placeholders for values that only a running bridge knows. */
export const placeholders = {
  mcpUrl: 'http://127.0.0.1:7340/mcp',
  token: 'TOKEN',
  ownToken: false,
  programPath: `/path/to/${isPublished ? 'node_modules/' : ''}handset/dist-bridge/bridge.js`,
  programArguments: [],
};

/** How a person starts Handset for the first time. */
function startCommands(): string[] {
  const npx = ['```sh', 'npx handset', '```', ''];
  const clone = [
    'In a clone of this repository:',
    '',
    '```sh',
    'npm start    # opens the console',
    'npm test     # runs the tests, on the demo phone',
    '```',
  ];
  return [...(isPublished ? npx : []), ...clone];
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

/** A list, since a table as wide as its longest row would be mostly spaces. */
function toolRows(): string[] {
  return Object.entries(toolFamilies).map(([family, tools]) => {
    const names = tools.map(
      ({ name, onlyWithAllTools }) => `\`${name}\`${onlyWithAllTools === true ? '\\*' : ''}`,
    );
    return `- **${family}**: ${names.join(', ')}`;
  });
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

function faultRows(): string[] {
  const rows = Object.entries(faultOutcomes).map(([name, { readmeText, reportedText }]) => {
    const report = reportedText === undefined ? '' : ` ${codeSpan(reportedText)}`;
    // The table's keys are exactly the fault names.
    return `| \`${name}\` | ${faults[name as FaultName]} | ${readmeText}${report} |`;
  });
  return ['| Fault | What is wrong | What the agent gets |', '| --- | --- | --- |', ...rows];
}

/** A Markdown code span as Prettier writes it: double backticks around text that contains one. */
function codeSpan(report: string): string {
  const fence = report.includes('`') ? '``' : '`';
  return `${fence}${report}${fence}`;
}

function troubleshootingSections(): string[] {
  const { groups, foot } = troubleshootingStrings;
  const sections = troubleshootingEntries.flatMap((entry, at) => [
    ...(entry.group === troubleshootingEntries[at - 1]?.group
      ? []
      : [`## ${groups[entry.group]}`, '']),
    ...troubleshootingSection(entry),
  ]);
  return [...sections, foot];
}

function troubleshootingSection(entry: TroubleshootingEntry): string[] {
  const { chrome, handset, others, systems } = troubleshootingStrings;
  const quotes = [
    [chrome, entry.chromeMessages],
    [handset, entry.handsetMessages],
    [others, entry.otherMessages ?? []],
  ] as const;
  const { any: everywhere, ...commands } = entry.commandBySystem ?? {};
  return [
    `### ${headingOf(entry)}`,
    '',
    ...quotes.flatMap(([program, messages]) =>
      messages.length === 0
        ? []
        : [`${program}: ${messages.map((text) => `“${text}”`).join(' ')}`, ''],
    ),
    entry.cause,
    '',
    ...entry.remedies.map((remedy) => `- ${remedy}`),
    ...systemIds.flatMap((id) => [
      ...(entry.remediesBySystem?.[id] ?? []).map((remedy) => `- ${systems[id]}: ${remedy}`),
      ...commandLines(commands[id], `- ${systems[id]}:`),
    ]),
    ...commandLines(everywhere, '- The command:'),
    '',
  ];
}

/** The command as part of a list. */
function commandLines(command: string | undefined, introduction: string): string[] {
  if (command === undefined) return [];
  return [
    introduction,
    '',
    '  ```sh',
    ...command.split('\n').map((line) => `  ${line}`),
    '  ```',
    '',
  ];
}
