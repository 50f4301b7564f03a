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
import { reportStyle } from './report-style.ts';

/** What a report says of itself. */
export interface AboutReport {
  readonly phone: string | null;
  readonly madeAtEpochMs: number;
  readonly masked: boolean;
}

/** The beginning of the page: what it is about and a list of its calls. */
export async function reportBeginning(
  calls: readonly ExportedCall[],
  about: AboutReport,
): Promise<string> {
  // The style by its hash and pictures that are in the page; nothing else is loaded or run, ever.
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

/** One call. */
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

/** Columns stand only while no line is broken. */
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

/** `17 July 2026, 14:03:27` in the zone of whoever exports. */
function moment(epochMs: number): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return `${new Date(epochMs).toLocaleDateString('en-GB', day)}, ${clockWords(epochMs)}`;
}

/** A text as it may stand in an element and between double quotes; whatever it holds, it stays a text. */
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

/** Tabs part the columns of what agents read; all else that can't be seen is spelled out. */
function withTabs(text: string): string {
  return text.split('\t').map(plainText).join('\t');
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64(new Uint8Array(hash));
}
