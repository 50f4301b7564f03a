/** The command palette and the help about keys. */
export const paletteStrings = {
  open: 'Command palette',
  openWith: (keys: string) => `Command palette (${keys})`,
  title: 'Commands',
  placeholder: 'What do you want to do?',
  nothing: 'No command of this name',
  nothingHelp: 'Fewer letters find more.',
  found: (count: number) => (count === 1 ? '1 command' : `${count} commands`),
  hint: [
    { keys: ['↑', '↓'], action: 'choose' },
    { keys: ['Enter'], action: 'run' },
    { keys: ['Esc'], action: 'close' },
  ],
  notLoaded: 'The commands could not be loaded. Is the place this page came from still there?',
  failed: (label: string, why: string) => `${label}: ${why}`,
  panel: (label: string) => `Show ${label.toLowerCase()}`,
  keyboardHelp: 'Keyboard help',

  groups: {
    recent: 'Recent',
    panels: 'Panels',
    phone: 'Phone',
    screen: 'Screen',
    agents: 'Agents',
    page: 'Page',
    tools: 'Tools',
  },

  // Phone
  connectPhone: 'Connect a phone',
  connectDemo: 'Connect the demo phone',
  // Screen
  liveOn: 'Turn Live on',
  liveOff: 'Turn Live off',
  boxesOn: 'Show boxes over the screen',
  boxesOff: 'Hide the boxes over the screen',
  read: 'Read the screen',
  pinScreen: 'Pin this screen to compare with',
  unpinScreen: 'Stop comparing with the pinned screen',
  use: 'Use the phone by its picture',
  inspect: 'Inspect elements in the picture',
  mode: 'Use the phone, or inspect its elements',
  // Agents
  pause: 'Pause agents',
  resume: 'Resume agents',
  readOnlyOn: 'Read-only: agents may only look',
  readOnlyOff: 'Read-only off: agents may act',
  askFirstOn: 'Ask me before agents act',
  askFirstOff: 'Let agents act without asking me',
  stop: 'Stop everything',
  copySetup: (client: string) => `Copy the configuration for ${client}`,
  copied: 'Copied',
  // Page
  theme: {
    system: 'Theme of the system',
    light: 'Light theme',
    dark: 'Dark theme',
  },
  smallWindow: 'Open the small window',
  // Timeline
  clearCalls: 'Clear the timeline',
  exportCalls: 'Export the timeline',

  // Keyboard help
  everywhere: 'Everywhere',
  /** Groups of keys that belong to no panel; panels.ts has those of each panel. */
  elsewhere: [
    {
      title: 'Agents',
      keysHelp: [{ keys: ['Esc', 'Esc'], action: 'Stop everything (twice, quickly)' }],
    },
    {
      title: 'Screen',
      keysHelp: [
        { keys: ['Ctrl'], action: 'Held while dragging: a second finger' },
        { keys: ['Mod', 'C'], action: 'Copy what is selected on the phone' },
        { keys: ['Mod', 'V'], action: 'Paste into the phone' },
        { keys: ['Tab'], action: 'Leave the phone’s screen' },
      ],
    },
  ],
  phoneKeys:
    'While the phone’s screen has the focus, what is typed goes to the phone. The command palette opens from there, too.',
} as const;
