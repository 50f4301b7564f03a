import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatScreenState } from '../format/screen-state.ts';
import { parseHierarchy } from './parse.ts';
import { walk } from './screen.ts';

const folder = join(import.meta.dirname, '../../../shared/corpus/ui');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];

/**
 * Counts the expected rows without our parser, from the `<node` tags as text. Entities need no
 * decoding, since none decodes to an empty text.
 */
function countKept(xml: string): number {
  const tags = xml.match(/<node\s(?:[^>"']|"[^"]*"|'[^']*')*>/g) ?? [];
  const has = (tag: string, name: string): boolean =>
    new RegExp(`\\s${name}=(?:"[^"]|'[^'])`).test(tag);
  const says = (tag: string, pattern: RegExp): boolean => pattern.test(tag);
  return tags.filter(
    (tag) =>
      ['text', 'content-desc', 'resource-id'].some((name) => has(tag, name)) ||
      says(tag, /\s(clickable|long-clickable|scrollable|password)="true"/) ||
      says(tag, /\sclass="[^"]*(EditText|AutoCompleteTextView|SearchAutoComplete)"/),
  ).length;
}

function decode(bytes: Buffer): string {
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
}

describe.skipIf(files.length === 0)(
  'captured dumps (../shared/corpus, skipped where absent)',
  () => {
    it('are all there', () => {
      expect(files.length).toBeGreaterThanOrEqual(100);
    });
    it.each(files)('%s has as many rows as an independent count', (name) => {
      const bytes = readFileSync(join(folder, name));
      const { rotation, roots } = parseHierarchy(bytes);
      const elements = [...walk(roots)];
      const text = formatScreenState({
        rotation,
        roots,
        focus: { packageName: null, activity: null },
        size: { width: 1080, height: 2400 },
        density: 420,
      });
      const xml = decode(bytes);
      const rows = text.split('\n').slice(7);
      expect(rows).toHaveLength(countKept(xml));
      expect(rows.every((row) => row.split('\t').length === 7)).toBe(true);
      expect(elements).toHaveLength(xml.match(/<node\s/g)?.length ?? 0);
      expect(new Set(elements.map((element) => element.id)).size).toBe(elements.length);
      expect(new Set(elements.map((element) => element.path)).size).toBe(elements.length);
    });
  },
);
