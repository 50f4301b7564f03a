/** `npm run readme`: rebuilds the README's generated parts. */
import { writeFile } from 'node:fs/promises';
import { readReadme, readmeFile } from './readme-tables.ts';

const { rebuilt } = await readReadme();
await writeFile(readmeFile, rebuilt);
