/** `npm run readme`: makes the README's generated tables anew. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTables } from './readme-tables.ts';

const file = join(import.meta.dirname, '..', 'README.md');
await writeFile(file, withTables(await readFile(file, 'utf8')));
