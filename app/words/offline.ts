/** What is said of a newer build that was kept meanwhile. */
export const offlineWords = {
  ready: 'A new version is ready.',
  reload: 'Reload',
  later: 'Not now',
} as const;
