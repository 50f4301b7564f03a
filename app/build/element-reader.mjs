/**
 * Builds element-reader.dex.gz from ElementReader.java in worker/adb/reading/element-reader, and writes the sums of both. With --fetch it gets
 * what it needs from the Debian mirrors that this machine uses, installing nothing; with --check it
 * writes nothing, and exits with 1 when the built dex differs and with 3 when a tool is missing.
 *
 * Plain Node without npm packages.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Of the source, the dex and their sums. */
const here = join(import.meta.dirname, '..', '..', 'worker', 'adb', 'reading', 'element-reader');
const source = join(here, 'ElementReader.java');
/** Packed, since every console is served with it. */
const dex = join(here, 'element-reader.dex.gz');
/** Debian 11, the last with dx for Android. */
const suite = 'bullseye';
const packages = ['dalvik-exchange', 'libandroid-23-java'];
/** Other versions write other class files. */
const javaVersion = 17;

const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });
const sum = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Unpacks the packages into the folder, by apt with the suite's name changed in a copy of its sources. */
function fetchPackages(folder) {
  const lists = '/etc/apt/sources.list.d';
  mkdirSync(join(folder, 'lists', 'partial'), { recursive: true });
  const codename = /VERSION_CODENAME=(\w+)/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const own = readFileSync(join(lists, 'debian.sources'), 'utf8').split(/\n\n+/);
  // The security archive names its suites differently.
  const main = own.find((part) => part.includes(codename) && !part.includes('security')) ?? '';
  const sources = main.replace(/^Suites:.*$/m, `Suites: ${suite}`);
  writeFileSync(join(folder, 'debian.sources'), sources);
  writeFileSync(join(folder, 'status'), '');
  const apt = [
    ...['-o', `Dir::Etc::sourcelist=${join(folder, 'debian.sources')}`],
    ...['-o', 'Dir::Etc::sourceparts=-', '-o', 'APT::Sandbox::User=root'],
    ...['-o', `Dir::State::lists=${join(folder, 'lists')}`],
    ...['-o', `Dir::State::status=${join(folder, 'status')}`],
    ...['-o', `Dir::Cache=${folder}`],
  ];
  run('apt-get', ...apt, 'update');
  execFileSync('apt-get', [...apt, 'download', ...packages], { cwd: folder, stdio: 'pipe' });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb')))
    run('dpkg', '-x', join(folder, name), folder);
}

/** The built dex; throws when a tool fails. `root` is where the packages are. */
function build(folder, root) {
  const lib = join(root, 'usr/lib/android-sdk');
  const classes = join(folder, 'classes');
  const android = join(lib, 'platforms/android-23/android.jar');
  mkdirSync(classes);
  run(
    'javac',
    '--release',
    '8',
    '-g:none',
    '-Xlint:-options',
    '-cp',
    android,
    '-d',
    classes,
    source,
  );
  const built = join(folder, 'built.dex');
  const dx = join(lib, 'build-tools/debian/lib/dx.jar');
  const options = ['--dex', '--min-sdk-version=24', `--output=${built}`, classes];
  run('java', '-cp', dx, 'com.android.dx.command.Main', ...options);
  return readFileSync(built);
}

function missingTool(root) {
  try {
    const found = run('javac', '-version').trim();
    if (!found.startsWith(`javac ${javaVersion}.`)) return `JDK ${javaVersion} (${found} is here)`;
  } catch {
    return `JDK ${javaVersion}`;
  }
  return existsSync(join(root, 'usr/lib/android-sdk/build-tools/debian/lib/dx.jar')) &&
    existsSync(join(root, 'usr/lib/android-sdk/platforms/android-23/android.jar'))
    ? undefined
    : packages.join(' and ');
}

const folder = mkdtempSync(join(tmpdir(), 'handset-'));
try {
  const fetches = process.argv.includes('--fetch');
  if (fetches) fetchPackages(folder);
  const root = fetches ? folder : '/';
  const missing = missingTool(root);
  if (missing !== undefined) {
    console.error(`The dex can't be built here without ${missing}.`);
    process.exitCode = 3;
  } else if (process.argv.includes('--check')) {
    const isSame = build(folder, root).equals(gunzipSync(readFileSync(dex)));
    console.log(isSame ? 'The dex matches the source.' : 'The dex does not match the source.');
    process.exitCode = isSame ? 0 : 1;
  } else {
    writeFileSync(dex, gzipSync(build(folder, root), { level: 9 }));
    const sums = [source, dex].map((file) => `${sum(file)}  ${file.slice(here.length + 1)}\n`);
    writeFileSync(join(here, 'checksums.txt'), sums.join(''));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
