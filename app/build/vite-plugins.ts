import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InlineConfig, type Plugin, build } from 'vite';
import { hostedContentPolicy } from '#core/content-policy.ts';
import { allowInline, inlineHashesOf } from '../bridge/http/inline-code.ts';
import { thirdPartyNotice } from './notice.mjs';
import { programs, readProgram } from './third-party.mjs';

/**
 * Makes the first paint need only the HTML: fills the strings into its shell (`{{title}}`), and
 * moves stylesheets that the shell does not need below it, where they block the scripts but not the
 * paint.
 */
export function pageShell(strings: Readonly<Record<string, string>>): Plugin[] {
  return [
    {
      name: 'fill-page-shell',
      transformIndexHtml: { order: 'pre', handler: (html) => fillStrings(html, strings) },
    },
    {
      name: 'paint-page-shell-first',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html) => (html.includes('class="shell-bar"') ? moveStylesBelow(html) : html),
      },
    },
  ];
}

function fillStrings(html: string, strings: Readonly<Record<string, string>>): string {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const text = strings[name];
    if (text === undefined)
      throw new Error(`The HTML shell refers to an unknown string "${name}".`);
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  });
}

/** Preloaded before the scripts, which do not start without them. */
function moveStylesBelow(html: string): string {
  const link = /^[ \t]*<link rel="stylesheet"[^>]*>\n/gm;
  const links = (html.match(link) ?? []).join('');
  const preloads = links.replaceAll('rel="stylesheet"', 'rel="preload" as="style"');
  return html
    .replaceAll(link, '')
    .replace(/^[ \t]*<script type="module"/m, (script) => preloads + script)
    .replace(/^[ \t]*<\/body>/m, (end) => links + end);
}

/** The module of one icon has this prefix and the icon's name. */
const iconPrefix = '\0icon:';

/**
 * Makes a module of each icon. `@mdi/js` is one module of all, and bundlers don't split modules: every
 * page would load the icons of all others.
 */
export function splitIcons(): Plugin {
  const isIcon = /^\0icon:/;
  const imports = /import\s*\{([^}]*)\}\s*from\s*['"]@mdi\/js['"];?/g;
  return {
    name: 'split-icons',
    apply: 'build',
    transform: {
      order: 'post',
      filter: { code: '@mdi/js' },
      handler: (code) =>
        code.replaceAll(imports, (_, names: string) =>
          Array.from(
            names.matchAll(/\w+/g),
            ([name]) => `import { ${name} } from ${JSON.stringify(iconPrefix + name)};`,
          ).join(''),
        ),
    },
    resolveId: { filter: { id: isIcon }, handler: (id) => id },
    load: {
      filter: { id: isIcon },
      handler: async (id) => {
        const name = id.slice(iconPrefix.length);
        const icons: Readonly<Record<string, unknown>> = await import('@mdi/js');
        return `export const ${name} = ${JSON.stringify(icons[name])};`;
      },
    },
  };
}

/** The script's URL path; other people's pages refer to it. */
const embedPath = 'embed/handset.js';

/**
 * Adds to the built site the script that connects other pages to a console: one file without
 * imports, at a stable URL. The dev server serves the source instead.
 */
export function publishEmbed(): Plugin {
  return {
    name: 'publish-embed',
    async generateBundle() {
      const source = await buildScript('embed/handset.ts', 'es', {
        // Readable, for people who review it before they use it.
        build: { minify: false },
      });
      this.emitFile({ type: 'asset', fileName: embedPath, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        // `app` is the dev server's root.
        if (request.url === `/${embedPath}`) request.url = '/embed/handset.ts';
        next();
      });
    },
  };
}

/**
 * Adds the fetched programs for the phone, and the notice with all licences, to the folder third-party of the built
 * site and of the dev server. A program that was not fetched is left out.
 */
export function publishThirdParty(): Plugin {
  const files = (): readonly (readonly [string, Uint8Array | string])[] => {
    const fetched = programs.flatMap(({ name }) => {
      const bytes = readProgram(name);
      return bytes === undefined ? [] : [[name, bytes] as const];
    });
    return [...fetched, ['NOTICE.txt', thirdPartyNotice()]];
  };
  return {
    name: 'publish-third-party',
    generateBundle() {
      for (const [name, source] of files())
        this.emitFile({ type: 'asset', fileName: `third-party/${name}`, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        // The dev server serves the worker from somewhere below /@fs/.
        const [, name] = /\/third-party\/([^/?]+)(?:\?.*)?$/.exec(request.url ?? '') ?? [];
        const file = files().find(([each]) => each === name);
        if (file) response.end(file[1]);
        else if (programs.some((each) => each.name === name)) response.writeHead(404).end();
        else next();
      });
    },
  };
}

/**
 * Writes into each built page what its host may not send as headers: the Content-Security-Policy,
 * with the hashes of the page's inline code, and that no request tells where it came from.
 */
export function publishContentPolicy(): Plugin {
  let folder = '';
  return {
    name: 'publish-content-policy',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const pages = (await readdir(folder)).filter((name) => name.endsWith('.html'));
        for (const name of pages) {
          const html = await readFile(join(folder, name), 'utf8');
          const policy = allowInline(hostedContentPolicy.join('; '), inlineHashesOf(html));
          const charset = '<meta charset="utf-8" />';
          if (!html.includes(charset)) throw new Error(`${name} does not begin with its charset.`);
          const metas = `${charset}
    <meta http-equiv="content-security-policy" content="${policy}" />
    <meta name="referrer" content="no-referrer" />`;
          await writeFile(join(folder, name), html.replace(charset, metas));
        }
      },
    },
  };
}

/** The service worker's file: next to the pages, so that its scope covers all of them; the URL never changes. */
const serviceWorkerName = 'service-worker.js';

/**
 * Not cached for offline use: itself, the page for wrong addresses, the licences, the README's pictures, and what
 * other people's pages load.
 */
const excludedFiles =
  /^(?:service-worker\.js|404\.html|third-party\/NOTICE\.txt|embed\/.*|pictures\/.*|(?!icon|favicon)[^/]+\.(?:png|jpe?g|gif|webm|webp))$/;

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
  const script = await buildScript('offline/worker/main.ts', 'iife', {
    define: {
      HANDSET_BUILD: JSON.stringify({ id, files }),
      HANDSET_FRAME_ANCESTORS: JSON.stringify(process.env['HANDSET_FRAME_ANCESTORS'] ?? ''),
    },
  });
  await writeFile(join(folder, serviceWorkerName), script);
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

/** Builds one script without imports from this file in `app`. */
async function buildScript(
  file: string,
  format: 'es' | 'iife',
  options: InlineConfig,
): Promise<string> {
  const built = await build({
    ...options,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ...options.build,
      write: false,
      target: 'es2023',
      lib: {
        entry: fileURLToPath(new URL(`../${file}`, import.meta.url)),
        formats: [format],
        name: 'handset',
      },
    },
  });
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [script, ...more] = chunks;
  if (script?.type === 'chunk' && more.length === 0) return script.code;
  throw new Error(`${file} is built into ${chunks.length} files.`);
}
