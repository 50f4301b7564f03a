/** Words of the small shared parts. */
export const commonWords = {
  copy: 'Copy',
  copied: 'Copied',
  copyForbidden: 'Not allowed',
  copyThe: (what: string) => `Copy the ${what}`,
  theme: (name: string) => `Theme: ${name}`,
} as const;
