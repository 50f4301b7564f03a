/**
 * Google's own adbd and an adb server that can pair, from Debian's packages, as the other ends of our ADB:
 * unpacked into the cache with their libraries and with Android's shell and tools (mksh, toybox), installed
 * nowhere, and run in namespaces of their own, where nobody else reaches them, since this adbd asks for no
 * authorisation.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aptIn } from './debian-packages.ts';

const run = promisify(execFile);

/** The first release of Debian that has adbd, and an adb after version 30. */
const suite = 'trixie';
const packages = ['adbd', 'adb', 'mksh', 'toybox'];
const cache = join(import.meta.dirname, '../../.cache/adbd');
/** The root folder of adbd and its programs. */
export const adbdRoot = join(cache, 'root');
/** Written last, so that what was broken off is made anew. */
const readyFile = join(cache, 'ready-with-adb');
/** All it downloads are 18 MB. */
const fetchDeadlineMs = 90_000;

/** Names of the links that Debian's releases have in their root. */
const rootLinks = ['bin', 'lib', 'lib64', 'sbin'];
const emptyFolders = ['dev', 'proc', 'tmp', 'sdcard'];
/** What programs expect to find, and all of this computer's devices that the shell can reach. */
const devices = ['null', 'zero', 'urandom'];

/** Unpacks adbd unless that was done before. Returns why it can't be had here, or null. */
export async function prepareAdbd(): Promise<string | null> {
  if (process.platform !== 'linux') return 'adbd is only there for Linux';
  try {
    if (!existsSync(readyFile)) await fetchAdbd();
    await run('unshare', [...namespaces, 'sh', '-c', prepareAdbdRoot]);
    return null;
  } catch (error) {
    // The last line is what the program said; before it is the whole command.
    const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : '';
    return `adbd can’t be fetched or run here: ${reason}`;
  }
}

/** All that runs there ends with the program that has made them, however that ends. */
const namespaces = ['--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child'];
/** Shorter than the deadline of the test that waits for it, which could not end it. */
const runDeadlineMs = 140_000;

/** A shell script that prepares that root for programs; `/sdcard` is empty each time. */
export const prepareAdbdRoot = [
  'set -e',
  `mount -t proc proc ${quoted(join(adbdRoot, 'proc'))}`,
  `mount -t tmpfs tmpfs ${quoted(join(adbdRoot, 'sdcard'))}`,
  ...devices.map((name) => `mount --bind /dev/${name} ${quoted(join(adbdRoot, 'dev', name))}`),
  `chroot ${quoted(adbdRoot)} /bin/toybox ifconfig lo up`,
].join('\n');

/** Where Debian has both. */
export const platformTools = '/usr/lib/android-sdk/platform-tools';
/** So that the server does not take the adbd for an emulator. */
const noEmulators = 'ADB_LOCAL_TRANSPORT_MAX_PORT=5554';

/** Runs a program beside an adbd that listens at this port of its own loopback, and an adb server; resolves to its exit code and output. */
export async function runBesideAdbd(
  port: number,
  program: readonly string[],
): Promise<{ readonly exitCode: number; readonly output: string }> {
  const script = [
    prepareAdbdRoot,
    `LC_ALL=C ADBD_PORT=${port} chroot ${quoted(adbdRoot)} ${platformTools}/adbd 2>/dev/null &`,
    `HOME=/tmp ${noEmulators} chroot ${quoted(adbdRoot)} ${platformTools}/adb nodaemon server >/dev/null 2>&1 &`,
    // The namespace and all in it end with this program.
    program.map(quoted).join(' '),
  ].join('\n');
  try {
    const options = {
      env: { ...process.env, HANDSET_ADBD_PORT: String(port) },
      maxBuffer: 2 ** 24,
      timeout: runDeadlineMs,
      killSignal: 'SIGKILL',
    } as const;
    const { stdout, stderr } = await run('unshare', [...namespaces, 'sh', '-c', script], options);
    return { exitCode: 0, output: stdout + stderr };
  } catch (error) {
    // What `execFile` rejects with has the output.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return { exitCode: 1, output: `${String(error)}\n${stdout}${stderr}` };
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

async function fetchAdbd(): Promise<void> {
  await rm(cache, { recursive: true, force: true });
  const aptGet = await aptIn({ folder: cache, suite });
  await aptGet(['update'], fetchDeadlineMs);
  const install = ['install', '--download-only', '--no-install-recommends', '-y'];
  await aptGet([...install, ...packages], fetchDeadlineMs);
  await unpack();
  await writeFile(readyFile, '');
}

async function unpack(): Promise<void> {
  const archives = join(cache, 'archives');
  await mkdir(adbdRoot);
  for (const name of await readdir(archives))
    if (name.endsWith('.deb')) await run('dpkg-deb', ['--extract', join(archives, name), adbdRoot]);
  for (const name of rootLinks) await symlink(`usr/${name}`, join(adbdRoot, name));
  for (const name of emptyFolders) await mkdir(join(adbdRoot, name));
  for (const name of devices) await writeFile(join(adbdRoot, 'dev', name), '');
  const bin = join(adbdRoot, 'usr/bin');
  await symlink('mksh', join(bin, 'sh'));
  const { stdout } = await run(join(bin, 'toybox'), []);
  const present = new Set(await readdir(bin));
  for (const name of stdout.split(/\s+/).filter((each) => each !== '' && !present.has(each)))
    await symlink('toybox', join(bin, name));
}
