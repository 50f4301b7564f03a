/** Words of the small shared parts. */
export const commonWords = {
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  copyForbidden: 'Not allowed',
  copyThe: (what: string) => `Copy the ${what}`,
  theme: (name: string) => `Theme: ${name}`,
} as const;
