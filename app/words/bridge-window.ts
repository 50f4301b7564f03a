/** What the small window says. */
export const bridgeWindowWords = {
  title: 'Handset bridge',
  agents: 'Agents',
  noAgents: 'Each agent that calls appears here with what it does now.',
  install: 'Install as an app',
  lastCalls: 'Last calls',
  lastCallsLabel: 'Last calls, newest first',
  noCalls: 'None so far.',
  failed: (text: string) => `, failed: ${text}`,
  phone: 'Phone',
  noPhoneHere: 'No phone here',
  disconnect: 'Disconnect',
  cancel: 'Cancel',
  plugIn: 'Plug it in again; it comes back by itself.',
  connect: 'Connect a phone',
  demo: 'Demo phone',
  openConsole: 'Open the console',
} as const;
