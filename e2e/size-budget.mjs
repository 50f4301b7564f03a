/**
 * What the built console weighs, against what it may: prints a table and fails when something is
 * over. Sizes are as a host sends them (texts packed by gzip), 1 KB is 1,000 bytes.
 *
 * A budget is what stands today with room for a feature or two. Raise it only together with
 * the reason.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './steps.mjs';

const dist = join(root, 'dist');
const assets = readdirSync(join(dist, 'assets'));

/** Budgets of what is loaded when it is wanted, by the chunk's name; any other may have `otherPart`. */
const parts = {
  // The MCP server, ADB, USB, every tool and its schema: loaded beside the page, which does not wait for it.
  main: 290,
  // A whole phone, with its icons and two fonts' outlines.
  'open-demo-phone': 170,
};
const otherPart = 30;

const read = (name) => readFileSync(join(dist, name));
const packed = (name) => gzipSync(read(name), { level: 9 }).length;
const nameOf = (file) => file.replace(/-[\w-]{8}\.\w+$/, '');
const sum = (files) => files.reduce((total, file) => total + packed(file), 0);

/** The files that a page names for its start; Vite lists what its script imports, to the last one. */
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

/** What a chunk imports at once, besides what it may load later. */
function importsOf(file) {
  const code = read(file).toString();
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
    ([, name]) => `assets/${name}`,
  );
}

/** The files and all that they import. */
function closure(files) {
  const found = new Set(files);
  for (const file of found) for (const next of importsOf(file)) found.add(next);
  return [...found];
}

/** What the README alone shows; the console never does. */
const isForReadme = (name) => name.startsWith('pictures/') || name === 'handset.gif';

/** All that a host of the console needs. */
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
    ['console, JavaScript before connect', sum(scripts), 120],
    ['console, CSS before connect', sum(start.styles), 16],
    ['console, the page itself', packed('index.html'), 6],
    ['bridge window, JavaScript', sum(closure(startOf('bridge.html').scripts)), 80],
    ['agent page, JavaScript', sum(closure(startOf('agent.html').scripts)), 60],
    ...lazy.map((name) => [
      `later: ${nameOf(name)}`,
      packed(`assets/${name}`),
      parts[nameOf(name)] ?? otherPart,
    ]),
    ['fonts', sum(fonts.map((name) => `assets/${name}`)), 110],
    ['service worker', packed('service-worker.js'), 10],
    [
      'all files, not packed, without the README’s pictures',
      served.reduce((total, name) => total + statSync(join(dist, name)).size, 0),
      2_400,
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
