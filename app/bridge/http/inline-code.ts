import { createHash } from 'node:crypto';

/** The hashes of a page's inline scripts and styles, as a Content-Security-Policy lists them. */
export interface InlineHashes {
  readonly scripts: string;
  readonly styles: string;
}

export function inlineHashesOf(html: string): InlineHashes {
  return {
    scripts: hashes(html, /<script>(.*?)<\/script>/gs),
    styles: hashes(html, /<style>(.*?)<\/style>/gs),
  };
}

/**
 * The policy with the hashes of the page's inline script (chooses the theme) and inline style (first
 * paint); it forbids all other inline code.
 */
export function allowInline(policy: string, { scripts, styles }: InlineHashes): string {
  return policy.replace(/(?<=script-src 'self')/, scripts).replace(/(?<=style-src 'self')/, styles);
}

function hashes(html: string, pattern: RegExp): string {
  return (
    [...html.matchAll(pattern)]
      // HTML parsers normalise line ends before browsers compute the hash.
      .map(([, content = '']) => content.replace(/\r\n?/g, '\n'))
      .map((content) => ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`)
      .join('')
  );
}
