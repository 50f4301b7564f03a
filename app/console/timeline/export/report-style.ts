/** The style of an exported report: light and dark, on a screen and on paper. It needs nothing from outside. */
export const reportStyle = `
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
