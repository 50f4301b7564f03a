import type { Plugin } from 'vite';

/**
 * Makes the first paint need only the HTML: fills the strings into its shell (`{{title}}`), and
 * moves stylesheets that the shell does not need below it, where they block the scripts but not the
 * paint.
 */
export function pageShell(strings: Readonly<Record<string, string>>): Plugin[] {
  return [
    {
      name: 'fill-page-shell',
      transformIndexHtml: { order: 'pre', handler: (html) => fillStrings(html, strings) },
    },
    {
      name: 'paint-page-shell-first',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html) => (html.includes('class="shell-bar"') ? moveStylesBelow(html) : html),
      },
    },
  ];
}

function fillStrings(html: string, strings: Readonly<Record<string, string>>): string {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const text = strings[name];
    if (text === undefined) throw new Error(`The page asks for the words "${name}".`);
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  });
}

/** Preloaded before the scripts, which do not start without them. */
function moveStylesBelow(html: string): string {
  const link = /^[ \t]*<link rel="stylesheet"[^>]*>\n/gm;
  const links = (html.match(link) ?? []).join('');
  const preloads = links.replaceAll('rel="stylesheet"', 'rel="preload" as="style"');
  return html
    .replaceAll(link, '')
    .replace(/^[ \t]*<script type="module"/m, (script) => preloads + script)
    .replace(/^[ \t]*<\/body>/m, (end) => links + end);
}
