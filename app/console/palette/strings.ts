/** Strings of the palette’s dialog. */
export const paletteStrings = {
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
  recent: 'Recently used',
  groups: {
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
} as const;
