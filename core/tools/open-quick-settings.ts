import { systemAction } from './contract/system-action.ts';

/** The panel of quick settings. */
export const openQuickSettings = systemAction({
  name: 'open_quick_settings',
  title: 'Open quick settings',
  description:
    'Pulls down the quick settings (Wi-Fi, Bluetooth, flashlight and the like). Read them with get_screen_state; press_back closes them.',
  label: 'Open quick settings',
  act: (phone, signal) => phone.openPanel('quick-settings', signal),
});
