import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { walk } from '../screen/screen.ts';
import { indexScreen, matchSelector } from './match.ts';
import { parseSelector } from './parse.ts';
import { printSelector } from './print.ts';
import { suggestSelectors } from './suggest.ts';
import { createBruteForceSearch, createDoubleFinder } from './testing/brute-force.ts';
import { screenOfDump } from './testing/screens.ts';

const folder = join(import.meta.dirname, '../../../shared/corpus/ui');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];

describe.skipIf(files.length === 0)(
  'captured dumps (../shared/corpus, skipped where absent)',
  () => {
    it('are all there', () => {
      expect(files.length).toBeGreaterThanOrEqual(100);
    });

    it.each(files)(
      '%s: every element has selectors that match only it, one without an index if any exists',
      (name) => {
        const screen = screenOfDump(readFileSync(join(folder, name)));
        const index = indexScreen(screen);
        const brute = createBruteForceSearch(screen);
        const hasDouble = createDoubleFinder(screen);
        const wrong: string[] = [];
        for (const element of walk(screen.roots)) {
          const suggestions = suggestSelectors(element, index);
          for (const { selector } of suggestions) {
            const read = parseSelector(selector);
            const [match, ...others] = matchSelector(read, index);
            if (match !== element || others.length > 0)
              wrong.push(`${selector} is not ${element.path}`);
            if (printSelector(read) !== selector) wrong.push(`${selector} is not canonical`);
          }
          if (suggestions.at(-1)?.kind !== 'path') wrong.push(`${element.path} has no index path`);
          const plain = suggestions.some(({ kind }) => kind !== 'counted' && kind !== 'path');
          const found = plain ? undefined : brute(element);
          if (found !== undefined) wrong.push(`${element.path} is ${found}`);
          if (plain === hasDouble(element)) wrong.push(`${element.path} has a selector, or none`);
        }
        expect(wrong).toEqual([]);
      },
    );
  },
);
