/** The labels of the commands, and the strings of the palette’s dialog. */

/** The two commands of a setting. */
function onOff(id: string, name: string, synonyms: string): readonly SettingCommand[] {
  return ([true, false] as const).map((on) => ({
    id: `${id}-${on ? 'on' : 'off'}`,
    label: `Turn ${name} ${on ? 'on' : 'off'}`,
    synonyms: `${synonyms} setting ${on ? 'enable' : 'disable'}`,
    opposite: `setting-${id}-${on ? 'off' : 'on'}`,
    args: { [id]: on },
  }));
}

interface SettingCommand {
  readonly id: string;
  readonly label: string;
  readonly synonyms: string;
  readonly word?: string;
  /** The id of the command that undoes it. */
  readonly opposite?: string;
  readonly args: { readonly [name: string]: unknown };
}

/** Why a command can't run now. */
export const whyBlocked = {
  noPhone: 'No phone is connected',
  hasPhone: 'A phone is already connected',
  onlyDemo: 'Only for the demo phone',
  nothingToReconnect: 'Nothing to reconnect to',
  nothingToRestart: 'Nothing to restart',
  isReleased: 'Already allowed',
  noChangedSettings: 'No setting was changed',
  noRecording: 'Nothing was recorded',
  noTransfers: 'No files were sent',
  isOn: 'Already on',
  isOff: 'Already off',
  inUse: 'Already in use',
  noSmallWindow: 'This browser can’t show it',
  noComparison: 'No comparison is shown',
  noFilter: 'No filter is set',
  notRead: 'The screen hasn’t been read yet',
  noElement: 'No element is pinned',
  noLocator: 'This element has none',
  noFacts: 'The element’s details haven’t been read',
  isActing: 'Another action is running',
  noTextField: 'Not a text field',
  bridgeOffersAll: 'The bridge offers all tools',
  bridgeConnected: 'The bridge is connected',
  notPaused: 'Agents aren’t paused',
  noQuestion: 'No agent is asking',
  noToolRules: 'No tool has its own rule',
  noOtherConsole: 'Agents aren’t using another tab',
  noCalls: 'The timeline is empty',
  earlierSession: 'An earlier session is shown',
  nothingToUndo: 'Nothing to undo',
  noCall: 'No call is selected',
  notRepeatable: 'This call can’t be run again',
  noCrashes: 'No crash so far',
  logEmpty: 'The log is empty',
  noApp: 'No app is open',
  isRunning: 'Already running',
  notRunning: 'Not running',
  noArguments: 'This tool has no arguments',
  notCalled: 'Not called yet',
  noResult: 'No result yet',
} as const;

export const commandStrings = {
  title: 'Commands',
  placeholder: 'Type a command…',
  loading: 'Reading from the phone…',
  nothing: 'No command found.',
  found: (count: number) => `${count} ${count === 1 ? 'command' : 'commands'}`,
  showAll: 'Show all commands',
  hint: (isSubList: boolean) => [
    { keys: ['↑', '↓'], action: 'choose' },
    { keys: ['Enter'], action: 'run' },
    { keys: ['Esc'], action: isSubList ? 'back' : 'close' },
  ],
  done: (label: string) => `${label}: done`,

  groups: {
    recent: 'Recently used',
    panels: 'Panels',
    phone: 'Phone',
    screen: 'Screen',
    agents: 'Agents',
    calls: 'Timeline',
    logs: 'Logs',
    page: 'Page',
    form: 'The open tool',
    tools: 'Tools',
  },

  // Phone
  connectPhone: 'Connect a phone',
  connectDemo: 'Connect the demo phone',
  retryConnection: 'Retry the connection',
  openCapture: 'Open a captured screen',
  // The phone's buttons
  buttons: {
    back: { label: 'Press Back', synonyms: 'return button' },
    'volume-up': { label: 'Volume up', synonyms: 'change louder sound audio' },
    'volume-down': { label: 'Volume down', synonyms: 'change quieter sound audio' },
  },
  copyScreenshot: 'Copy screenshot',
  saveRecording: 'Save the last recording again',
  sendFiles: 'Send files or install an app',
  clearTransfers: 'Clear the list of sent files',
  resetDemo: 'Reset the demo phone',
  restoreSettings: 'Restore the phone’s settings',
  /** What one does to an app, by the tool that does it. */
  apps: {
    open_app: {
      label: 'Open an app…',
      forApp: (name: string) => `Open ${name}`,
      done: (name: string) => `Opened ${name}`,
    },
    stop_app: {
      label: 'Force stop an app…',
      forApp: (name: string) => `Force stop ${name}`,
      done: (name: string) => `Force stopped ${name}`,
    },
    clear_app_data: {
      label: 'Clear an app’s data…',
      forApp: (name: string) => `Clear the data of ${name}…`,
      done: (name: string) => `Cleared the data of ${name}`,
    },
    uninstall_app: {
      label: 'Uninstall an app…',
      forApp: (name: string) => `Uninstall ${name}…`,
      done: (name: string) => `Uninstalled ${name}`,
    },
  },
  tapAt: (x: string, y: string) => `Tap ${x}, ${y}`,
  typeText: (text: string) => `Type “${text}”`,
  inApps: {
    settings:
      'developer options preferences accessibility screen timeout usb debugging talkback ' +
      'contrast do not disturb dnd battery saver hotspot tethering nfc vpn',
    clock: 'alarm timer stopwatch',
    calendar: 'appointment event meeting',
  },
  /** Settings of the phone, as set_device takes them. */
  settings: [
    ...onOff('dark_theme', 'the phone’s dark theme', 'mode night light'),
    ...onOff('airplane_mode', 'airplane mode', 'flight offline network'),
    ...onOff('wifi', 'Wi-Fi', 'wifi wireless network internet wlan'),
    ...onOff('bluetooth', 'Bluetooth', 'bt'),
    ...onOff('location', 'location', 'gps position'),
    ...onOff('animations', 'the phone’s animations', 'motion transitions'),
    {
      id: 'mute',
      label: 'Mute media',
      synonyms: 'volume sound audio silent silence quiet off',
      args: { volume: 0 },
    },
    {
      id: 'font-large',
      label: 'Make the phone’s font larger',
      synonyms: 'text size zoom bigger large increase',
      word: 'font size',
      opposite: 'setting-font-default',
      args: { font_scale: 1.3 },
    },
    {
      id: 'font-small',
      label: 'Make the phone’s font smaller',
      synonyms: 'text size zoom small decrease',
      opposite: 'setting-font-default',
      args: { font_scale: 0.85 },
    },
    {
      id: 'font-default',
      label: 'Reset the phone’s font size',
      synonyms: 'text size reset default',
      args: { font_scale: 1 },
    },
    {
      id: 'rotate-auto',
      label: 'Turn auto-rotate on',
      synonyms: 'rotate with the phone automatic orientation rotation lock',
      args: { orientation: 'auto' },
    },
  ],
  // Screen
  liveOn: 'Turn on live video',
  liveOff: 'Turn off live video',
  retryLive: 'Restart the live video',
  boxesOn: 'Show the element boxes',
  boxesOff: 'Hide the element boxes',
  pinScreen: 'Start comparing screens',
  unpinScreen: 'Stop comparing screens',
  copySelector: 'Copy the selector of the pinned element',
  noSelector: 'This element has no selector yet.',
  setPinnedText: 'Set the text of the pinned field',
  // Elements
  elementsAs: { table: 'Show the elements as a table', tree: 'Show the elements as a tree' },
  layoutRowsOn: 'Show layout containers',
  layoutRowsOff: 'Hide layout containers',
  allElements: 'Clear the element filter',
  copyComparison: 'Copy the screen comparison',
  unpinElement: 'Unpin the element',
  copyPinnedAs: (form: string) => `Copy the pinned element as ${form}`,
  /** Actions on the pinned element by tool. */
  onPinned: {
    click_element: { label: 'Tap the pinned element', synonyms: 'click press' },
    long_click_element: {
      label: 'Long-press the pinned element',
      synonyms: 'hold',
    },
    scroll_to_element: {
      label: 'Scroll to the pinned element',
      synonyms: 'show',
    },
  },
  setSetting: (name: string) => `Set the phone’s ${name.toLowerCase()}…`,
  setAppLanguage: 'Set an app’s language…',
  // Agents
  pause: 'Pause agents',
  resume: 'Resume agents',
  readOnlyOn: 'Give agents read-only access',
  readOnlyOff: 'Let agents act again',
  showQuestion: 'Show the agent’s request',
  refuseQuestion: 'Deny the agent’s request',
  askFirstOn: 'Ask me before agents act',
  askFirstOff: 'Let agents act without asking me',
  watchAgent: 'Watch an agent use the phone',
  rule: (level: string, rule: string) => `${level}: ${rule}`,
  riskyCallsAsk: 'Risky calls still ask you.',
  allToolsOn: 'Offer all tools to agents',
  allToolsOff: 'Offer agents only the standard tools',
  resetToolRules: 'Reset the rules of individual tools',
  makeDefault: 'Use this tab for agents',
  joinBridge: 'Reconnect to the bridge',
  copyAddress: 'Copy the address for agents',
  // “Any other client” is the one name that is not a name.
  copySetup: (client: string) => `Copy the configuration for ${client.replace(/^Any /, 'any ')}`,
  copied: 'Copied',
  // Page
  theme: {
    system: 'System theme',
    light: 'Light theme',
    dark: 'Dark theme',
  },
  // Timeline
  clearCalls: 'Clear the timeline',
  exportCalls: 'Export the timeline',
  keptSessions: 'Open an earlier session',
  replay: 'Open the steps',
  recordSteps: 'Record steps',
  undoSteps: 'Undo the last change to the steps',
  stopRecordingSteps: 'Stop recording steps',
  restoreCalls: 'Undo clearing the timeline',
  lookAsAgent: 'Read the screen as an agent would',
  runAgain: 'Run the selected call again',
  callInTools: 'Open the selected call in Tools',
  copyCall: 'Copy the selected call as JSON',
  filterCalls: 'Filter the timeline',
  allCalls: 'Clear the timeline filters',
  onlyCalls: {
    done: 'Show only calls that succeeded',
    failed: 'Show only failed calls',
    refused: 'Show only denied calls',
    agent: (name: string) => `Show only calls by ${name}`,
  },
  order: { newest: 'Newest calls first', oldest: 'Oldest calls first' },
  groupCalls: {
    none: 'Don’t group the calls',
    agent: 'Group the calls by caller',
  },
  // Logs
  saveLog: 'Save the log',
  saveWholeLog: 'Save the whole log, ignoring the filter',
  wrapLog: 'Wrap long log lines',
  unwrapLog: 'Don’t wrap log lines',
  showCrashes: 'Show crashes',
  hideCrashes: 'Hide crashes',
  logLevels: {
    V: 'Log: all levels',
    D: 'Log: debug and up',
    I: 'Log: info and up',
    W: 'Log: warnings and errors',
    E: 'Log: errors only',
  },
  logOfApp: 'Log: only the foreground app',
  wholeLog: 'Clear the log filters',
  pauseLog: 'Pause the log',
  resumeLog: 'Resume the log',
  clearLog: 'Clear the log view',

  // Tools
  runTool: (tool: string) => `Run ${tool}`,
  cancelTool: (tool: string) => `Cancel ${tool}`,
  argumentsAs: { json: 'Enter the arguments as JSON', form: 'Enter the arguments in a form' },
  resultAs: {
    readable: 'Show the result as readable text',
    raw: 'Show the result as raw text',
  },
  copyResult: 'Copy the tool’s result',
  repeatLast: (tool: string) => `Run the last ${tool} call again`,
  reuseLast: (tool: string) => `Reuse the arguments of the last ${tool} call`,
} as const;
