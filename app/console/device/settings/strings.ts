/** What the Settings section says. */
export const settingsStrings = {
  refresh: 'Read the settings again',
  retry: 'Read again',
  reading: 'Reading the settings…',
  needsAndroid: (version: string) => `Can be set on Android ${version} and later`,
  unknown: 'The phone doesn’t report it',
  adaptive: 'Adaptive; choosing a level turns that off',
  schedule: 'Follows a schedule; the switch turns that off',
  changed: 'Changed here',
  putBack: 'Put back',
  putBackLabel: (label: string) => `Put back: ${label}`,
  putAllBack: 'Put all back',
  questions: {
    airplane_mode: {
      title: 'Turn on airplane mode?',
      text: 'The phone loses its mobile network, and Wi-Fi and Bluetooth may turn off. A phone that is connected by USB stays connected.',
      confirm: 'Turn on airplane mode',
    },
    wifi: { title: 'Turn off Wi-Fi?', text: '', confirm: 'Turn off Wi-Fi' },
  },
  losesPhone:
    'The console reaches this phone over its network and loses it. Only on the phone itself can that be turned back.',
} as const;
