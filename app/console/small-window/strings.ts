/** Strings of the small window. */
export const smallWindowStrings = {
  title: 'Handset, small window',
  ownConsole:
    'This browser can’t keep a window on top, so the compact console opens instead. It doesn’t show agents that use this tab’s phone.',
  // After the tool's title.
  call: (agent: string, state: string) => `· ${agent}, ${state}`,
  since: (time: string) => `since ${time}`,
  noCalls: 'No agent has used the phone yet.',
  otherQuestion: 'The console has a question for you. Go back to its tab to answer it.',
} as const;
