/** The strings that the page needs before the palette is loaded: those of the shortcuts. */
export const paletteStrings = {
  open: 'Command palette',
  openWith: (keys: string) => `Command palette (${keys})`,
  notLoaded: 'The commands couldn’t be loaded. Check that Handset is still running.',
  failed: (label: string, why: string) => `${label}: ${why}`,
  panel: (label: string) => `Show ${label.toLowerCase()}`,
  searchPanel: 'Search in the panel',
  keyboardHelp: 'Keyboard shortcuts and help',
  home: 'Press Home',
  recents: 'Show recent apps',
  power: 'Press Power',
  saveScreenshot: 'Save screenshot',
  rotate: 'Rotate the screen',
  use: 'Use the phone',
  inspect: 'Inspect elements',
  mode: 'Use / Inspect',
  stop: 'Stop everything',
} as const;
