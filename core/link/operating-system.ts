/** The operating systems that need steps of their own to let a browser open a phone. */
export const systemIds = ['windows', 'macos', 'linux'] as const;
export type SystemId = (typeof systemIds)[number];

/** The operating system in a user agent; Linux for all but Windows and macOS. */
export function systemOf(userAgent: string): SystemId {
  if (/Windows/.test(userAgent)) return 'windows';
  return /Macintosh/.test(userAgent) ? 'macos' : 'linux';
}
