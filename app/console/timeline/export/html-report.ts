import { base64 } from '../../../../core/base64.ts';
import type { PictureData } from '../../../../core/link/messages.ts';
import {
  callerWords,
  clockWords,
  countEnds,
  durationWords,
  endOf,
  whoWords,
} from '../../../ui/call-strings.ts';
import { reportWords as words } from '../strings.ts';
import { plainText } from '../../../ui/plain-text.ts';
import type { ExportedCall } from './exported-call.ts';

/** Facts about the report itself. */
interface AboutReport {
  readonly phone: string | null;
  readonly madeAtEpochMs: number;
  readonly masked: boolean;
}

/** The start of the page: header and table of contents. */
export async function reportBeginning(
  calls: readonly ExportedCall[],
  about: AboutReport,
): Promise<string> {
  // Allows only the style by its hash and inline pictures; nothing else is loaded or run.
  const policy = `default-src 'none'; style-src 'sha256-${await sha256(reportStyle)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${shown(words.title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1>${shown(words.title)}</h1>
${facts(calls, about)}
<p class="note">${shown(about.masked ? words.masked : words.open)}</p>
</header>
<nav><details open><summary>${shown(words.contents)}</summary>
<ol>
${calls.map(contentsLine).join('\n')}
</ol></details></nav>
<main>
`;
}

/** The end of the page. */
export function reportEnd({ madeAtEpochMs }: AboutReport): string {
  return `</main>
<footer>${shown(words.madeBy)}, ${shown(moment(madeAtEpochMs))}</footer>
</body>
</html>
`;
}

/** The article of one call. */
export function reportCall(call: ExportedCall): string {
  const { id, title, tool, startedAtEpochMs, durationMs } = call;
  return `<article id="call-${id}">
<header class="call">
<h2>${shown(title)}</h2> <code>${shown(tool)}</code>
<span>${shown(whoWords(call))}</span>
${timeOf(startedAtEpochMs)}
${outcomeOf(call)} <span class="took">${shown(words.took(durationWords(durationMs)))}</span>
</header>
<div class="columns">
<div class="words">
${block(words.arguments, JSON.stringify(call.arguments, null, 2))}
${block(words.text, call.text, kindOf(call))}
${call.droppedPictures > 0 ? `<p class="note">${shown(words.leftOut(call.droppedPictures))}</p>` : ''}
</div>
${shots(call)}
</div>
</article>
`;
}

function facts(calls: readonly ExportedCall[], { phone }: AboutReport): string {
  const [first, last] = [calls[0], calls.at(-1)];
  const period =
    first === undefined || last === undefined
      ? []
      : [
          [
            words.period,
            `${moment(first.startedAtEpochMs)} ${words.to} ${moment(last.startedAtEpochMs)}`,
          ],
        ];
  const rows = [
    ...(phone === null ? [] : [[words.phone, phone]]),
    ...period,
    [words.counts, words.countWords(calls.length, countEnds(calls))],
  ];
  const lines = rows.map(
    ([name = '', value = '']) => `<dt>${shown(name)}</dt><dd>${shown(value)}</dd>`,
  );
  return `<dl>${lines.join('')}</dl>`;
}

function contentsLine(call: ExportedCall): string {
  const { id, title, agent, startedAtEpochMs } = call;
  const badEnd = endOf(call) === 'done' ? '' : ` ${outcomeOf(call)}`;
  return `<li>${timeOf(startedAtEpochMs)} <a href="#call-${id}">${shown(title)}</a> <span>${shown(callerWords(agent))}</span>${badEnd}</li>`;
}

function shots({ before, after, pictures }: ExportedCall): string {
  const taken = [
    ...(before === null ? [] : [figure(after === before ? words.screen : words.before, before)]),
    ...(after === null || after === before ? [] : [figure(words.after, after)]),
    ...pictures.map((picture) => figure(words.pictures, picture)),
  ];
  return taken.length === 0 ? '' : `<div class="shots">${taken.join('\n')}</div>`;
}

function figure(caption: string, { bytes, mimeType }: PictureData): string {
  const address = `data:${mimeType};base64,${base64(bytes)}`;
  return `<figure><img alt="${shown(caption)}" src="${address}"><figcaption>${shown(caption)}</figcaption></figure>`;
}

function block(title: string, text: string, kind = ''): string {
  return `<section><h3>${shown(title)}</h3><pre tabindex="0"${kind === '' ? '' : ` class="${kind}"`}>${shown(text)}</pre></section>`;
}

/** The CSS class of the text: a table's columns line up only without line wrapping. */
function kindOf(call: ExportedCall): string {
  if (endOf(call) === 'failed') return 'bad';
  return call.text.includes('\t') ? 'table' : '';
}

function outcomeOf(call: ExportedCall): string {
  const end = endOf(call);
  return `<span class="${end}">${shown(words.ended[end])}</span>`;
}

function timeOf(epochMs: number): string {
  return `<time datetime="${new Date(epochMs).toISOString()}">${shown(clockWords(epochMs))}</time>`;
}

/** `17 July 2026, 14:03:27` in the local time zone. */
function moment(epochMs: number): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return `${new Date(epochMs).toLocaleDateString('en-GB', day)}, ${clockWords(epochMs)}`;
}

/** Escapes a text for element content and double-quoted attributes. */
function shown(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return withTabs(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Spells out invisible characters except tabs, which separate the columns of tables. */
function withTabs(text: string): string {
  return text.split('\t').map(plainText).join('\t');
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64(new Uint8Array(hash));
}

/** The report's style for light and dark, screen and print. It refers to no other file. */
const reportStyle = `
:root { color-scheme: light dark; --bg: light-dark(#f5f6f8, #0d0f13); --surface: light-dark(#fff, #15181e); --sunken: light-dark(#eff1f4, #1c2027); --line: light-dark(#e3e6eb, #262b34); --text: light-dark(#13161b, #e8ebf0); --muted: light-dark(#586070, #9ba4b3); --accent: light-dark(#2a5ae0, #8dabff); --ok: light-dark(#157347, #5bd197); --bad: light-dark(#bd2733, #ff8f93); --warn: light-dark(#8f5a00, #efb550); --bad-soft: light-dark(#fdeeee, #321a1e); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.25rem 4rem; background: var(--bg); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; letter-spacing: -0.02em; }
h2 { margin: 0; font-size: 1rem; }
h3 { margin: 0 0 0.375rem; font-size: 0.8125rem; color: var(--muted); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 1rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
.note { margin: 0.75rem 0 0; color: var(--muted); font-size: 0.875rem; }
nav { margin: 1.5rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); }
summary { cursor: pointer; font-weight: 600; }
nav ol { margin: 0.5rem 0 0; padding: 0; list-style: none; columns: 20rem; font-size: 0.875rem; }
nav li { display: flex; gap: 0.5rem; break-inside: avoid; padding: 0.125rem 0; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
time, .took { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); content-visibility: auto; contain-intrinsic-size: auto 18rem; }
article:target { border-color: var(--accent); }
header.call { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; margin-bottom: 0.75rem; font-size: 0.875rem; }
header.call code { color: var(--muted); }
.done { color: var(--ok); font-weight: 600; }
.failed { color: var(--bad); font-weight: 600; }
.refused { color: var(--warn); font-weight: 600; }
.columns { display: flex; flex-wrap: wrap; gap: 1rem; }
.words { flex: 1 1 26rem; min-width: 0; display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 0.75rem; }
.shots { flex: 0 1 auto; display: flex; flex-wrap: wrap; gap: 0.75rem; align-content: flex-start; }
figure { margin: 0; }
figcaption { color: var(--muted); font-size: 0.8125rem; }
img { display: block; max-width: min(100%, 20rem); max-height: 24rem; height: auto; border: 1px solid var(--line); border-radius: 0.5rem; }
pre { overflow: auto; max-height: 28rem; margin: 0; padding: 0.625rem 0.75rem; border-radius: 0.5rem; background: var(--sunken); font: 0.75rem/1.6 ui-monospace, 'DejaVu Sans Mono', monospace; tab-size: 16; white-space: pre-wrap; }
pre.table { white-space: pre; }
pre.bad { background: var(--bad-soft); }
footer { margin-top: 2rem; color: var(--muted); font-size: 0.8125rem; }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; background: none; } article { content-visibility: visible; break-inside: auto; } header.call { break-after: avoid; } figure { break-inside: avoid; } pre, pre.table { max-height: none; white-space: pre-wrap; tab-size: 2; } nav { display: none; } }
`;
