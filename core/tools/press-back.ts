import { systemAction } from './contract/system-action.ts';

/** Presses the Back button. */
export const pressBack = systemAction({
  name: 'press_back',
  title: 'Press Back',
  description:
    'Presses Back: closes the keyboard, a dialog or a panel if one is open, else leaves the current screen of the app.',
  label: 'Back button press',
  act: (phone, signal) => phone.pressKey('BACK', signal),
});
