import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  HELLO_TIMEOUT_MS,
  MAX_BODY_BYTES,
  MAX_FRAME_BYTES,
  MAX_STREAMS,
  MAX_TEXT_CHARACTERS,
  SILENCE_TIMEOUT_MS,
  STREAM_WINDOW_BYTES,
} from '#core/relay/limits.ts';
import { LIMITS, MAX_AGENT_TOKENS, MAX_PHONE_CHOICES, MAX_CONSOLES, MAX_TABS } from './limits.ts';

/** Matches a test file and its cited titles: `file.test.ts`: one; another. */
const CITED_TESTS = /- `((?:[a-z\d]+\/)*[a-z-]+\.(?:test|spec)\.ts)`: ([^`]+?)(?= - `|$)/g;

function read(path: string): Promise<string> {
  const folder = /^(?:app|core|e2e|worker)\//.test(path) ? '../..' : '.';
  return readFile(join(import.meta.dirname, folder, path), 'utf8');
}

function sectionUnder(readme: string, heading: string): string {
  return readme.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

test('every threat cites tests that exist', async () => {
  const threats = sectionUnder(await read('README.md'), 'Threats')
    .split(/^- /m)
    .slice(1)
    .map((item) => item.replaceAll(/\s+/g, ' ').trim());
  expect(threats.length).toBeGreaterThan(20);
  for (const threat of threats) {
    const citations = [...threat.matchAll(CITED_TESTS)].map(([, file = '', names = '']) => ({
      file,
      names,
    }));
    expect([threat, citations.length]).not.toEqual([threat, 0]);
    for (const { file, names } of citations) {
      const source = await read(file);
      const titles = names.split('; ');
      const missing = titles.filter((name) => !source.includes(name));
      expect([file, missing]).toEqual([file, []]);
    }
  }
});

test('every limit equals the one in the code', async () => {
  const cells = sectionUnder(await read('README.md'), 'Limits')
    .split('\n')
    .filter((line) => /^\| (?!-|What )/.test(line))
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const seconds = 1_000;
  const kib = 1024;
  const mib = 1024 * 1024;
  expect(cells.map(([, what, limit]) => [what, limit])).toEqual([
    ['Connections in all', `${LIMITS.connections}`],
    ['Requests of one connection', `${LIMITS.requestsOfConnection} open`],
    ['WebSockets; open consoles', `${LIMITS.sockets}; ${MAX_CONSOLES}`],
    ['Tabs and choices kept', `${MAX_TABS}; those of ${MAX_PHONE_CHOICES} agents`],
    ['Tokens of single agents', `${MAX_AGENT_TOKENS}`],
    ['Open requests of one agent', `${LIMITS.requestsOfAgent}, then \`429\``],
    ['Bodies of all open requests', `${LIMITS.bodiesBytes / mib} MiB, then \`503\``],
    [
      'Headers',
      `${LIMITS.headerBytes / kib} KiB, ${LIMITS.headers} of them, within ${LIMITS.headersMs / seconds} s`,
    ],
    [
      'Request with its body',
      `${MAX_BODY_BYTES / mib} MiB, else \`413\`; within ${LIMITS.requestMs / seconds} s`,
    ],
    ['Progress token', `${MAX_TEXT_CHARACTERS} characters, else no progress`],
    [
      'Frame',
      `${MAX_FRAME_BYTES / mib} MiB; ${LIMITS.helloBytes / kib} KiB before the hello, within ${HELLO_TIMEOUT_MS / seconds} s`,
    ],
    [
      'Unread by one peer',
      `${LIMITS.unreadBytes / mib} MiB; from ${LIMITS.unreadBytes / 2 / mib} a console gets no requests`,
    ],
    ['Connection between requests', `${LIMITS.idleMs / seconds} s`],
    [
      'Streams of one console',
      `${MAX_STREAMS}, each ${STREAM_WINDOW_BYTES / mib} MiB unread, both ways`,
    ],
    [
      'Connection without traffic',
      `${LIMITS.inactivityMs / 60 / seconds} minutes; a console's socket ${SILENCE_TIMEOUT_MS / seconds} s`,
    ],
  ]);
});
