/** Strings of the small window. */
export const smallWindowStrings = {
  title: 'Handset, small window',
  ownConsole:
    'This browser can’t keep a window on top, so the small window is a separate console: agents that use this tab’s phone aren’t shown there.',
  // After the tool's title.
  call: (agent: string, state: string) => `· ${agent}, ${state}`,
  since: (time: string) => `since ${time}`,
  noCalls: 'No agent has used the phone yet.',
  otherQuestion: 'The console has a question for you. Go back to its tab to answer it.',
} as const;
