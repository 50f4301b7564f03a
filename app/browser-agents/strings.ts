/** What is said of pages that are agents, and what the person is asked about them. */
export const browserAgentWords = {
  pages: 'Pages',
  mayUse: 'A page may use the phone once you allow it.',
  tryOne: 'Try the scripted agent in a tab of its own',
  webMcp: 'WebMCP',
  hasWebMcp: "The browser's own agents are offered the tools of this page.",
  noWebMcp:
    'This browser has none for this page. In Chrome, switch it on at `chrome://flags/#enable-webmcp-testing` and reload.',
  list: 'Agents in this browser',
  thisSite: 'this site',
  allowed: 'allowed',
  refused: 'refused',
  connected: (said: string, count: number) => {
    if (count === 0) return said;
    return count === 1 ? `${said}, connected` : `${said}, ${count} connected`;
  },
  forget: (origin: string) => `Forget ${origin}`,
  none: 'None so far. A page that wants to use the phone is asked about here first.',
  wants: 'wants to use this phone',
  wouldSee:
    'It would see the screen and could act on it, whenever this page is open. Your answer is kept until you forget it in the Agents panel.',
  moreAsk: (count: number) => `${count} more ${count === 1 ? 'asks' : 'ask'}.`,
  covered: 'This question is not fully in view; uncover it to allow.',
  refuse: 'Refuse',
  allow: 'Allow',
} as const;
