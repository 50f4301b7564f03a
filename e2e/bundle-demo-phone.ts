/** Bundles a program of the demo phone into one file, which Node starts in an eighth of the time that the sources take. */
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
const outDir = join(root, '.cache', 'demo-phone');

/** The bundled `demo-phone.ts`, once `bundleDemoPhone` has resolved. */
export const demoPhoneProgram = join(outDir, 'demo-phone.js');

/** Called once before all end-to-end tests, and before benchmarks. */
export default async function bundleDemoPhone(): Promise<void> {
  await bundle('e2e/demo-phone.ts', outDir);
}

/** Bundles this file of the repository into a `.js` of the same name in a folder of its own. */
export async function bundle(file: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    // It loads a compiled file of its own.
    ssr: { noExternal: true, external: ['@napi-rs/canvas'] },
    build: { ssr: file, outDir, emptyOutDir: true, target: 'node20' },
  });
}
