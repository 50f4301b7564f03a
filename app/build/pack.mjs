/**
 * Packs the last build as the npm package `handset`: `node app/build/pack.mjs [FOLDER]` writes
 * `handset-VERSION.tgz` there, by default in the repository's root.
 *
 * The package is not the repository: it has the built console and bridge, in which all npm packages
 * are bundled, so that it depends on none and its start fetches nothing.
 *
 * Plain Node without npm packages.
 */
import { createHash } from 'node:crypto';
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
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNpm } from './npm.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** The package's content before it is packed. */
const stage = join(root, '.cache', 'package');
/** Bytes of the tarball at most: what one waits for at the first start. */
const maxBytes = 4_000_000;
/** npm compresses 4 MB in less than a second. */
const packDeadlineMs = 60_000;

/** Files of the console that only the repository's README shows. */
const isForReadme = (/** @type {string} */ path) =>
  /^(?:pictures|handset\.gif)(?:[\\/]|$)/.test(relative(join(root, 'dist'), path));

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The repository's own values, without its scripts and dependencies. */
function packageJson() {
  const { name, version, description, license, engines } = readJson('package.json');
  return {
    name,
    version,
    description,
    keywords: ['android', 'mcp', 'mcp-server', 'webusb', 'adb', 'accessibility', 'automation'],
    license,
    type: 'module',
    bin: { handset: 'dist-bridge/bridge.js' },
    engines,
    files: ['dist', 'dist-bridge', 'THIRD-PARTY-NOTICES.txt'],
  };
}

/** Name, licence and licence text of each npm package that builds may bundle. */
function bundledPackages() {
  const { packages } = readJson('package-lock.json');
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path, { version, license }]) => ({
      name: `${path.replace(/^.*node_modules\//, '')} ${version} (${license})`,
      text: licenseText(path),
    }));
}

/** The package's licence and notices; without such files, who wrote it. */
function licenseText(/** @type {string} */ path) {
  const names = readdirSync(join(root, path)).filter((name) =>
    /^(?:licen[cs]e|notice|copying)(?:\.|$)/i.test(name),
  );
  if (names.length > 0) {
    return names
      .map((name) =>
        readFileSync(join(root, path, name), 'utf8')
          .trim()
          .replaceAll('\r\n', '\n'),
      )
      .join('\n\n');
  }
  const { author, repository } = readJson(join(path, 'package.json'));
  return [author?.name ?? author, repository?.url ?? repository].filter(Boolean).join('\n');
}

/** The licences of all bundled packages, each text once. */
function notices() {
  const byText = new Map();
  for (const { name, text } of bundledPackages()) {
    const key = createHash('sha256').update(text.replaceAll(/\s+/g, ' ')).digest('hex');
    const same = byText.get(key) ?? { names: [], text };
    same.names.push(name);
    byText.set(key, same);
  }
  const parts = [...byText.values()].map(({ names, text }) => `${names.join('\n')}\n\n${text}`);
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `Handset is built from these npm packages and contains parts of them. The scrcpy server that it
puts on a phone has its own notice: dist/third-party/NOTICE.txt${line}${parts.join(line)}\n`;
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
  cpSync(join(root, 'app/bridge/packaging/npm-readme.md'), join(stage, 'README.md'));
  writeFileSync(join(stage, 'THIRD-PARTY-NOTICES.txt'), notices());
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(packageJson(), null, 2)}\n`);
  if (!existsSync(join(stage, 'dist/third-party'))) {
    console.warn('The build has no scrcpy server: do not publish this package.');
  }
}

fillStage();
const folder = resolve(process.argv[2] ?? root);
runNpm(['pack', stage, '--pack-destination', folder, '--ignore-scripts'], packDeadlineMs);
const { name, version } = packageJson();
const file = join(folder, `${name}-${version}.tgz`);
const { size } = statSync(file);
console.log(`${file}: ${(size / 1e6).toFixed(2)} MB`);
if (size > maxBytes) throw new Error(`The package is larger than ${maxBytes / 1e6} MB.`);
