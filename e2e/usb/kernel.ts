/** User-mode Linux: a kernel that runs as a program, built once from Debian's source with a USB port in memory. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { aptIn } from '#core/testing/debian-packages.ts';

const run = promisify(execFile);

const source = {
  package: 'linux-source-7.2',
  version: '7.2.12-1',
  sha256: '6ea01e48037651b01076e4a369d1c76051c97c3cce6f87d48b7f3a9f5fac46a8',
  suite: 'forky',
};

/** A release that is not stable replaces its packages; this archive keeps them. */
const snapshot = `Types: deb
URIs: https://snapshot.debian.org/archive/debian/20261030T120000Z
Suites: ${source.suite}
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
Check-Valid-Until: no
`;

/** 164 MB. */
const fetchDeadlineMs = 10 * 60_000;
/** It takes about nine minutes of processor time. */
const buildDeadlineMs = 60 * 60_000;

const configFile = join(import.meta.dirname, 'kernel.config');

const build = `
dpkg-deb --fsys-tarfile "$1" | tar -xO ./usr/src/${source.package}.tar.xz | tar -xJ --strip-components=1
make -s ARCH=um defconfig
cat "$2" >> .config
make -s ARCH=um olddefconfig
grep ^CONFIG_ "$2" | while IFS='=' read -r name value; do
  if test "$value" = n; then ! grep -q "^$name=" .config; else grep -qx "$name=$value" .config; fi ||
    { echo "$name is not $value"; exit 1; }
done
nice make -s ARCH=um -j"$(nproc)" linux
strip linux`;

/** Makes `linux` in this folder a link to the kernel, which is built again when its version, configuration or way of building changes. */
export async function prepareKernel(cache: string): Promise<void> {
  const hash = createHash('sha256').update(JSON.stringify(source) + build);
  const key = hash
    .update(await readFile(configFile))
    .digest('hex')
    .slice(0, 16);
  const kernel = join(cache, `linux-${key}`);
  if (!existsSync(kernel)) await buildKernel(cache, kernel);
  await rm(join(cache, 'linux'), { force: true });
  await symlink(basename(kernel), join(cache, 'linux'));
}

async function buildKernel(cache: string, kernel: string): Promise<void> {
  const folder = join(cache, 'kernel');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'source'), { recursive: true });
  const script = ['-euc', build, 'sh', await fetchSource(folder), configFile];
  const options = { cwd: join(folder, 'source'), timeout: buildDeadlineMs, maxBuffer: 2 ** 26 };
  await run('bash', script, options);
  await rename(join(folder, 'source/linux'), kernel);
  await rm(folder, { recursive: true });
}

/** The path of the package with the source, of which apt has checked the signature. */
async function fetchSource(folder: string): Promise<string> {
  const { package: name, version, sha256, suite } = source;
  const aptGet = await aptIn({ folder, suite, otherSources: snapshot });
  await aptGet(['update'], fetchDeadlineMs);
  await aptGet(['download', `${name}=${version}`], fetchDeadlineMs);
  const file = join(folder, 'archives', `${name}_${version}_all.deb`);
  const actual = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (actual !== sha256) throw new Error(`${name} ${version} has the SHA-256 ${actual}`);
  return file;
}
