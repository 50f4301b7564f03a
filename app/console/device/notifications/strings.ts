/** What the Notifications section says. */
export const notificationsStrings = {
  count: (count: number) => (count === 1 ? '1 notification' : `${count} notifications`),
  refresh: 'Refresh the notifications',
  retry: 'Read again',
  reading: 'Reading the notifications…',
  open: 'Open',
  openTip: (title: string) => `Open ${title}`,
  dismiss: 'Dismiss',
  dismissTip: (title: string) => `Dismiss ${title}`,
  kept: 'Its app keeps it',
  untitled: 'Untitled',
  actions: (names: readonly string[]) => `Buttons: ${names.join(', ')}`,
  none: 'No notifications',
  noneHelp: 'What the phone’s apps announce appears here.',
  uncertain:
    'On Android before 12, an app may make one of its notifications look like several, or like another app’s.',
} as const;
