/** `npm run readme`: rebuilds the generated parts of the READMEs. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readReadmes, root } from './readme-tables.ts';

for (const { path, rebuilt } of await readReadmes()) await writeFile(join(root, path), rebuilt);
