import { build, type Plugin } from 'vite';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { notice, readScrcpyServer } from './scrcpy-server.mjs';

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

const entry = fileURLToPath(new URL('../embed/handset.ts', import.meta.url));

/** The script's URL path; other people's pages refer to it. */
const fileName = 'embed/handset.js';

/**
 * Adds to the built site the script that connects other pages to a console: one file without
 * imports, at a stable URL. The dev server serves the source instead.
 */
export function publishEmbed(): Plugin {
  return {
    name: 'publish-embed',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await buildScript() });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _, next) => {
        // `app` is the dev server's root.
        if (request.url === `/${fileName}`) request.url = '/embed/handset.ts';
        next();
      });
    },
  };
}

async function buildScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['es'] },
      // Readable, for people who review it before they use it.
      minify: false,
    },
  });
  const files = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [script, ...more] = files;
  if (script?.type === 'chunk' && more.length === 0) return script.code;
  throw new Error(`${fileName} is made of ${files.length} files.`);
}

const licence = new URL('apache-2.0.txt', import.meta.url);

/**
 * Adds the fetched scrcpy server, its notice and its licence to the built site and the dev server.
 * `path` is relative to the site's root. If it was not fetched, nothing is added.
 */
export function publishScrcpyServer(path: string): Plugin {
  const siblingPath = (name: string): string => path.replace(/[^/]+$/, name);
  const files = (): readonly (readonly [string, Uint8Array | string])[] => {
    const server = readScrcpyServer();
    return server === undefined
      ? []
      : [
          [path, server],
          [siblingPath('NOTICE.txt'), notice],
          [siblingPath('LICENSE-apache-2.0.txt'), readFileSync(licence)],
        ];
  };
  return {
    name: 'publish-scrcpy-server',
    generateBundle() {
      for (const [fileName, source] of files()) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        // The dev server serves the worker from somewhere below /@fs/.
        const file = files().find(([name]) => request.url?.split('?')[0]?.endsWith(`/${name}`));
        if (file) response.end(file[1]);
        else if (request.url?.endsWith(`/${path}`)) response.writeHead(404).end();
        else next();
      });
    },
  };
}
