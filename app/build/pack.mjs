/**
 * Packs the last build: `node app/build/pack.mjs [FOLDER] [--repository OWNER/NAME]` writes the npm
 * package, the MCP bundle and the Claude plugin there, by default to `.cache/packed`; and the MCP
 * registry's entry, which has to name the GitHub repository that publishes it. See
 * app/bridge/packaging.
 *
 * None of them is the repository: they have the built console and bridge, in which all npm packages
 * are bundled, so that they depend on none and their start fetches nothing.
 *
 * Plain Node without npm packages.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runNpm } from './npm.mjs';
import { programs } from './third-party.mjs';
import { zip } from './zip.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** The npm package's content before it is packed. */
const stage = join(root, '.cache', 'package');
/** What the packages say of themselves, without a version. */
const templates = 'app/bridge/packaging';
/** Bytes of the tarball at most: what one waits for at the first start. */
const maxBytes = 4_000_000;
/** npm compresses 4 MB in less than a second. */
const packDeadlineMs = 60_000;

/** Files of the console that only the repository's README shows. */
const isForReadme = (/** @type {string} */ path) =>
  /^(?:pictures|handset\.gif)(?:[\\/]|$)/.test(relative(join(root, 'dist'), path));

/** What all packages hold. */
const content = ['dist', 'dist-bridge', 'package.json', 'LICENSE'];

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The name of the registry's entry: a namespace that only the account of the repository may use. */
function registryName() {
  return `io.github.${repository?.split('/')[0]}/${readJson('package.json').name}`;
}

/** The repository's own values, without its scripts and dependencies. */
function packageJson() {
  const { name, version, description, license, engines } = readJson('package.json');
  return {
    name,
    ...(github !== null && {
      // The registry compares it with its entry's name.
      mcpName: registryName(),
      // npm compares it with the repository whose workflow publishes.
      repository: { type: 'git', url: `git+${github}.git` },
    }),
    version,
    description,
    keywords: ['android', 'mcp', 'mcp-server', 'webusb', 'adb', 'accessibility', 'automation'],
    license,
    type: 'module',
    bin: { handset: 'dist-bridge/bridge.js' },
    engines,
    files: ['dist', 'dist-bridge'],
  };
}

function fillStage() {
  for (const built of ['dist/index.html', 'dist-bridge/bridge.js']) {
    if (!existsSync(join(root, built))) throw new Error(`${built} is missing: run npm run build`);
  }
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  cpSync(join(root, 'dist'), join(stage, 'dist'), {
    recursive: true,
    filter: (path) => !isForReadme(path),
  });
  cpSync(join(root, 'dist-bridge'), join(stage, 'dist-bridge'), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  cpSync(join(root, templates, 'npm-readme.md'), join(stage, 'README.md'));
  writeJson(join(stage, 'package.json'), packageJson());
  for (const { name } of programs) {
    if (!existsSync(join(stage, 'dist/third-party', name)))
      console.warn(`The build has no ${name}: do not publish this package.`);
  }
}

/** Writes JSON as npm does. */
function writeJson(/** @type {string} */ path, /** @type {object} */ value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

function packNpm() {
  runNpm(['pack', stage, '--pack-destination', folder, '--ignore-scripts'], packDeadlineMs);
  const file = `${base}.tgz`;
  const { size } = statSync(file);
  if (size > maxBytes) throw new Error(`${file} is larger than ${maxBytes / 1e6} MB.`);
  return file;
}

function packMcpb() {
  const paths = readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(stage, join(parentPath, name)))
    .filter((path) => content.includes(path.split(sep)[0] ?? ''))
    .sort();
  const manifest = { ...readJson(`${templates}/manifest.json`), version };
  const files = paths.map((path) => ({
    path: path.split(sep).join('/'),
    bytes: readFileSync(join(stage, path)),
  }));
  const json = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(`${base}.mcpb`, zip([{ path: 'manifest.json', bytes: json }, ...files]));
  return `${base}.mcpb`;
}

function copyPlugin() {
  const plugin = `${base}-claude-plugin`;
  rmSync(plugin, { recursive: true, force: true });
  cpSync(join(root, templates, 'claude-plugin'), plugin, { recursive: true });
  for (const name of content) cpSync(join(stage, name), join(plugin, name), { recursive: true });
  cpSync(join(stage, 'README.md'), join(plugin, 'README.md'));
  cpSync(join(stage, 'dist', 'icon-512.png'), join(plugin, '.claude-plugin', 'icon.png'));
  const manifest = '.claude-plugin/plugin.json';
  const json = readJson(`${templates}/claude-plugin/${manifest}`);
  writeJson(join(plugin, manifest), { ...json, version });
  return plugin;
}

function writeServerJson() {
  const file = join(folder, 'server.json');
  const { $schema, packages, ...json } = readJson(`${templates}/server.json`);
  writeJson(file, {
    $schema,
    name: registryName(),
    ...json,
    repository: { url: github, source: 'github' },
    version,
    packages: packages.map((each) => ({ ...each, version })),
  });
  return file;
}

const { values, positionals } = parseArgs({
  options: { repository: { type: 'string' } },
  allowPositionals: true,
});
const repository = values.repository ?? null;
if (repository !== null && !/^[\w-]+\/[\w.-]+$/.test(repository)) {
  throw new Error(`--repository takes OWNER/NAME; got: ${repository}`);
}
const github = repository && `https://github.com/${repository}`;
const { name, version } = packageJson();
const folder = resolve(positionals[0] ?? join(root, '.cache', 'packed'));
/** The path of all packed files but `server.json`, without what tells them apart. */
const base = join(folder, `${name}-${version}`);
fillStage();
mkdirSync(folder, { recursive: true });
const files = [packNpm(), packMcpb(), copyPlugin()];
if (github !== null) files.push(writeServerJson());
for (const file of files) {
  const { size } = statSync(file);
  console.log(/\.(?:tgz|mcpb)$/.test(file) ? `${file}: ${(size / 1e6).toFixed(2)} MB` : file);
}
if (github === null) {
  console.log('Without --repository OWNER/NAME there is no entry for the MCP registry.');
}
