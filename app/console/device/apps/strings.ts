/** What the Apps section says. */
export const appsStrings = {
  title: 'Apps',
  search: 'Search by name or package',
  filter: 'Which apps',
  filters: { all: 'All', user: 'User', system: 'System', running: 'Running' },
  count: (listed: number, all: number) =>
    listed === all ? `${all} apps` : `${listed} of ${all} apps`,
  refresh: 'Refresh',
  reading: 'Reading the apps…',
  running: 'Running',
  noPhone: 'No phone is connected',
  noPhoneHelp: 'Connect a phone to see its apps.',
  noMatch: 'No app matches',
  noMatchHelp: 'Search for a part of a name or package, or list all apps.',
  showAll: 'Show all apps',
  retry: 'Read again',
  noNames: (reason: string) => `The names of the apps couldn’t be read. ${reason}`,
} as const;
