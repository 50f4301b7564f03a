/** What the panels beside the screen are called. */
export const panelWords = {
  details: 'Details',
  elements: 'Elements',
  tools: 'Tools',
  timeline: 'Timeline',
  logs: 'Logs',
  agents: 'Agents',
  notLoaded: 'This panel could not be loaded.',
  notLoadedHint: 'Is the place this page came from still there? Then reload the page.',
  console: (model: string) => `Console for ${model}`,
} as const;
