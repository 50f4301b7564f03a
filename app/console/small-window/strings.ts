/** Strings of the small window. */
export const smallWindowStrings = {
  title: 'Handset, small window',
  ownConsole:
    'This browser can’t keep a window on top, so the small window is a console of its own: agents that use this tab’s phone are not shown there.',
  // After the tool's title.
  since: (agent: string, time: string) => `· ${agent}, since ${time}`,
  ended: {
    done: (agent: string, duration: string) => `· ${agent}, ${duration}`,
    failed: (agent: string, duration: string) => `· ${agent}, failed after ${duration}`,
    refused: (agent: string, duration: string) => `· ${agent}, refused after ${duration}`,
    stopped: (agent: string, duration: string) => `· ${agent}, stopped after ${duration}`,
  },
  noCalls: 'No agent has called yet.',
  otherQuestion: 'The console has a question for you. Go back to its tab to answer it.',
} as const;
