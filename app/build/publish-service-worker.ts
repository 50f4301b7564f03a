import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, build } from 'vite';

const entry = fileURLToPath(new URL('../offline/worker/main.ts', import.meta.url));

/** Next to the pages, so that its scope covers all of them; the URL never changes. */
const fileName = 'service-worker.js';

/**
 * Not cached for offline use: itself, the README's pictures, and what other people's pages load.
 */
const excludedFiles =
  /^(?:service-worker\.js|embed\/.*|pictures\/.*|(?!icon|favicon)[^/]+\.(?:png|jpe?g|gif|webm|webp))$/;

/** Adds the service worker to the built site, with the list of the files that it caches. */
export function publishServiceWorker(): Plugin {
  let folder = '';
  return {
    name: 'publish-service-worker',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    // Runs last, so that the list has every file that is served.
    writeBundle: { order: 'post', sequential: true, handler: () => writeServiceWorker(folder) },
  };
}

/** Writes the service worker for the files of a folder. */
export async function writeServiceWorker(folder: string): Promise<void> {
  const files = await listFiles(folder);
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);
  await writeFile(join(folder, fileName), await buildScript({ id, files }));
}

interface ListedFile {
  readonly path: string;
  readonly sha256: string;
}

async function listFiles(folder: string): Promise<ListedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)).split(sep).join('/'))
    .filter((path) => !excludedFiles.test(path))
    .sort();
  return await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(join(folder, path));
      return { path, sha256: createHash('sha256').update(content).digest('hex') };
    }),
  );
}

async function buildScript(list: {
  readonly id: string;
  readonly files: readonly ListedFile[];
}): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { HANDSET_BUILD: JSON.stringify(list) },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'handset' },
    },
  });
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [script, ...more] = files;
  if (script?.type === 'chunk' && more.length === 0) return script.code;
  throw new Error(`${fileName} is made of ${files.length} files.`);
}
