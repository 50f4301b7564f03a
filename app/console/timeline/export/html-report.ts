import {
  callerLabel,
  clockTime,
  countUnsuccessful,
  durationWithWait,
  callEndOf,
  callerWithOrigin,
} from '#app/ui/call-strings.ts';
import { plainTextWithTabs } from '#app/ui/plain-text.ts';
import { encodeBase64 } from '#core/text/base64.ts';
import { callWords, resultWords } from '#app/ui/call-words.ts';
import type { Call, CallTouch, PictureData } from '#core/call.ts';
import type { ToolInfo } from '#core/link/messages.ts';
import { countCalls, withoutSteps } from '../../calls/call-list.ts';
import { touchPath } from '../../calls/touch-shape.ts';
import { touchOn } from '../pictures/picture-size.ts';
import { pictureStrings } from '../pictures/strings.ts';
import { splitResult } from '../../tools/result-text.ts';
import { resultText } from '../../calls/strings.ts';
import { callStrings } from '../strings.ts';
import { reportStrings as strings } from './strings.ts';

/** What a report shows or needs besides the calls. */
interface ReportInfo {
  readonly title: string;
  readonly phone: string | null;
  readonly madeAtEpochMs: number;
  readonly tools: readonly ToolInfo[];
}

/** The start of the page: header, the calls that failed, and table of contents. */
export async function reportStart(calls: readonly Call[], info: ReportInfo): Promise<string> {
  // Allows only the style by its hash and inline pictures; nothing else is loaded or run.
  const policy = `default-src 'none'; style-src 'sha256-${await sha256(reportStyle)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(info.title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1>${escapeHtml(info.title)}</h1>
${factList(calls, info)}
<p class="note">${escapeHtml(strings.masked)}</p>
</header>
${problemList(calls, info.tools)}
<nav aria-label="${escapeHtml(strings.contents)}"><details open><summary>${escapeHtml(strings.contents)}</summary>
<ol>
${calls.map((call, index) => contentsLine(call, index, info.tools)).join('\n')}
</ol></details></nav>
<main>
`;
}

/** The end of the page. */
export function reportEnd({ madeAtEpochMs }: Pick<ReportInfo, 'madeAtEpochMs'>): string {
  return `</main>
<footer>${escapeHtml(strings.madeBy)}, ${escapeHtml(dateAndTime(madeAtEpochMs))}</footer>
</body>
</html>
`;
}

/** The article of one call. */
export function reportCall(call: Call, index: number, tools: readonly ToolInfo[]): string {
  const { id, tool, startedAtEpochMs } = call;
  const { title, details } = callWords(tools, tool, call.arguments);
  const args = JSON.stringify(call.arguments, null, 2);
  return `<article id="call-${id}">
<header class="call">
<h2>${index + 1}. ${escapeHtml(title)}</h2>${details === '' ? '' : ` <b>${escapeHtml(details)}</b>`} <code>${escapeHtml(tool)}</code>
<span>${escapeHtml(callerWithOrigin(call))}</span>
${timeElement(startedAtEpochMs)}
${outcomeLabel(call)} <span class="took">${escapeHtml(strings.took(durationWithWait(call)))}</span>
</header>
<div class="columns">
<div class="words">
${args === '{}' ? '' : textSection(strings.arguments, args)}
${textSection(strings.text, resultText(call), textClass(call))}
${call.droppedPictures > 0 ? `<p class="note">${escapeHtml(strings.droppedPictures(call.droppedPictures))}</p>` : ''}
</div>
${pictureFigures(call)}
</div>
</article>
`;
}

function factList(calls: readonly Call[], { phone }: ReportInfo): string {
  const first = calls[0];
  const last = calls.at(-1);
  const period =
    first === undefined || last === undefined
      ? []
      : [[strings.period, periodOf(first.startedAtEpochMs, last.startedAtEpochMs)]];
  const rows = [
    ...(phone === null ? [] : [[strings.phone, phone]]),
    ...period,
    [strings.counts, strings.callCounts(countCalls(calls), countUnsuccessful(withoutSteps(calls)))],
  ];
  const lines = rows.map(
    ([name = '', value = '']) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  return `<dl>${lines.join('')}</dl>`;
}

/** The calls that did not succeed, each with the reason: of a call with steps, the step that failed. */
function problemList(calls: readonly Call[], tools: readonly ToolInfo[]): string {
  const lines = withoutSteps(calls).flatMap((call) => {
    if (callEndOf(call) === 'done') return [];
    const link = callLink(call, calls.indexOf(call), tools);
    const failed = calls.findLast((step) => step.stepOf === call.id && callEndOf(step) !== 'done');
    const step = failed ? `${callLink(failed, calls.indexOf(failed), tools)}: ` : '';
    const reason = step + escapeHtml(reasonOf(failed ?? call, tools));
    return [`<li>${link} ${outcomeLabel(call)}<br>${reason}</li>`];
  });
  return lines.length === 0
    ? ''
    : `<section class="problems" aria-labelledby="problems"><h2 id="problems">${escapeHtml(strings.problems)}</h2><ul>\n${lines.join('\n')}\n</ul></section>`;
}

/** Why a call did not succeed: the sentence of its tool, the first line of its result, or the user's whole note if they refused it. */
function reasonOf(call: Call, tools: readonly ToolInfo[]): string {
  const text = resultWords(tools, call) ?? resultText(call);
  return call.refusalNote === undefined ? (text.trim().split('\n', 1)[0] ?? '') : text;
}

function callLink(call: Call, index: number, tools: readonly ToolInfo[]): string {
  return `<a href="#call-${call.id}">${callLabel(call, index, tools)}</a>`;
}

/** `2. Tap Save`, escaped. */
function callLabel(call: Call, index: number, tools: readonly ToolInfo[]): string {
  const { title, details } = callWords(tools, call.tool, call.arguments);
  return escapeHtml(`${index + 1}. ${title} ${details}`.trim());
}

function contentsLine(call: Call, index: number, tools: readonly ToolInfo[]): string {
  const { agent, startedAtEpochMs } = call;
  const outcome = callEndOf(call) === 'done' ? '' : ` ${outcomeLabel(call)}`;
  return `<li>${timeElement(startedAtEpochMs)} ${callLink(call, index, tools)} <span>${escapeHtml(callerLabel(agent))}</span>${outcome}</li>`;
}

function pictureFigures({ effect, refused, before, after, pictures, touch }: Call): string {
  const figures = [
    ...(before === null
      ? []
      : [
          figure(titleOfBefore({ effect, refused }), before, {
            touch: touchOn(before, touch),
            isRefused: Boolean(refused),
          }),
        ]),
    ...(after === null || effect === 'read' ? [] : [figure(strings.after, after)]),
    ...pictures.map((picture) => figure(strings.pictures, picture)),
  ];
  return figures.length === 0 ? '' : `<div class="shots">${figures.join('\n')}</div>`;
}

function titleOfBefore({ effect, refused }: Pick<Call, 'effect' | 'refused'>): string {
  if (effect === 'read') return strings.screen;
  return refused ? strings.asked : strings.before;
}

const untouched = { touch: null, isRefused: false } as const;

/** A picture that is enlarged while its `details` element is open, so that it needs no script. */
function figure(
  title: string,
  { bytes, mimeType, isChanging }: PictureData,
  {
    touch,
    isRefused,
  }: { readonly touch: CallTouch | null; readonly isRefused: boolean } = untouched,
): string {
  const words = touch === null ? '' : `: ${pictureStrings.touched(touch, isRefused)}`;
  const caption = escapeHtml(title + words + noteOf(isChanging));
  const image = `<img alt="${caption}" src="data:${mimeType};base64,${encodeBase64(bytes)}">`;
  return `<figure><details><summary title="${escapeHtml(strings.larger)}">${image}${touch === null ? '' : touchSvg(touch)}</summary></details><figcaption>${caption}</figcaption></figure>`;
}

/** What the caption adds if the screen was still changing. */
function noteOf(isChanging = false): string {
  return isChanging ? `. ${callStrings.stillChanging}` : '';
}

function touchSvg(touch: CallTouch): string {
  const { width, height } = touch.size;
  const path = touchPath(touch);
  return `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path class="halo" d="${path}"/><path d="${path}"/></svg>`;
}

function textSection(title: string, text: string, kind = ''): string {
  return `<section><h3>${escapeHtml(title)}</h3><pre tabindex="0"${kind === '' ? '' : ` class="${kind}"`}>${escapeHtml(text)}</pre></section>`;
}

/** The CSS class of the text: a table's columns line up only without line wrapping. */
function textClass(call: Call): string {
  if (callEndOf(call) === 'failed') return 'bad';
  return splitResult(call.text).some(({ kind }) => kind === 'table') ? 'table' : '';
}

function outcomeLabel(call: Call): string {
  const end = callEndOf(call);
  return `<span class="${end}">${escapeHtml(strings.endLabels[end])}</span>`;
}

function timeElement(epochMs: number): string {
  return `<time datetime="${new Date(epochMs).toISOString()}">${escapeHtml(clockTime(epochMs))}</time>`;
}

/** `July 17, 2026, 14:03:27` in the local time zone. */
function dateAndTime(epochMs: number): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return `${new Date(epochMs).toLocaleDateString('en-US', day)}, ${clockTime(epochMs)}`;
}

/** `July 17, 2026, 14:03:27–14:05:01`; with both days if they differ. */
function periodOf(fromEpochMs: number, toEpochMs: number): string {
  const from = dateAndTime(fromEpochMs);
  const to = dateAndTime(toEpochMs);
  const dayOf = (text: string): string => text.slice(0, text.lastIndexOf(','));
  const isOneDay = dayOf(from) === dayOf(to);
  return `${from}–${isOneDay ? clockTime(toEpochMs) : to}`;
}

/** Escapes a text for element content and double-quoted attributes. */
function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return plainTextWithTabs(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return encodeBase64(new Uint8Array(hash));
}

/** The report's style for light and dark, screen and print. It refers to no other file. */
const reportStyle = `
:root { color-scheme: light dark; --bg: light-dark(#f5f6f8, #0d0f13); --surface: light-dark(#fff, #15181e); --sunken: light-dark(#eff1f4, #1c2027); --line: light-dark(#e3e6eb, #262b34); --text: light-dark(#13161b, #e8ebf0); --muted: light-dark(#586070, #9ba4b3); --accent: light-dark(#2a5ae0, #8dabff); --ok: light-dark(#157347, #5bd197); --bad: light-dark(#bd2733, #ff8f93); --warn: light-dark(#8f5a00, #efb550); --bad-soft: light-dark(#fdeeee, #321a1e); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 2rem 1.25rem 4rem; background: var(--bg); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; letter-spacing: -0.02em; }
h2 { margin: 0; font-size: 1rem; }
h3 { margin: 0 0 0.375rem; font-size: 0.8125rem; color: var(--muted); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 1rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
.problems { margin: 1.5rem 0 0; padding: 0.75rem 1rem; border: 1px solid var(--bad); border-radius: 0.75rem; background: var(--bad-soft); }
.problems ul { margin: 0.5rem 0 0; padding: 0; list-style: none; display: grid; gap: 0.5rem; font-size: 0.875rem; }
.note { margin: 0.75rem 0 0; color: var(--muted); font-size: 0.875rem; }
nav { margin: 1.5rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); }
summary { cursor: pointer; font-weight: 600; }
nav ol { margin: 0.5rem 0 0; padding: 0; list-style: none; columns: 20rem; font-size: 0.875rem; }
nav li { display: flex; flex-wrap: wrap; gap: 0 0.5rem; break-inside: avoid; padding: 0.125rem 0; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
time, .took { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
article { margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface); content-visibility: auto; contain-intrinsic-size: auto 18rem; }
article:target { border-color: var(--accent); }
header.call { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; margin-bottom: 0.75rem; font-size: 0.875rem; }
header.call code { color: var(--muted); }
header.call b { font: 0.8125rem/1.5 ui-monospace, 'DejaVu Sans Mono', monospace; }
.done { color: var(--ok); font-weight: 600; }
.failed { color: var(--bad); font-weight: 600; }
.refused, .unanswered { color: var(--warn); font-weight: 600; }
.stopped { font-weight: 600; }
.columns { display: flex; flex-wrap: wrap; gap: 1rem; }
.words { flex: 1 1 26rem; min-width: 0; display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 0.75rem; }
.shots { flex: 0 1 auto; display: flex; flex-wrap: wrap; gap: 0.75rem; align-content: flex-start; }
figure { width: 18rem; margin: 0; min-width: 0; }
figcaption { color: var(--muted); font-size: 0.8125rem; }
figure:has(details[open]) { width: min(100%, 33.75rem); }
figure summary { position: relative; display: block; cursor: zoom-in; }
figure details[open] summary { cursor: zoom-out; }
img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 0.5rem; }
svg { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
path { fill: none; stroke: #4c7dff; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
path.halo { stroke: #fff; stroke-width: 6; }
pre { overflow: auto; max-height: 28rem; margin: 0; padding: 0.625rem 0.75rem; border-radius: 0.5rem; background: var(--sunken); font: 0.75rem/1.6 ui-monospace, 'DejaVu Sans Mono', monospace; tab-size: 16; white-space: pre-wrap; }
pre.table { white-space: pre; }
pre.bad { background: var(--bad-soft); }
footer { margin-top: 2rem; color: var(--muted); font-size: 0.8125rem; }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; background: none; } article { content-visibility: visible; break-inside: auto; } header.call { break-after: avoid; } .shots { flex-basis: 100%; order: -1; } figure, figure:has(details[open]) { width: 5.6cm; } figure { break-inside: avoid; } pre, pre.table { max-height: none; white-space: pre-wrap; tab-size: 2; } nav { display: none; } }
`;
