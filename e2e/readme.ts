/** `npm run readme`: makes the README's generated parts anew. */
import { writeFile } from 'node:fs/promises';
import { readReadme, readmeFile } from './readme-tables.ts';

const { made } = await readReadme();
await writeFile(readmeFile, made);
