/** What the Settings section says. */
export const settingsStrings = {
  refresh: 'Read the settings again',
  retry: 'Read again',
  reading: 'Reading the settings…',
  noPhone: 'No phone is connected',
  noPhoneHelp: 'Connect a phone to see its settings.',
  needsAndroid: (version: string) => `Can be set on Android ${version} and later`,
  unknown: 'The phone doesn’t report it',
  adaptive: 'Adaptive; choosing a level turns that off',
  schedule: 'Follows a schedule; the switch turns that off',
  changed: 'Changed here',
  putBack: 'Put back',
  putBackLabel: (label: string) => `Put back: ${label}`,
  putAllBack: 'Put all back',
  airplaneTitle: 'Turn on airplane mode?',
  airplaneText:
    'The phone loses its mobile network, and Wi-Fi and Bluetooth may turn off. A phone that is connected by USB stays connected.',
  airplaneConfirm: 'Turn on airplane mode',
} as const;
