/**
 * What the console's pages and worker may load, as directives of a Content-Security-Policy: their own
 * origin's files. The bridge sends them as a header; on other hosts they are in each page, and the
 * service worker adds them to scripts. Inline code needs its hash in `script-src` and `style-src`.
 */
export const contentPolicy: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  'media-src blob:',
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** The same on a host other than the bridge: the worker may also reach a bridge on this computer. */
export const hostedContentPolicy: readonly string[] = contentPolicy.map((directive) =>
  directive.startsWith('connect-src')
    ? `${directive} ws://127.0.0.1:* ws://localhost:*`
    : directive,
);
