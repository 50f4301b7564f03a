/**
 * What the built site says of the work of others in it: the npm packages that builds may bundle, the font
 * among them, and the programs for the phone, with all licence texts.
 *
 * Plain Node without npm packages.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notice as programNotice, programs, readProgram } from './third-party.mjs';

const aboutPackages = `Handset is built from the npm packages below and contains parts of them, unchanged; the registry at
https://www.npmjs.com has their source. The licence of each follows its name.`;

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const readText = (/** @type {string} */ path) =>
  readFileSync(join(root, path), 'utf8').trim().replaceAll('\r\n', '\n');
const readJson = (/** @type {string} */ path) => JSON.parse(readText(path));
const licence = (/** @type {string} */ name) => readText(`app/build/${name}.txt`);

/** Name, licence and licence text of each npm package that builds may bundle. */
function bundledPackages() {
  const { packages } = readJson('package-lock.json');
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path, { version, license }]) => ({
      name: `${path.replace(/^.*node_modules\//, '')} ${version} (${license})`,
      text: licenceOfPackage(path, license),
    }));
}

/** The package's licence and notices; without such files, who wrote it and the licence that it names. */
function licenceOfPackage(/** @type {string} */ path, /** @type {string} */ license) {
  const names = readdirSync(join(root, path)).filter((name) =>
    /^(?:licen[cs]e|notice|copying)(?:\.|$)/i.test(name),
  );
  if (names.length > 0) return names.map((name) => readText(join(path, name))).join('\n\n');
  const { author, repository } = readJson(join(path, 'package.json'));
  const writers = [author?.name ?? author, repository?.url ?? repository].filter(Boolean);
  return [...writers, licence(license.toLowerCase())].join('\n');
}

/** The notice of the programs that were fetched, and all licences, each text once. */
export function thirdPartyNotice() {
  const shipped = programs.filter(({ name }) => readProgram(name) !== undefined);
  const works = shipped.map(({ name, license, texts }) => ({
    name: `${name} (${license})`,
    text: texts.map(licence).join('\n\n'),
  }));
  const byText = new Map();
  for (const { name, text } of [...works, ...bundledPackages()]) {
    const key = createHash('sha256').update(text.replaceAll(/\s+/g, ' ')).digest('hex');
    const same = byText.get(key) ?? { names: [], text };
    same.names.push(name);
    byText.set(key, same);
  }
  const licences = [...byText.values()].map(({ names, text }) => `${names.join('\n')}\n\n${text}`);
  const parts = [aboutPackages, ...(shipped.length > 0 ? [programNotice] : []), ...licences];
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
