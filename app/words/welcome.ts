/** What index.html says by itself, before any script runs, and the welcome page after it. */
export const shellWords = {
  description: 'A console for an Android phone, for you and your agents.',
  title: 'Your Android phone, ready for your\u00a0agents',
  lead: 'Handset turns this browser into a console for a phone: you see its screen, and AI agents use it through MCP.',
  notLoaded:
    'The scripts of this page could not be loaded. Is the place it came from still there? Then reload the page.',
  noScript: 'Handset needs JavaScript: it talks to your phone from this page.',
} as const;
