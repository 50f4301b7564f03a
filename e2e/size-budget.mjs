/**
 * Compares the sizes of the built console with budgets: prints a table, and fails if any is exceeded.
 * Sizes are as sent (text files gzipped); 1 KB is 1,000 bytes.
 *
 * A budget is the current size plus room for a feature or two. Raise it only together with the
 * reason.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './steps.mjs';

const dist = join(root, 'dist');
const assets = readdirSync(join(dist, 'assets'));

/** Budgets in KB of lazily loaded chunks, by chunk name; others may have `otherPart`. */
const parts = {
  // The worker: MCP server, ADB, USB, every tool and its schema. The page does not wait for it.
  main: 330,
  // The demo phone, with its icons and fonts.
  'open-demo-phone': 170,
  // mediabunny's writer of MP4 files, loaded when a recording begins.
  'video-file': 34,
  // xterm.js, the terminal of the Shell section.
  ShellSection: 98,
};
const otherPart = 30;

const read = (name) => readFileSync(join(dist, name));
const packed = (name) => gzipSync(read(name), { level: 9 }).length;
const nameOf = (file) => file.replace(/-[\w-]{8}\.\w+$/, '');
const sum = (files) => files.reduce((total, file) => total + packed(file), 0);

/** The scripts and styles in a page's HTML; Vite lists all static imports of its script. */
function startOf(page) {
  const html = read(page).toString();
  const all = (pattern) => [...html.matchAll(pattern)].map(([, file]) => file);
  return {
    scripts: all(
      /(?:<script type="module"[^>]* src|<link rel="modulepreload"[^>]* href)="\.\/([^"]+)"/g,
    ),
    styles: all(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/g),
  };
}

/** The static imports of a chunk. */
function importsOf(file) {
  const code = read(file).toString();
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
    ([, name]) => `assets/${name}`,
  );
}

/** The files with all their static imports. */
function closure(files) {
  const found = new Set(files);
  for (const file of found) for (const next of importsOf(file)) found.add(next);
  return [...found];
}

/** Whether only the README uses the file. */
const isForReadme = (name) => name.startsWith('pictures/') || name === 'handset.gif';

/** All files that a host of the console needs. */
function servedFiles() {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dist, join(parentPath, name)))
    .filter((name) => !isForReadme(name));
}

function rows() {
  const start = startOf('index.html');
  const scripts = closure(start.scripts);
  const pages = ['index.html', 'bridge.html', 'agent.html'];
  const inPages = new Set(pages.flatMap((page) => closure(startOf(page).scripts)));
  const lazy = assets.filter((name) => name.endsWith('.js') && !inPages.has(`assets/${name}`));
  const fonts = assets.filter((name) => name.endsWith('.woff2'));
  const served = servedFiles();
  return [
    ['console, JavaScript before connect', sum(scripts), 123],
    ['console, CSS before connect', sum(start.styles), 16],
    ['console, the page itself', packed('index.html'), 6],
    ['bridge window, JavaScript', sum(closure(startOf('bridge.html').scripts)), 90],
    ['agent page, JavaScript', sum(closure(startOf('agent.html').scripts)), 60],
    ...lazy.map((name) => [
      `later: ${nameOf(name)}`,
      packed(`assets/${name}`),
      parts[nameOf(name)] ?? otherPart,
    ]),
    ['fonts', sum(fonts.map((name) => `assets/${name}`)), 80],
    ['service worker', packed('service-worker.js'), 12],
    [
      'all files, not packed, without the README’s pictures',
      served.reduce((total, name) => total + statSync(join(dist, name)).size, 0),
      3_455,
    ],
  ];
}

let isOver = false;
console.log(`${'KB'.padStart(9)}${'budget'.padStart(9)}`);
for (const [what, bytes, budgetKb] of rows()) {
  const over = bytes > budgetKb * 1000;
  isOver ||= over;
  const kb = (bytes / 1000).toFixed(1).padStart(9);
  console.log(`${kb}${String(budgetKb).padStart(9)}  ${what}${over ? '  <- OVER' : ''}`);
}
if (isOver) process.exitCode = 1;
