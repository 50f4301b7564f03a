/** A screen with ten thousand nodes: every way to read it, and the Elements panel. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from './report.ts';
import { withRig } from './rig.ts';

const rows = 100;
const columns = 98;

/** A uiautomator dump of a grid: a root, rows, and cells in them. */
function largeDump(): string {
  const node = (attributes: string, bounds: string, inside = ''): string =>
    `<node index="0" package="com.example" ${attributes} content-desc="" checkable="false" checked="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="${bounds}">${inside}</node>`;
  const group = 'class="android.view.ViewGroup" text="" resource-id="" clickable="false"';
  const cell = 'class="android.widget.Button" resource-id="com.example:id/cell" clickable="true"';
  const lines = Array.from({ length: rows }, (_, row) => {
    const top = 100 + row * 22;
    const cells = Array.from({ length: columns }, (_, column) => {
      const left = column * 11;
      const bounds = `[${left},${top}][${left + 11},${top + 22}]`;
      return node(`${cell} text="cell ${row}.${column}"`, bounds);
    });
    return node(group, `[0,${top}][1080,${top + 22}]`, cells.join(''));
  });
  return `<?xml version="1.0" encoding="UTF-8"?><hierarchy rotation="0">${node(group, '[0,0][1080,2400]', lines.join(''))}</hierarchy>`;
}

/** Half of what MCP clients wait. */
const callMs = 30_000;
/** `maxReplyLength` of core/format/limits.ts, and some around it. */
const replyCharacters = 61_000;
/** For the page to take an input. */
const responseMs = 2_000;

const last = `cell ${rows - 1}.${columns - 1}`;
const selector = `:text("${last}")`;
const isCut = /cell 0\.0\b[^]*more lines did not fit/;
const calls: readonly (readonly [tool: string, args: Record<string, unknown>, shows: RegExp])[] = [
  ['get_screen_state', {}, isCut],
  ['get_screen_tree', {}, isCut],
  ['get_screen_tree', { compact: true }, isCut],
  ['summarize_screen', {}, /9800 to act on/],
  ['find_elements', { by: 'text', value: last }, /cell 99\.97/],
  ['query_elements', { selector: '@cell' }, /"count":9800/],
  ['click_element', { selector }, /cell 99\.97/],
  ['diff_screen', {}, /since snapshot/],
  ['wait_for_element', { selector, timeout: 20_000 }, /"found":true/],
  ['get_screen_state', { include_screenshot: true }, isCut],
];

/** What the user does in the Elements panel, and what is true in the page then. */
const uses: readonly (readonly [name: string, act: string, isDone: string])[] = [
  ['lists all', '', `list().ariaRowCount > 9_800`],
  ['filters', `filterBy('${last}')`, `list().ariaRowCount < 10 && text().includes('${last}')`],
  [
    'shows details',
    `list().querySelector('[data-testid=element-row]').click()`,
    `details() !== null`,
  ],
  ['lists all again', `filterBy('')`, `list().ariaRowCount > 9_800`],
];

/** Runs in the page: what the above calls, and the longest time in which it is busy. */
const prepare = `
  window.list = () => document.querySelector('[role=treegrid]');
  window.text = () => list().textContent;
  window.details = () => document.querySelector('[aria-label^="Pinned element"]');
  window.filterBy = (words) => {
    const field = document.querySelector('[data-testid=element-filter]');
    field.value = words;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  window.longestGapMs = 0;
  let lastMs = performance.now();
  setInterval(() => {
    longestGapMs = Math.max(longestGapMs, performance.now() - lastMs - 20);
    lastMs = performance.now();
  }, 20);`;

export async function soakLargeScreen(report: Report): Promise<void> {
  const file = join(tmpdir(), `handset-soak-${process.pid}.xml`);
  await writeFile(file, largeDump());
  const plan = { by: 'adb', panel: 'elements', options: ['--screen', file] } as const;
  await withRig([plan], async ({ phones: [phone] }) => {
    const agent = await phone?.connectAgent('v1', 'reader');
    if (phone === undefined || agent === undefined) return;
    await phone.evaluate(prepare);
    for (const [tool, args, shows] of calls) {
      const startMs = performance.now();
      const { isError, text } = await agent.call(tool, args);
      const name = `${tool} ${JSON.stringify(args)}`;
      report.atMost(name, performance.now() - startMs, callMs, 'ms');
      report.log('reply', { name, text: text.slice(0, 3_000) });
      report.atMost(`${name}, wrong`, isError || !shows.test(text) ? 1 : 0, 0);
      report.atMost(`${name}, reply`, text.length, replyCharacters, 'characters');
    }
    for (const [name, act, isDone] of uses) {
      await phone.evaluate(act);
      report.atMost(`Elements panel ${name}`, await phone.whenTrue(isDone, callMs), callMs, 'ms');
    }
    const gapMs = Number(await phone.evaluate('longestGapMs'));
    report.atMost('longest time in which the page was busy', gapMs, responseMs, 'ms');
  });
}
