import { allowKeys, refuseKeys } from '../../ui/keys.ts';

/** The command palette and the help about keys. */
export const paletteStrings = {
  open: 'Command palette',
  openWith: (keys: string) => `Command palette (${keys})`,
  title: 'Commands',
  placeholder: 'What do you want to do?',
  nothing: 'No command of this name',
  nothingHelp: 'Try a shorter search.',
  found: (count: number) => (count === 1 ? '1 command' : `${count} commands`),
  hint: [
    { keys: ['↑', '↓'], action: 'choose' },
    { keys: ['Enter'], action: 'run' },
    { keys: ['Esc'], action: 'close' },
  ],
  notLoaded: 'The commands could not be loaded. Is the server still running?',
  failed: (label: string, why: string) => `${label}: ${why}`,
  panel: (label: string) => `Show ${label.toLowerCase()}`,
  keyboardHelp: 'Keyboard shortcuts and help',

  groups: {
    recent: 'Recent',
    panels: 'Panels',
    phone: 'Phone',
    screen: 'Screen',
    agents: 'Agents',
    calls: 'Timeline',
    logs: 'Logs',
    page: 'Page',
    tools: 'Tools',
  },

  // Phone
  connectPhone: 'Connect a phone',
  connectDemo: 'Connect the demo phone',
  retryConnection: 'Try to connect again',
  // The phone's buttons
  buttons: {
    back: { label: 'Press Back', synonyms: 'return' },
    home: { label: 'Press Home', synonyms: 'launcher' },
    recents: { label: 'Show recent apps', synonyms: 'recents overview switch tasks multitasking' },
    'volume-up': { label: 'Volume up', synonyms: 'louder sound' },
    'volume-down': { label: 'Volume down', synonyms: 'quieter sound mute' },
    rotate: { label: 'Rotate the screen', synonyms: 'turn landscape portrait orientation' },
    power: { label: 'Press Power', synonyms: 'display off on sleep wake lock button' },
  },
  saveScreenshot: 'Save screenshot',
  copyScreenshot: 'Copy screenshot',
  sendFiles: 'Send files to the phone',
  clearTransfers: 'Clear the list of sent files',
  restoreSettings: 'Put the phone’s changed settings back',
  // Screen
  liveOn: 'Turn Live on',
  liveOff: 'Turn Live off',
  retryLive: 'Try the live picture again',
  boxesOn: 'Show boxes over the screen',
  boxesOff: 'Hide the boxes over the screen',
  read: 'Refresh the screen',
  pinScreen: 'Compare from this screen',
  unpinScreen: 'Stop comparing screens',
  copySelector: 'Copy the selector of the pinned element',
  noSelector: 'This element has no selector yet.',
  // Elements
  elementsAs: { table: 'Show the elements as a table', tree: 'Show the elements as a tree' },
  layoutRowsOn: 'List elements that are only layout',
  layoutRowsOff: 'Leave out elements that are only layout',
  allElements: 'Clear the filter of the elements',
  copyComparison: 'Copy the comparison of the screens',
  unpinElement: 'Unpin the element',
  copyPinnedAs: (form: string) => `Copy the pinned element as ${form}`,
  /** Actions on the pinned element by tool; `name` is what the panel calls it while it runs. */
  onPinned: {
    click_element: { label: 'Tap the pinned element', name: 'Tap', synonyms: 'click press' },
    long_click_element: {
      label: 'Long press the pinned element',
      name: 'Long press',
      synonyms: 'hold',
    },
    scroll_to_element: {
      label: 'Scroll to the pinned element',
      name: 'Scroll to it',
      synonyms: 'show',
    },
  },
  use: 'Use the phone',
  inspect: 'Inspect elements',
  mode: 'Switch between using and inspecting',
  // Agents
  pause: 'Pause agents',
  resume: 'Resume agents',
  readOnlyOn: 'Read-only: agents may only look',
  readOnlyOff: 'Read-only off: agents may act',
  askFirstOn: 'Ask me before agents act',
  askFirstOff: 'Let agents act without asking me',
  stop: 'Stop everything',
  watchAgent: 'Watch an agent use the phone',
  rule: (level: string, rule: string) => `${level}: ${rule}`,
  allToolsOn: 'Offer all tools to agents',
  allToolsOff: 'Offer agents only the tools that most tasks need',
  resetToolRules: 'Reset the rules of single tools',
  makeDefault: 'Use this console for agents',
  joinBridge: 'Try the bridge again',
  copyAddress: 'Copy the address for agents',
  copySetup: (client: string) => `Copy the configuration for ${client}`,
  copied: 'Copied',
  // Page
  theme: {
    system: 'System theme',
    light: 'Light theme',
    dark: 'Dark theme',
  },
  smallWindow: 'Open the small window',
  // Timeline
  clearCalls: 'Clear the timeline',
  exportCalls: 'Export the timeline',
  replay: 'Replay the timeline',
  restoreCalls: 'Bring back the cleared calls',
  lookAsAgent: 'Read the screen as an agent',
  runAgain: 'Run the chosen call again',
  callInTools: 'Open the chosen call in Tools',
  copyCall: 'Copy the chosen call as JSON',
  filterCalls: 'Filter the timeline',
  allCalls: 'Show all calls',
  onlyCalls: {
    done: 'Show only calls that succeeded',
    failed: 'Show only failed calls',
    refused: 'Show only refused calls',
    act: 'Show only calls that act',
    read: 'Show only calls that read',
    times: [
      { minutes: 1, label: 'Show only calls of the last minute' },
      { minutes: 5, label: 'Show only calls of the last 5 minutes' },
      { minutes: 30, label: 'Show only calls of the last 30 minutes' },
      { minutes: 120, label: 'Show only calls of the last 2 hours' },
    ],
    agent: (name: string) => `Show only the calls of ${name}`,
  },
  order: { newest: 'Newest calls first', oldest: 'Oldest calls first' },
  groupCalls: {
    none: 'Do not group the calls',
    minute: 'Group the calls by minute',
    agent: 'Group the calls by agent',
  },
  // Logs
  saveLog: 'Save the log',
  saveWholeLog: 'Save the whole log, without the filter',
  wrapLog: 'Wrap long lines of the log',
  unwrapLog: 'Do not wrap lines of the log',
  showCrashes: 'Show the crashes',
  hideCrashes: 'Hide the crashes',
  logLevels: {
    V: 'Log: all levels',
    D: 'Log: debug and up',
    I: 'Log: info and up',
    W: 'Log: warnings and errors',
    E: 'Log: only errors',
  },
  logOfApp: 'Log: only the app in front',
  wholeLog: 'Log: show everything',
  pauseLog: 'Pause the log',
  resumeLog: 'Resume the log',
  clearLog: 'Clear the log',

  // Tools
  // The type is wide because most tools have none.
  /** Other words for what some tools do, by the tool's name. */
  toolSynonyms: {
    open_app: 'launch start run notes settings camera',
    list_apps: 'packages installed programs',
    uninstall_app: 'remove delete',
    clear_app_data: 'reset storage cache',
    set_device:
      'settings wifi wi-fi bluetooth airplane location battery font animations dark locale language',
    get_device: 'battery model wifi state',
    set_permission: 'grant revoke',
    open_link: 'url web browser deep',
    input_text: 'type write keyboard',
    press_key: 'keyboard enter tab',
    open_quick_settings: 'tiles',
    get_screen_tree: 'hierarchy structure elements xml dump',
    get_screen_state: 'look screenshot',
    find_elements: 'search',
    lock_screen: 'sleep off',
    wake_screen: 'on unlock',
    get_device_logs: 'logcat',
    long_press: 'hold',
    pinch: 'zoom',
  } as Readonly<Record<string, string>>,

  // Keyboard help
  everywhere: 'Everywhere',
  /** Groups of keys that belong to no panel; panels.ts has those of each panel. */
  elsewhere: [
    {
      title: 'When an agent asks',
      keysHelp: [
        { keys: allowKeys, action: 'Allow once' },
        { keys: refuseKeys, action: 'Refuse' },
      ],
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
    'While the phone’s screen has the focus, what you type goes to the phone, except the keys of the command palette and of Stop.',
} as const;
