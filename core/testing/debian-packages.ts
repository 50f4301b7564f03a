/** Packages of another release of Debian, fetched by apt into a folder and installed nowhere. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where apt looks, and what it keeps. */
interface PackageFolder {
  /** It keeps its lists, and `archives` with the packages. */
  readonly folder: string;
  /** The release, by its code name. */
  readonly suite: string;
  /** Sources other than this computer's own, in apt's deb822 format. */
  readonly otherSources?: string;
}

/** Runs `apt-get` with these words, in the folder of its packages; rejects with its output. */
type AptGet = (words: readonly string[], deadlineMs: number) => Promise<void>;

/** Prepares apt with private copies of all that it reads and writes, so that the system's stay as they are. Rejects where this is no Debian. */
export async function aptIn({ folder, suite, otherSources }: PackageFolder): Promise<AptGet> {
  const sources = join(folder, 'sources');
  for (const name of ['sources', 'lists/partial', 'archives/partial'])
    await mkdir(join(folder, name), { recursive: true });
  await copySources(sources, suite);
  if (otherSources !== undefined) await writeFile(join(sources, 'other.sources'), otherSources);
  const options = {
    'Dir::Etc::SourceList': '/dev/null',
    'Dir::Etc::SourceParts': sources,
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::Status': '/dev/null',
    'Dir::Cache': folder,
    'Dir::Cache::Archives': join(folder, 'archives'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    'Acquire::Retries': '0',
    'Acquire::http::Timeout': '15',
  };
  const settings = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return async (words, deadlineMs) => {
    const within = { signal: AbortSignal.timeout(deadlineMs), cwd: join(folder, 'archives') };
    await run('apt-get', [...settings, '-qq', ...words], within);
  };
}

/** This computer's own sources of Debian, with the name of the release changed. */
async function copySources(to: string, suite: string): Promise<void> {
  const release = await readFile('/etc/os-release', 'utf8');
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(release)?.[1];
  if (!/^ID=debian$/m.test(release) || codename === undefined) throw new Error('this is no Debian');
  const folder = '/etc/apt/sources.list.d';
  const listed = (await readdir(folder)).map((name) => join(folder, name));
  for (const file of [...listed, '/etc/apt/sources.list']) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!/\bmain\b/.test(text) || !/debian-archive|deb(?:\s|ian)/.test(text)) continue;
    const names = new RegExp(`(^|[\\s])${codename}\\b`, 'gm');
    if (names.test(text))
      await writeFile(join(to, basename(file)), text.replace(names, `$1${suite}`));
  }
}
