import { fileURLToPath } from 'node:url';
import { type Plugin, build } from 'vite';

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
